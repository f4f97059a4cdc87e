/// SPDX-License-Identifier: Apache-2.0
#include "runtime/pace.h"

#include "runtime/pool.h"

namespace xc::rt {

/// Instructions from which on pace is not kept. Items may take long or not depending on data; where the compiler
/// expects this much, a hundred quick runs must not close the gate to a slow one.
constexpr uint64_t kMostWork = 2'000'000;
/// So many runs in a row that are over before a helper that is awake could take part close the gate.
constexpr uint64_t kRunsToClose = 64;
/// Of runs that are not shared, one in so many is measured again.
constexpr uint64_t kRunsPerMeasurement = 64;

namespace {

/// The words of xcrt_gate::memory. Relaxed and one by one: what is wrong in a race is an estimate.
enum Word {
  Rate,     ///< ns for 2^20 of size on one thread, 0 if unknown.
  Runs,     ///< Of all; << 32 | in a row that were too short to share.
  Start,    ///< Of the last run that is part of a train, or might be.
  Step,     ///< Ratio of the plain loop << 32 | phase << 24 | runs in the phase.
  Spent,    ///< Time since the phase began.
  Expected, ///< What the runs since then were expected to take.
};

uint64_t get(const xcrt_gate &gate, Word word) { return __atomic_load_n(&gate.memory[word], __ATOMIC_RELAXED); }
void set(xcrt_gate &gate, Word word, uint64_t value) { __atomic_store_n(&gate.memory[word], value, __ATOMIC_RELAXED); }

/// What a train is in. Each phase lasts for a number of runs and a time (ns).
enum Phase : uint32_t { WarmUpPlain, TryPlain, WarmUpShared, TryShared, SharedIsFaster, PlainIsFaster };
struct Duration {
  uint32_t runs;
  uint64_t time;
};
constexpr Duration kDurations[] = {{8, 0},
                                   {32, 2 * Pool::kWorthWaking},
                                   {8, Pool::kWorthWaking}, // Till all are awake.
                                   {32, 2 * Pool::kWorthWaking},
                                   {4096, 0},
                                   {4096, 0}};

} // namespace

/// Rates are ns for 2^20 of size.
constexpr uint64_t kRateUnit = 1 << 20;

static uint64_t sizeOf(const Run &run) {
  uint64_t size = run.work;
  if (run.block.gate->per_item != 0 && __builtin_mul_overflow(uint64_t(run.n), run.block.gate->per_item, &size))
    size = ~uint64_t(0);
  return size;
}

Pace::Pace(const Run &run, uint64_t (*clock)()) : gate(run.block.gate) {
  // What a fixed tree computes must not depend on time, and where items differ the last runs tell little of the next.
  if (run.fixedTree() || (run.block.flags & XCRT_UNEVEN) || run.work >= kMostWork)
    gate = nullptr;
  if (!gate)
    return;
  size = sizeOf(run);
  const uint64_t rate = get(*gate, Rate), runs = get(*gate, Runs);
  set(*gate, Runs, runs + (uint64_t(1) << 32));
  if (rate == 0 || __builtin_mul_overflow(rate, size, &time)) {
    time = 0;
    return;
  }
  time = time / kRateUnit + 1;
  const bool isDue = (runs >> 32) % kRunsPerMeasurement == 0;
  if (time > Pool::kWorthWaking) {
    state = Long;
    if (isDue)
      time = 0; // The pool measures what it does not know.
    return;
  }
  if (time <= Pool::kWorthSharing) {
    state = Short;
    closeGate();
  } else {
    state = stateInTrain(clock());
    set(*gate, Runs, get(*gate, Runs) >> 32 << 32); // Not too short to share.
  }
  if (state == Short && isDue)
    state = Due;
}

/// Whether the run is to be shared as part of a train.
Pace::State Pace::stateInTrain(uint64_t now) const {
  const uint64_t period = now - get(*gate, Start);
  set(*gate, Start, now);
  const uint64_t step = get(*gate, Step);
  uint32_t ratio = uint32_t(step >> 32), phase = uint32_t(step >> 24) & 0xff, runs = uint32_t(step) & 0xffffff;
  auto enter = [&](uint32_t next) {
    phase = next;
    runs = 0;
    set(*gate, Spent, 0);
    set(*gate, Expected, 0);
  };
  // In a train a helper that is awake still spins when the next run comes. Otherwise there is none, or a new one.
  if (period > Pool::kSpinTime + 2 * time) {
    if (phase >= SharedIsFaster)
      return Short;
    enter(WarmUpPlain);
  } else {
    ++runs;
    const uint64_t spent = get(*gate, Spent) + period, wanted = get(*gate, Expected) + time;
    set(*gate, Spent, spent);
    set(*gate, Expected, wanted);
    if (runs >= kDurations[phase].runs && spent >= kDurations[phase].time) {
      const uint64_t quotient = spent * 1024 / wanted;
      const uint32_t found = quotient < ~uint32_t(0) ? uint32_t(quotient) : ~uint32_t(0);
      const uint32_t last = phase;
      if (last == TryPlain)
        ratio = found;
      enter(last == TryShared  ? uint64_t(found) * 20 < uint64_t(ratio) * 19 ? SharedIsFaster : PlainIsFaster
            : last < TryShared ? last + 1
                               : WarmUpPlain);
    }
  }
  set(*gate, Step, uint64_t(ratio) << 32 | phase << 24 | runs);
  return phase >= WarmUpShared && phase <= SharedIsFaster ? InTrain : Short;
}

/// Counts a run too short to share; closes the gate to its like when there have been many in a row.
void Pace::closeGate() const {
  const uint64_t runs = get(*gate, Runs) + 1;
  set(*gate, Runs, runs);
  if (uint32_t(runs) >= kRunsToClose && size >= __atomic_load_n(&gate->least, __ATOMIC_RELAXED))
    __atomic_store_n(&gate->least, size + 1, __ATOMIC_RELAXED);
}

void Pace::note(uint64_t alone) const {
  if (!gate || size == 0 || alone == 0)
    return;
  constexpr uint64_t kLongest = uint64_t(1) << 43;
  const uint64_t rate = (alone < kLongest ? alone : kLongest) * kRateUnit / size + 1;
  // One sample may be long by chance, none is too short. One that is very long is followed by another one.
  const uint64_t known = get(*gate, Rate);
  const bool isFarOff = known != 0 && rate > 2 * known;
  const uint64_t slower = isFarOff ? 2 * known : known + known / 8;
  set(*gate, Rate, known == 0 || rate < slower ? rate : slower);
  if (isFarOff)
    set(*gate, Runs, get(*gate, Runs) >> 32 << 32 & ~((kRunsPerMeasurement << 32) - 1));
}

} // namespace xc::rt
