/// SPDX-License-Identifier: Apache-2.0
#include "runtime/pool.h"

#include "base/text.h"
#include "runtime/os/cgroup.h"
#include "runtime/root.h"

#include <bit>
#include <new>

namespace xc::rt {

/// What is left must take so much longer for each further helper that is woken (ns).
constexpr uint64_t kWorthOneMore = 50'000;
/// A time (ns) that looking at the clock does not distort much.
constexpr uint64_t kMeasurable = 1'000;
/// A rest that takes less than this (ns) is not worth looking at the clock again and again.
constexpr uint64_t kTiny = 25'000;
/// What a share should take at least for each thread of the pool (ns): when all of them claim at once they take turns,
/// and each turn moves a cache line from one core to another.
constexpr uint64_t kTurnTime = 75;
/// How often a helper looks for work before it looks at the clock.
constexpr int kTurnsPerLook = 16;
/// How long the caller spins for a helper's last unit before it sleeps, in turns of a waiting loop.
constexpr unsigned kCallerSpins = 1000;
/// A sleeping caller looks again after this time (ns), should a wake-up be lost to a failing system call.
constexpr uint64_t kCallerNap = 5'000'000;
/// After a thread could not be created, none is tried for this time (ns).
constexpr uint64_t kRetryTime = 1'000'000'000;
/// Larger than any index of a helper: nobody is to be woken.
constexpr uint32_t kClosed = uint32_t(1) << 30;

enum HelperState : uint32_t { Absent, Awake, Sleeping };

struct alignas(64) Pool::Helper {
  std::atomic<uint32_t> state; ///< Of enum HelperState; a sleeper sleeps on it.
  uint32_t index;
  uint32_t firstCpu, lastCpu; ///< Runs on the allowed CPUs in this range.
  uint64_t lastSerial;        ///< The last task it took part in.
  Pool *pool;

  bool runsOn(int cpu) const { return cpu >= int(firstCpu) && cpu <= int(lastCpu); }
};

struct Pool::HelperList {
  void *memory; ///< To be released.
  /// What helpers run: of the copy of the runtime that set the pool up and stays loaded. Another copy, which may be
  /// closed while the helpers that it created live on, must not take its own.
  void *(*main)(void *);
  os::CpuSet allowed;
  Helper helpers[];
};

// The fields of the claims word.
constexpr uint64_t kOneInside = 1;
constexpr unsigned kFrontShift = 32, kBackShift = 48;
constexpr uint64_t kOneAtFront = uint64_t(1) << kFrontShift, kOneAtBack = uint64_t(1) << kBackShift;
constexpr uint64_t kCallerSleeps = uint64_t(1) << 63;
static constexpr uint32_t inside(uint64_t word) { return uint32_t(word); }
static constexpr uint32_t front(uint64_t word) { return uint32_t(word >> kFrontShift) & 0xffff; }
static constexpr uint32_t back(uint64_t word) { return uint32_t(word >> kBackShift) & 0x7fff; }
static constexpr uint32_t unclaimed(uint64_t word) { return back(word) - front(word); }
static constexpr uint64_t unclaimedUnits(uint32_t lo, uint32_t hi) { return lo * kOneAtFront + hi * kOneAtBack; }

/// The half of the claims word that counts the helpers inside, for the system call.
static const void *insideAddress(const std::atomic<uint64_t> &claims) {
  return reinterpret_cast<const char *>(&claims) + (std::endian::native == std::endian::little ? 0 : 4);
}

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

/// The number of the CPU that has `ordinal` smaller ones in the set.
static unsigned cpuAt(const os::CpuSet &cpus, unsigned ordinal) {
  for (unsigned i = 0; i < os::CpuSet::kMost / 64; ++i) {
    uint64_t word = cpus.words[i];
    const unsigned count = unsigned(std::popcount(word));
    if (ordinal >= count) {
      ordinal -= count;
      continue;
    }
    for (; ordinal != 0; --ordinal)
      word &= word - 1;
    return i * 64 + unsigned(std::countr_zero(word));
  }
  return 0;
}

bool Pool::setUp(unsigned wanted) {
  os::CpuSet allowed;
  const unsigned cpus = os::allowedCpus(allowed);
  const unsigned quota = wanted == 0 && cpus > 1 ? os::cpuQuota() : os::kNoQuota;
  unsigned count = wanted != 0 ? wanted : cpus < quota ? cpus : quota;
  if (cpus == 0 || count == 0)
    count = 1; // Nothing is known about the machine, so nothing is gained by threads.

  if (count > 1) {
    void *memory = os::allocate(sizeof(HelperList) + count * sizeof(Helper) + alignof(Helper));
    if (!memory)
      return false;
    const uintptr_t aligned = (uintptr_t(memory) + alignof(Helper) - 1) & ~uintptr_t(alignof(Helper) - 1);
    helperList = reinterpret_cast<HelperList *>(aligned);
    helperList->memory = memory;
    helperList->main = helperMain;
    helperList->allowed = allowed;
    for (unsigned i = 0; i < count; ++i) {
      Helper &helper = *new (&helperList->helpers[i]) Helper{};
      helper.index = i;
      helper.pool = this;
      // Each helper has CPUs of its own: left to itself, the kernel often wakes a helper on the caller's CPU. If there
      // are fewer helpers than CPUs, each has several, so that programs under a quota do not all crowd on the first.
      const unsigned first = count <= cpus ? i * cpus / count : i % cpus;
      const unsigned last = count <= cpus ? (i + 1) * cpus / count - 1 : first;
      helper.firstCpu = cpuAt(allowed, first);
      helper.lastCpu = cpuAt(allowed, last);
    }
    // Helpers run this object's code for ever, whoever asked for them.
    os::keepLoaded(reinterpret_cast<const void *>(&helperMain));
  }
  wakeCursor.store(kClosed, std::memory_order_relaxed);
  enterLimit.store(count - 1, std::memory_order_relaxed);
  most = count;
  return true;
}

unsigned Pool::threads(unsigned wanted) {
  if (most == 0 && !setUp(wanted))
    return 1; // Tried again for the next block.
  return most;
}

void Pool::dissolve() {
  if (helperList) {
    ending.store(1, std::memory_order_seq_cst);
    for (unsigned i = 0; i < most; ++i) {
      Helper &helper = helperList->helpers[i];
      while (helper.state.load(std::memory_order_acquire) != Absent) {
        if (helper.state.load(std::memory_order_relaxed) == Sleeping)
          rouse(helper);
        else
          os::futexWake(&helper.state); // Should the first have got lost.
        os::yield();
      }
    }
    ending.store(0, std::memory_order_relaxed);
    os::release(helperList->memory);
    helperList = nullptr;
  }
  most = 0;
  enterLimit.store(0, std::memory_order_relaxed);
  retryTime.store(0, std::memory_order_relaxed);
}

//===----------------------------------------------------------------------===//
// Claiming units
//===----------------------------------------------------------------------===//

bool Pool::mayEnter(uint64_t word) const {
  return unclaimed(word) != 0 && inside(word) < enterLimit.load(std::memory_order_relaxed);
}

/// Much while much is left, little at the end, when nobody should have to wait for another's last share.
uint32_t Pool::guidedShare(uint32_t left) const {
  const uint32_t share = left / (4 * (enterLimit.load(std::memory_order_relaxed) + 1));
  const uint32_t least = leastShare.load(std::memory_order_relaxed);
  return share > least ? share : least < left ? least : left;
}

Pool::Share Pool::claim(uint64_t entering, End end) {
  uint64_t word = claims.load(std::memory_order_relaxed);
  while (entering != 0 ? mayEnter(word) : unclaimed(word) != 0) {
    const uint32_t left = unclaimed(word);
    const uint32_t part = guidedShare(left);
    const uint64_t taken = end == End::Front ? part * kOneAtFront : -(part * kOneAtBack);
    // Acquire: the task that the units belong to. Release is not needed, the units' effects are passed on by leaving.
    if (claims.compare_exchange_weak(word, word + taken + entering, std::memory_order_acquire,
                                     std::memory_order_relaxed))
      return end == End::Front ? Share{front(word), front(word) + part, left - part}
                               : Share{back(word) - part, back(word), left - part};
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

void *Pool::helperMain(void *argument) {
  Helper &self = *static_cast<Helper *>(argument);
  Pool &pool = *self.pool;
  Text name;
  name << "xcrt/" << self.index;
  os::nameThread(name.data());
  Share share = {};
  while (pool.waitForWork(self, share))
    pool.workInside(self, share);
  return nullptr;
}

/// Returns true when inside, having claimed units, and false when the helper must end; `self` may then be gone.
bool Pool::waitForWork(Helper &self, Share &share) {
  uint64_t deadline = os::now() + kSpinTime;
  while (true) {
    for (int i = 0; i < kTurnsPerLook; ++i) {
      share = claim(kOneInside, End::Back);
      if (!share.isEmpty())
        return true;
      os::relax();
    }
    if (ending.load(std::memory_order_relaxed)) {
      awake.fetch_sub(1, std::memory_order_relaxed);
      living.fetch_sub(1, std::memory_order_relaxed);
      self.state.store(Absent, std::memory_order_release);
      return false;
    }
    if (os::now() < deadline)
      continue;

    // Either the caller sees a sleeper, or the sleeper sees its work: both are sequentially consistent.
    awake.fetch_sub(1, std::memory_order_relaxed);
    self.state.store(Sleeping, std::memory_order_seq_cst);
    uint32_t state = Sleeping;
    if ((mayEnter(claims.load(std::memory_order_seq_cst)) || ending.load(std::memory_order_seq_cst)) &&
        self.state.compare_exchange_strong(state, Awake, std::memory_order_acquire))
      awake.fetch_add(1, std::memory_order_relaxed);
    while (self.state.load(std::memory_order_acquire) == Sleeping)
      if (!os::futexWait(&self.state, Sleeping, kIdleTime)) {
        // A helper that lives for ever would keep a process alive whose main thread ended with pthread_exit().
        living.fetch_sub(1, std::memory_order_relaxed);
        state = Sleeping;
        if (self.state.compare_exchange_strong(state, Absent, std::memory_order_release, std::memory_order_acquire))
          return false;
        living.fetch_add(1, std::memory_order_relaxed);
      }
    deadline = os::now() + kSpinTime;
  }
}

void Pool::workInside(Helper &self, Share share) {
  ownership.assertInside();
  if (self.lastSerial != serial) {
    self.lastSerial = serial;
    joined.fetch_add(1, std::memory_order_relaxed);
  }
  // Wake-ups spread like a tree: on a machine with many CPUs the caller would be long at it alone.
  wakeNext(2);
  enterFloatControl(floatControl);
  uint32_t count = 0;
  do {
    ++count;
    task->run(*task, share.lo, share.hi);
    share = claim(0, End::Back);
  } while (!share.isEmpty());
  shares.fetch_add(count, std::memory_order_relaxed);
  const uint32_t flags = readFloatFlags();
  if (flags & ~floatFlags.load(std::memory_order_relaxed))
    floatFlags.fetch_or(flags, std::memory_order_relaxed);

  // From here on the task may be over. Release: all that was done inside.
  const uint64_t word = claims.fetch_sub(kOneInside, std::memory_order_acq_rel);
  if (inside(word) == 1 && (word & kCallerSleeps))
    os::futexWake(insideAddress(claims));
}

//===----------------------------------------------------------------------===//
// Waking
//===----------------------------------------------------------------------===//

/// Makes a helper work that does not; returns false if it is awake already or cannot be woken.
bool Pool::rouse(Helper &helper) {
  uint32_t state = helper.state.load(std::memory_order_seq_cst);
  if (state == Awake)
    return false;
  if (state == Absent && os::now() < retryTime.load(std::memory_order_relaxed))
    return false;
  if (!helper.state.compare_exchange_strong(state, Awake, std::memory_order_acq_rel))
    return false;
  awake.fetch_add(1, std::memory_order_relaxed);
  if (state == Sleeping) {
    os::futexWake(&helper.state);
    return true;
  }

  ownership.assertInside();
  os::CpuSet cpus;
  for (unsigned cpu = helper.firstCpu; cpu <= helper.lastCpu; ++cpu)
    if (helperList->allowed.contains(cpu))
      cpus.add(cpu);
  living.fetch_add(1, std::memory_order_relaxed);
  if (os::createThread(helperList->main, &helper, cpus))
    return true;
  living.fetch_sub(1, std::memory_order_relaxed);
  awake.fetch_sub(1, std::memory_order_relaxed);
  retryTime.store(os::now() + kRetryTime, std::memory_order_relaxed);
  helper.state.store(Absent, std::memory_order_release);
  return false;
}

/// Wakes up to `count` of the helpers that the caller wants awake and that nobody has woken yet.
void Pool::wakeNext(unsigned count) {
  ownership.assertInside();
  while (count != 0 && wakeCursor.load(std::memory_order_relaxed) < most &&
         wakeBudget.load(std::memory_order_relaxed) > 0) {
    const uint32_t index = wakeCursor.fetch_add(1, std::memory_order_acquire);
    if (index >= most)
      return;
    if (index == helperToSkip.load(std::memory_order_relaxed) || !rouse(helperList->helpers[index]))
      continue;
    wakeBudget.fetch_sub(1, std::memory_order_relaxed);
    --count;
  }
}

void Pool::wakeHelpers(unsigned count) {
  const int cpu = os::currentCpu();
  unsigned skip = 0;
  while (skip < most && !helperList->helpers[skip].runsOn(cpu))
    ++skip;
  helperToSkip.store(skip, std::memory_order_relaxed);
  wakeBudget.store(int32_t(count), std::memory_order_relaxed);
  wakeCursor.store(0, std::memory_order_release); // After what helpers that are inside already look at.
  wakeNext(1);
}

//===----------------------------------------------------------------------===//
// The caller
//===----------------------------------------------------------------------===//

/// How far a task is, as its caller sees it.
struct Pool::Progress {
  uint32_t done = 0; ///< Units, including those of helpers up to the caller's last one.
  uint32_t shares = 0;
  uint64_t start = 0;
  uint64_t elapsed = 0; ///< Since then, when last looked.
  uint32_t seen = 0;    ///< Units done then.

  void look() {
    elapsed = os::now() - start;
    seen = done;
  }

  /// How many units took a given time (ns); at least 1, which is also the answer if nothing was measured.
  uint32_t unitsIn(uint64_t time) const {
    const uint64_t units = time * done / (elapsed + 1);
    return units < 1 ? 1 : units < done ? uint32_t(units) : done;
  }

  /// How long the rest will take (ns) if it goes on as in the time up to now.
  uint64_t timeLeft(const Task &task) const { return elapsed * (task.units - done) / done; }
};

Pool::Effort Pool::run(const Task &newTask) {
  task = &newTask;
  floatControl = readFloatControl();
  ++serial;
  wakeCursor.store(kClosed, std::memory_order_relaxed);
  joined.store(0, std::memory_order_relaxed);
  shares.store(0, std::memory_order_relaxed);
  floatFlags.store(0, std::memory_order_relaxed);

  Progress progress;
  startAlone(newTask, progress);
  const uint64_t alone = progress.seen != 0 ? progress.elapsed * newTask.units / progress.seen : 0;
  const uint64_t turn = kTurnTime * most;
  leastShare.store(newTask.expected == 0 ? progress.unitsIn(turn)
                                         : uint32_t(turn * newTask.units / newTask.expected) + 1,
                   std::memory_order_relaxed);
  claims.store(unclaimedUnits(progress.done, newTask.units), std::memory_order_seq_cst);
  // From here on helpers may enter.
  finishTogether(newTask, progress);
  waitForHelpers();
  // And here nobody is inside any more.
  raiseFloatFlags(floatFlags.load(std::memory_order_relaxed));
  return {1 + joined.load(std::memory_order_relaxed), progress.shares + shares.load(std::memory_order_relaxed), alone};
}

/// Runs the first units, and goes on as long as what is left is not worth sharing it or waking anybody for it.
void Pool::startAlone(const Task &newTask, Progress &progress) {
  if (newTask.size == Task::Large || newTask.expected != 0)
    return;
  const bool shareable = most > 1 && newTask.units > 1;
  if (shareable)
    progress.start = os::now();
  // A sample that stands for the whole. Looking at the clock is a noticeable part of a small task, and so is what the
  // processor loses at the end of each call: a loop's iterations no longer overlap.
  const uint32_t sample = (newTask.units + 7) / 8;
  uint32_t share = !shareable ? newTask.units : newTask.size == Task::Small && !newTask.uneven ? sample : 1;
  do {
    newTask.run(newTask, progress.done, progress.done + share);
    progress.done += share;
    ++progress.shares;
    const uint32_t left = newTask.units - progress.done;
    if (left == 0)
      return;
    progress.look();
    const uint64_t timeLeft = progress.timeLeft(newTask);
    const uint64_t worth = awake.load(std::memory_order_relaxed) != 0 ? kWorthSharing : kWorthWaking;
    if (progress.elapsed > kMeasurable && timeLeft > worth)
      return;
    // What is done is to double each time, so that no more than half is done alone, whatever the estimate is worth.
    // Where the estimate is known to be worth little, it is made more often.
    if (newTask.uneven)
      share = left / 16 != 0 ? left / 16 : 1;
    else if (timeLeft < kTiny)
      share = progress.done >= sample || 3 * progress.done > left ? left : 3 * progress.done;
    else
      share = progress.done < left ? progress.done : left;
  } while (true);
}

void Pool::finishTogether(const Task &newTask, Progress &progress) {
  const unsigned helpers = most > 1 ? most - 1 : 0;
  bool undecided = helpers != 0;
  auto wakeFor = [&](uint64_t time) XC_REQUIRES(ownership) {
    const uint64_t worth = 1 + time / kWorthOneMore;
    wakeHelpers(worth < helpers ? unsigned(worth) : helpers);
    undecided = false;
  };
  if (undecided && newTask.size == Task::Large) {
    wakeHelpers(helpers);
    undecided = false;
  } else if (undecided && newTask.expected != 0) {
    if (newTask.expected > kWorthWaking || newTask.isInTrain)
      wakeFor(newTask.expected);
    undecided = false;
  }
  do {
    if (undecided) {
      progress.look();
      const uint64_t left = progress.timeLeft(newTask);
      if (left > kWorthWaking)
        wakeFor(left);
    } else {
      wakeNext(1); // Should those that were woken not get a CPU to go on from.
    }
    const Share share = claim(0, End::Front);
    if (share.isEmpty())
      return;
    progress.done = newTask.units - share.left;
    newTask.run(newTask, share.lo, share.hi);
    ++progress.shares;
  } while (true);
}

void Pool::waitForHelpers() {
  for (unsigned spins = 0; inside(claims.load(std::memory_order_acquire)) != 0; ++spins) {
    if (spins < kCallerSpins) {
      os::relax();
      continue;
    }
    const uint64_t word = claims.fetch_or(kCallerSleeps, std::memory_order_acq_rel);
    if (inside(word) != 0)
      os::futexWait(insideAddress(claims), inside(word), kCallerNap);
  }
}

//===----------------------------------------------------------------------===//
// fork()
//===----------------------------------------------------------------------===//

// If the thread that forks owns the pool (a signal handler may fork in the middle of a block), the task is brought to
// rest first, so that parent and child can both go on with what is left. If another thread owns it, that thread does
// not exist in the child, and neither does its task.

bool Pool::registerForkHandlers() {
  // Not under ownership: in a child forked meanwhile nobody would ever give that back. For the same reason the mark of
  // being at it says by which process.
  const uint32_t process = os::currentProcess();
  uint32_t state = forkHandlers.load(std::memory_order_acquire);
  if (state == kForkHandled)
    return true;
  if (state == process || !forkHandlers.compare_exchange_strong(state, process, std::memory_order_relaxed))
    return false; // Another thread is at it.
  os::keepLoaded(reinterpret_cast<const void *>(&beforeFork));
  const bool done = os::atFork(beforeFork, afterForkInParent, afterForkInChild);
  forkHandlers.store(done ? kForkHandled : 0, std::memory_order_release);
  return done;
}

void Pool::park() {
  uint64_t word = claims.load(std::memory_order_relaxed);
  while (!claims.compare_exchange_weak(word, word & (kCallerSleeps | inside(~0ull)), std::memory_order_relaxed))
    ;
  parked = unclaimedUnits(front(word), back(word));
  waitForHelpers();
}

void Pool::beforeFork() {
  Pool &pool = theRoot().pool;
  if (!pool.ownership.mine())
    return;
  pool.ownership.assertHeld();
  pool.park();
}

void Pool::afterForkInParent() {
  Pool &pool = theRoot().pool;
  if (!pool.ownership.mine())
    return;
  pool.ownership.assertHeld();
  pool.claims.store(pool.parked, std::memory_order_seq_cst);
}

void Pool::afterForkInChild() {
  Pool &pool = theRoot().pool;
  const bool mine = pool.ownership.mine();
  pool.ownership.assertHeld();
  pool.claims.store(mine ? pool.parked : 0, std::memory_order_relaxed);
  pool.wakeCursor.store(kClosed, std::memory_order_relaxed);
  pool.awake.store(0, std::memory_order_relaxed);
  pool.living.store(0, std::memory_order_relaxed);
  pool.ending.store(0, std::memory_order_relaxed);
  pool.forkHandlers.store(kForkHandled, std::memory_order_relaxed);
  for (unsigned i = 0; pool.helperList && i < pool.most; ++i)
    pool.helperList->helpers[i].state.store(Absent, std::memory_order_relaxed);
  if (!mine)
    pool.ownership.reset();
}

} // namespace xc::rt
