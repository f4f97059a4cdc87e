/// \file One run of one block: what xcrt_run() was called with, and how its items are cut.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/devices/device.h"
#include "runtime/forms.h"
#include "xcrt/abi.h"

#include <atomic>
#include <bit>
#include <stdint.h>

namespace xc::rt {

struct Run {
  const xcrt_block &block;
  const void *captures;
  int64_t n;
  uint64_t work; ///< Machine instructions, an estimate.
  void *result;
  /// What the items left in errno, which belongs to the thread that ran them: item << 16 | errno of the last tile in
  /// item order that set it, 0 if none did. Functions of <math.h> set errno and never clear it.
  mutable std::atomic<uint64_t> lastError = 0;

  /// Runs items lo .. hi-1. All calls of the body but those of the plain loop go through here.
  void items(int64_t lo, int64_t hi, void *partial) const;

  /// Where all its items lie, by array; false if that is not known.
  bool footprint(xcrt_range (&ranges)[XCRT_MOST_ARRAYS]) const {
    return block.array_count <= XCRT_MOST_ARRAYS && evaluateFootprint(block, captures, 0, n, ranges);
  }
  bool fixedTree() const { return block.flags & XCRT_FIXED_TREE; }
  bool reduces() const { return block.result_size != 0; }
};

/// What became of the attempt to run a block on a device.
struct OnDevice {
  const char *device = nullptr; ///< Its name; null if no device was asked.
  Status status;
  uint64_t bytesIn = 0, bytesOut = 0;
  bool mayDiffer = false; ///< Its functions of <math.h> are not the host's.
};

/// What became of a run.
struct Outcome {
  bool ran = false;        ///< If not, the plain loop must run.
  const char *how = "cpu"; ///< In which way it ran.
  unsigned threads = 1;    ///< That took part.
  uint32_t tiles = 1;      ///< Calls of the block's body.
  const char *why = "";    ///< Why it did not run.
  uint64_t alone = 0;      ///< What one thread would have taken (ns), 0 if that was not measured.
  OnDevice onDevice = {};
};

/// The item at which unit `unit` of `units` equal ones begins. Units are at most 4096 and items less than 2^48
/// (XCRT_MOST_ITEMS), so the product fits.
inline int64_t unitStart(int64_t n, uint32_t units, uint32_t unit) { return n * int64_t(unit) / int64_t(units); }
constexpr uint32_t kMostUnits = 4096;
constexpr unsigned kMostItemBits = std::countr_zero(uint64_t(XCRT_MOST_ITEMS));

/// Into how many units to cut a run: enough that guided shares of them balance, none so small that claiming it shows.
uint32_t unitsFor(const Run &run, unsigned threads);

/// The grains of a fixed reduction tree. THE RULE, which is part of what a program computes and must never change:
///
///     grain = ceil(n / 256) if n <= 2^20, else max(4096, ceil(n / 4096)) items
///
/// Grain g has items g * grain .. min(n, (g + 1) * grain) - 1. Each grain is one call of the body, going on from the
/// neutral element; the results are folded into the value before the loop in the order of the grains.
struct Grains {
  int64_t size;
  uint32_t count;

  int64_t start(uint32_t grain) const { return int64_t(grain) * size; }
  int64_t end(uint32_t grain, int64_t n) const { return grain + 1 == count ? n : start(grain + 1); }
};
Grains grainsOf(int64_t n);

} // namespace xc::rt
