/// \file What memory of the program a run on a device needs there, and which of it comes back.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "blob/read.h"
#include "runtime/run.h"

namespace xc::rt {

/// The program's bytes [lo, hi), at least one.
struct Slice {
  uint64_t lo, hi;
  uint64_t place; ///< Where they lie in the device's memory of the run.
  bool in;        ///< The device needs what is there.
  bool out;       ///< The device changes some of it, or all if `in` is false.
  uint8_t grain;  ///< What the device writes are whole aligned parts of so many bytes, a power of two.
  uint64_t bytes() const { return hi - lo; }
};

/// The slices of a run. No two overlap: arrays that do share one.
struct Slices {
  Slice slices[XCRT_MOST_ARRAYS];
  uint32_t count;
  uint64_t bytes; ///< Of the device's memory of the run: those of all slices, and what lies between some.
  /// What is to be added to the address of a byte of array i to get its place in the device's memory, modulo 2^64.
  uint64_t shift[XCRT_MOST_ARRAYS];
  uint64_t bytesIn, bytesOut;
};

/// Finds the slices of all items of a run; null, or why the run must stay on the CPU.
const char *findSlices(const Run &run, const blob::View &kernels, Slices &slices);

} // namespace xc::rt
