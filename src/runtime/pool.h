/// \file The pool of threads: hands out the units of one task at a time to the caller and to sleeping helpers.
///
/// The idea that everything follows from: the caller never depends on a helper. It can run all units on its own, and
/// at the end waits only for helpers that are inside a unit. So a helper that is slow to wake, that shares its CPU with
/// another program, or that could not be created costs nothing. Claiming units and entering are one compare-and-swap
/// on one word, `claims`:
///
///     bit 63: the caller sleeps | bits 48-62: end of the unclaimed units | bits 32-47: their start |
///     bits 0-31: helpers inside
///
/// The caller claims from the start, helpers from the end. When a program runs the same block again and again, most of
/// the data that a thread touches is then still in its own cache.
///
/// There is no ABA problem: whatever happened in between, if the word has the value that was read, then there are
/// unclaimed units now. A task's description only changes while no helper is inside and nothing is unclaimed.
///
/// Waking a sleeper costs the caller up to 30 us in a virtual machine, and 100 us pass until it works. So the caller
/// starts with one unit on its own, and wakes only if what is left is worth it. Helpers that find nothing to do spin
/// for a moment, for the next block often follows soon, then sleep, and end after some seconds.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/thread_annotations.h"
#include "runtime/float_env.h"
#include "runtime/os/os.h"

#include <atomic>
#include <stdint.h>

namespace xc::rt {

/// Units 0 .. units-1, to be run once each on any thread.
struct Task {
  /// Runs units lo .. hi-1.
  void (*run)(const Task &task, uint32_t lo, uint32_t hi);
  uint32_t units;
  /// What is known before anything was measured.
  enum Size : uint8_t {
    Small, ///< Most likely not worth waking a helper.
    Unknown,
    Large, ///< Helpers are worth waking at once.
  } size;
  /// The units may differ much, so that what the first ones took says nothing about the others.
  bool uneven;
  /// What all units take on one thread (ns) and is worth sharing, as earlier runs have shown; 0 if there were none.
  uint64_t expected = 0;
  /// One of many that follow each other closely, for which helpers are to be woken.
  bool isInTrain = false;
};

/// Held by the one thread that may use the pool. Nobody ever waits for it.
class XC_CAPABILITY("role") Ownership {
public:
  bool tryTake() XC_TRY_ACQUIRE(true) { return owner.load(std::memory_order_relaxed) == 0 && takeFree(); }
  void giveBack() XC_RELEASE() { owner.store(0, std::memory_order_release); }
  bool taken() const { return owner.load(std::memory_order_relaxed) != 0; }
  bool mine() const { return owner.load(std::memory_order_relaxed) == os::currentThread(); }

  /// In the child of fork(), where the owner may not exist.
  void reset() { owner.store(0, std::memory_order_relaxed); }
  void assertHeld() const XC_ASSERT_HELD() {}
  /// A helper inside a unit may read what the owner wrote.
  void assertInside() const XC_ASSERT_SHARED() {}

private:
  bool takeFree() {
    uintptr_t nobody = 0;
    return owner.compare_exchange_strong(nobody, os::currentThread(), std::memory_order_acquire,
                                         std::memory_order_relaxed);
  }

  std::atomic<uintptr_t> owner;
};

class Pool {
public:
  struct Helper;

  /// Who may call the functions below. Taken again from inside a block, it fails: blocks do not nest.
  Ownership ownership;

  /// Takes the ownership, if a child of this process could do so, too.
  bool tryTake() XC_TRY_ACQUIRE(true, ownership) {
    return (forkHandlers.load(std::memory_order_acquire) == kForkHandled || registerForkHandlers()) &&
           ownership.tryTake();
  }

  /// How many threads, the caller included, may work at a time: one per allowed CPU within the quota, or `wanted`
  /// unless that is 0. Fixed by the first call.
  unsigned threads(unsigned wanted) XC_REQUIRES(ownership);

  /// What it took to run a task.
  struct Effort {
    unsigned threads; ///< That took part.
    uint32_t shares;  ///< Calls of Task::run.
    uint64_t alone;   ///< What one thread would have taken (ns), 0 if that was not measured.
  };
  /// Runs all units of a task and returns when they are done.
  Effort run(const Task &task) XC_REQUIRES(ownership);

  /// Ends all helpers and forgets how many there may be. Waits for them.
  void dissolve() XC_REQUIRES(ownership);

  /// Helpers that exist now, asleep or not.
  unsigned helpers() const { return living.load(std::memory_order_relaxed); }

  /// What is left must take longer than this to wake a helper for it (ns).
  static constexpr uint64_t kWorthWaking = 100'000;
  /// What is left must take longer than this to be shared with helpers that are awake (ns).
  static constexpr uint64_t kWorthSharing = 3'000;
  /// How long a helper without work spins before it sleeps (ns).
  static constexpr uint64_t kSpinTime = 50'000;
  /// How long a helper sleeps before it ends.
  static constexpr uint64_t kIdleTime = 3'000'000'000;

private:
  struct HelperList;
  struct Progress;

  static void *helperMain(void *helper);
  static void beforeFork();
  static void afterForkInParent();
  static void afterForkInChild();

  bool setUp(unsigned wanted) XC_REQUIRES(ownership);
  bool mayEnter(uint64_t word) const;
  uint32_t guidedShare(uint32_t left) const;
  /// Units lo .. hi-1, none if lo == hi.
  struct Share {
    uint32_t lo, hi;
    uint32_t left; ///< Units unclaimed after this.
    bool isEmpty() const { return lo == hi; }
  };
  enum class End : uint8_t { Front, Back };
  /// Claims a guided share at one end of the unclaimed units. If `entering` is 1 the claim counts the calling helper
  /// in, and fails if it may not enter.
  Share claim(uint64_t entering, End end);
  bool waitForWork(Helper &self, Share &share);
  void workInside(Helper &self, Share share);
  void startAlone(const Task &task, Progress &progress) XC_REQUIRES(ownership);
  void finishTogether(const Task &task, Progress &progress) XC_REQUIRES(ownership);
  void waitForHelpers() XC_REQUIRES(ownership);
  void wakeHelpers(unsigned count) XC_REQUIRES(ownership);
  void wakeNext(unsigned count);
  bool rouse(Helper &helper);
  void park() XC_REQUIRES(ownership);
  bool registerForkHandlers();
  static constexpr uint32_t kForkHandled = ~uint32_t(0);

  /// See the file comment.
  alignas(64) std::atomic<uint64_t> claims;

  // What is only written while a task is set up, but read by all.
  alignas(64) Task const *task XC_GUARDED_BY(ownership);
  FloatControl floatControl XC_GUARDED_BY(ownership);
  uint64_t serial XC_GUARDED_BY(ownership);        ///< Counts the tasks.
  HelperList *helperList XC_GUARDED_BY(ownership); ///< Null until set up.
  unsigned most XC_GUARDED_BY(ownership);          ///< Threads, the caller included; 0 until set up.
  uint64_t parked XC_GUARDED_BY(ownership);        ///< Units set aside while the caller forks.

  // What threads at work write.
  alignas(64) std::atomic<uint32_t> wakeCursor; ///< The next helper that might be woken.
  std::atomic<int32_t> wakeBudget;              ///< How many more may be.
  std::atomic<uint32_t> helperToSkip;           ///< The one on the caller's CPU.
  std::atomic<uint32_t> joined;                 ///< Helpers that took part.
  std::atomic<uint32_t> shares;                 ///< Calls that they made.
  std::atomic<uint32_t> floatFlags;             ///< That they raised.
  std::atomic<uint32_t> awake;                  ///< Helpers that spin or work.
  std::atomic<uint32_t> living;                 ///< Helpers that have a thread.
  std::atomic<uint32_t> leastShare;             ///< Units to claim at a time.
  std::atomic<uint32_t> enterLimit;             ///< Most helpers inside at a time.
  std::atomic<uint32_t> ending;                 ///< Helpers shall end.
  std::atomic<uint64_t> retryTime;              ///< No thread is created before then, after that failed.

  /// kForkHandled, or the process that is just registering the fork handlers, or 0.
  std::atomic<uint32_t> forkHandlers;
};

} // namespace xc::rt
