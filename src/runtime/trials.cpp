/// SPDX-License-Identifier: Apache-2.0
#include "runtime/trials.h"

#include <bit>

namespace xc::rt {

/// Instructions below which a run is too short to be compared.
constexpr uint64_t kMeasurableWork = 200'000;
/// Instructions for each byte below which memory may be what limits a block.
constexpr uint64_t kInstructionsPerByte = 2;
/// The first run finds pages and caches cold and is not counted. Then both ways are tried in turn, this many runs in
/// all.
constexpr uint32_t kTriedRuns = 7;
/// After which a verdict is looked at again: other programs come and go.
constexpr uint32_t kVerdictRuns = 500;

/// Of times as short as these one sample may be wrong by a factor. One that is better by a third need not be repeated.
static bool tells(uint64_t a, uint64_t b) { return a != 0 && b != 0 && (a > b + b / 3 || b > a + a / 3); }

bool Trial::isDecided() const { return runs >= kTriedRuns || tells(best[0], best[1]); }

Way Trial::next() const {
  if (isDecided())
    return best[unsigned(Way::Alone)] < best[unsigned(Way::Cores)] ? Way::Alone : Way::Cores;
  return runs < 2 || runs % 2 == 1 ? Way::Cores : Way::Alone;
}

void Trial::note(Way way, int64_t n, uint64_t time) {
  constexpr uint64_t kLongest = uint64_t(1) << 43;
  const uint64_t rate = ((time < kLongest ? time : kLongest) << 20) / uint64_t(n) + 1;
  uint64_t &known = best[unsigned(way)];
  if (runs != 0 && !isDecided() && (known == 0 || rate < known))
    known = rate;
  if (++runs == kVerdictRuns) {
    *this = {};
    runs = 1; // All is warm.
  }
}

namespace {

struct Slot {
  const xcrt_block *block;
  uint32_t magnitude;
  bool isBound; ///< By memory.
  Trial trial;
};

constexpr uint32_t kSlots = 128;

} // namespace

/// A run that meets another block's slot takes it over: rare, and costs a few tries.
static constinit Slot slots[kSlots] = {};

static bool isBoundByMemory(const Run &run) {
  xcrt_range ranges[XCRT_MOST_ARRAYS];
  if (!run.footprint(ranges))
    return false;
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < run.block.array_count; ++i)
    if (__builtin_add_overflow(bytes, ranges[i].hi - ranges[i].lo, &bytes))
      return false;
  return bytes > run.work / kInstructionsPerByte;
}

Trial *findTrial(const Run &run) {
  if (run.work < kMeasurableWork || run.fixedTree())
    return nullptr;
  const uint32_t magnitude = uint32_t(std::bit_width(uint64_t(run.n)));
  const uint64_t key = uint64_t(&run.block) / alignof(xcrt_block) * 0x9e3779b97f4a7c15 + magnitude;
  Slot &slot = slots[(key * 0x9e3779b97f4a7c15) >> (64 - std::countr_zero(kSlots))];
  if (slot.block != &run.block || slot.magnitude != magnitude)
    slot = {&run.block, magnitude, isBoundByMemory(run), {}};
  return slot.isBound ? &slot.trial : nullptr;
}

} // namespace xc::rt
