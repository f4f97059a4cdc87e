/// SPDX-License-Identifier: Apache-2.0
#include "runtime/cores.h"

#include "runtime/partials.h"

#include <bit>

namespace xc::rt {

/// So much work (instructions) that all helpers are worth waking at once: 2 ms at one instruction per nanosecond.
constexpr uint64_t kLargeWork = 2'000'000;
/// So little that none is worth waking if the estimate is right.
constexpr uint64_t kSmallWork = 100'000;

static Task::Size sizeOf(uint64_t work) {
  return work < kSmallWork ? Task::Small : work < kLargeWork ? Task::Unknown : Task::Large;
}

namespace {

/// A block's items as a task of the pool.
struct CoreTask : Task {
  CoreTask(const Run &run, uint32_t units, Order order, const Pace *pace = nullptr)
      : Task{nullptr, units, sizeOf(run.work), (run.block.flags & XCRT_UNEVEN) != 0}, run(run), order(order) {
    if (pace) {
      expected = pace->expected();
      isInTrain = pace->isInTrain();
    }
  }

  /// The first of the block's units that the claimed units lo .. hi-1 stand for.
  uint32_t firstUnit(uint32_t lo, uint32_t hi) const { return order == Order::Forward ? lo : units - hi; }

  const Run &run;
  const Order order;
};

/// The same with a reduction: a record for each tile, kept under the number of its first unit.
struct ReductionTask : CoreTask {
  using CoreTask::CoreTask;

  Partials partials;
  Grains grains = {};
  mutable std::atomic<uint64_t> used[kMostUnits / 64]; ///< The units that have a record.
};

} // namespace

static void runTile(const Task &task, uint32_t lo, uint32_t hi) {
  const CoreTask &self = static_cast<const CoreTask &>(task);
  const uint32_t first = self.firstUnit(lo, hi);
  self.run.items(unitStart(self.run.n, self.units, first), unitStart(self.run.n, self.units, first + (hi - lo)),
                 nullptr);
}

static void runReductionTile(const Task &task, uint32_t lo, uint32_t hi) {
  const ReductionTask &self = static_cast<const ReductionTask &>(task);
  const uint32_t first = self.firstUnit(lo, hi);
  void *partial = self.partials[first];
  self.used[first / 64].fetch_or(uint64_t(1) << (first % 64), std::memory_order_relaxed);
  self.run.block.identity(partial);
  self.run.items(unitStart(self.run.n, self.units, first), unitStart(self.run.n, self.units, first + (hi - lo)),
                 partial);
}

static void runGrain(const Run &run, const Grains &grains, uint32_t grain, void *partial) {
  run.block.identity(partial);
  run.items(grains.start(grain), grains.end(grain, run.n), partial);
}

static void runGrains(const Task &task, uint32_t lo, uint32_t hi) {
  const ReductionTask &self = static_cast<const ReductionTask &>(task);
  const uint32_t first = self.firstUnit(lo, hi);
  for (uint32_t grain = first; grain < first + (hi - lo); ++grain)
    runGrain(self.run, self.grains, grain, self.partials[grain]);
}

Outcome runGrainsAlone(const Run &run) {
  const Grains grains = grainsOf(run.n);
  Partials partial;
  if (!partial.reserve(run.block, 1))
    return {.why = "no memory for the reduction"};
  for (uint32_t grain = 0; grain < grains.count; ++grain) {
    runGrain(run, grains, grain, partial[0]);
    run.block.fold(run.result, partial[0]);
  }
  return {.ran = true, .tiles = grains.count};
}

static Outcome runFixedTree(const Run &run, Pool &pool, Order order) XC_REQUIRES(pool.ownership) {
  const Grains grains = grainsOf(run.n);
  ReductionTask task(run, grains.count, order);
  task.Task::run = runGrains;
  task.grains = grains;
  if (!task.partials.reserve(run.block, grains.count))
    return runGrainsAlone(run);
  const Pool::Effort effort = pool.run(task);
  for (uint32_t grain = 0; grain < grains.count; ++grain)
    run.block.fold(run.result, task.partials[grain]);
  return {.ran = true, .threads = effort.threads, .tiles = grains.count};
}

static Outcome runReduction(const Run &run, Pool &pool, uint32_t units, Order order, const Pace *pace)
    XC_REQUIRES(pool.ownership) {
  ReductionTask task(run, units, order, pace);
  task.Task::run = runReductionTile;
  if (!task.partials.reserve(run.block, units))
    return {.why = "no memory for the reduction"};
  const uint32_t words = (units + 63) / 64;
  for (uint32_t i = 0; i < words; ++i)
    task.used[i].store(0, std::memory_order_relaxed);
  const Pool::Effort effort = pool.run(task);
  // In tile order: a minimum that also keeps where it was found is associative, but not commutative.
  for (uint32_t i = 0; i < words; ++i)
    for (uint64_t word = task.used[i].load(std::memory_order_relaxed); word != 0; word &= word - 1)
      run.block.fold(run.result, task.partials[i * 64 + unsigned(std::countr_zero(word))]);
  return {.ran = true, .threads = effort.threads, .tiles = effort.shares, .alone = effort.alone};
}

Outcome runOnCores(const Run &run, Pool &pool, unsigned threads, Order order, const Pace *pace) {
  if (run.fixedTree())
    return runFixedTree(run, pool, order);
  const uint32_t units = unitsFor(run, threads);
  if (run.reduces())
    return runReduction(run, pool, units, order, pace);
  CoreTask task(run, units, order, pace);
  task.Task::run = runTile;
  const Pool::Effort effort = pool.run(task);
  return {.ran = true, .threads = effort.threads, .tiles = effort.shares, .alone = effort.alone};
}

} // namespace xc::rt
