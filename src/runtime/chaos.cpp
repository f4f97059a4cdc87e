/// SPDX-License-Identifier: Apache-2.0
#include "runtime/chaos.h"

#include "runtime/cores.h"
#include "runtime/partials.h"

#include <string.h>

namespace xc::rt {

/// Mixes the bits of a number so that each one of the result depends on all.
static uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 31)) * 0x7fb5d329728ea185;
  x = (x ^ (x >> 27)) * 0x81dadef4bc2dd44d;
  return x ^ (x >> 33);
}

Permutation::Permutation(int64_t n, uint64_t seed) : n(uint64_t(n)), halfBits(1) {
  while (halfBits < 31 && uint64_t(1) << (2 * halfBits) < this->n)
    ++halfBits;
  for (unsigned i = 0; i < 4; ++i)
    keys[i] = mix(seed * 4 + i + 1);
}

int64_t Permutation::operator()(int64_t position) const {
  // A Feistel network permutes the numbers of 2 * halfBits bits, fewer than 4 n. Going on until the number is one of
  // ours stays within one cycle of that permutation, so it permutes ours.
  const uint64_t mask = (uint64_t(1) << halfBits) - 1;
  uint64_t number = uint64_t(position);
  do {
    uint64_t left = number >> halfBits, right = number & mask;
    for (uint64_t key : keys) {
      const uint64_t next = left ^ (mix(right + key) & mask);
      left = right;
      right = next;
    }
    number = left << halfBits | right;
  } while (number >= n);
  return int64_t(number);
}

namespace {

/// Positions 0 .. n-1, each of which stands for one item or grain.
struct ChaosTask : Task {
  ChaosTask(const Run &run, int64_t positions, uint32_t seed, uint32_t turn)
      : Task{nullptr, positions < kMostUnits ? uint32_t(positions) : kMostUnits, Task::Large, true}, run(run),
        positions(positions), permutation(positions, seed + uint64_t(turn) * 0x100000000), reversed(turn & 1) {}

  int64_t at(int64_t position) const { return reversed ? positions - 1 - position : permutation(position); }

  const Run &run;
  const int64_t positions;
  const Permutation permutation;
  const bool reversed;
  Grains grains = {};
  Partials partials;    ///< Of a reduction: by grain.
  Partials itemRecords; ///< Of a reduction: by grain, for one item.
};

} // namespace

static void runItems(const Task &task, uint32_t lo, uint32_t hi) {
  const ChaosTask &self = static_cast<const ChaosTask &>(task);
  const int64_t end = unitStart(self.positions, self.units, hi);
  for (int64_t position = unitStart(self.positions, self.units, lo); position < end; ++position) {
    const int64_t item = self.at(position);
    self.run.items(item, item + 1, nullptr);
  }
}

/// Grains of a fixed tree stay whole.
static void runWholeGrains(const Task &task, uint32_t lo, uint32_t hi) {
  const ChaosTask &self = static_cast<const ChaosTask &>(task);
  for (uint32_t unit = lo; unit < hi; ++unit) {
    const uint32_t grain = uint32_t(self.at(unit));
    self.run.block.identity(self.partials[grain]);
    self.run.items(self.grains.start(grain), self.grains.end(grain, self.run.n), self.partials[grain]);
  }
}

/// Runs the items of grains one at a time, in order or backward. Either way the records are folded in item order: an
/// associative reduction need not be commutative.
static void runGrainItems(const Task &task, uint32_t lo, uint32_t hi) {
  const ChaosTask &self = static_cast<const ChaosTask &>(task);
  const xcrt_block &block = self.run.block;
  for (uint32_t unit = lo; unit < hi; ++unit) {
    const uint32_t grain = uint32_t(self.at(unit));
    const int64_t start = self.grains.start(grain), end = self.grains.end(grain, self.run.n);
    void *partial = self.partials[grain], *record = self.itemRecords[grain];
    for (int64_t i = start; i < end; ++i) {
      const bool backward = grain & 1;
      const int64_t item = backward ? end - 1 - (i - start) : i;
      if (i == start) { // Not every fold has an identity on its right: a last value has none.
        block.identity(partial);
        self.run.items(item, item + 1, partial);
        continue;
      }
      block.identity(record);
      self.run.items(item, item + 1, record);
      if (backward) {
        block.fold(record, partial);
        memcpy(partial, record, block.result_size);
      } else {
        block.fold(partial, record);
      }
    }
  }
}

Outcome runChaos(const Run &run, Pool &pool, uint32_t seed, uint32_t turn) {
  if (!run.reduces()) {
    ChaosTask task(run, run.n, seed, turn);
    task.Task::run = runItems;
    const Pool::Effort effort = pool.run(task);
    return {.ran = true,
            .how = task.reversed ? "chaos (reversed)" : "chaos (shuffled)",
            .threads = effort.threads,
            .tiles = uint32_t(run.n < UINT32_MAX ? run.n : UINT32_MAX)};
  }

  Grains grains = grainsOf(run.n);
  if (!run.fixedTree()) {
    grains.size = run.n / 1024 + 1;
    grains.count = uint32_t((run.n + grains.size - 1) / grains.size);
  }
  ChaosTask task(run, grains.count, seed, turn);
  task.grains = grains;
  task.Task::run = run.fixedTree() ? runWholeGrains : runGrainItems;
  if (!task.partials.reserve(run.block, grains.count) ||
      (!run.fixedTree() && !task.itemRecords.reserve(run.block, grains.count)))
    return run.fixedTree() ? runGrainsAlone(run) : Outcome{.why = "no memory for the reduction"};
  const Pool::Effort effort = pool.run(task);
  for (uint32_t grain = 0; grain < grains.count; ++grain)
    run.block.fold(run.result, task.partials[grain]);
  return {.ran = true,
          .how = task.reversed ? "chaos (reversed)" : "chaos (shuffled)",
          .threads = effort.threads,
          .tiles = grains.count};
}

} // namespace xc::rt
