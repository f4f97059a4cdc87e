/// \file XC_PAR=chaos: runs a block's items one at a time in an order that a correct block does not mind.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/pool.h"
#include "runtime/run.h"

namespace xc::rt {

/// A permutation of the numbers 0 .. n-1 that needs no memory and is the same for the same seed everywhere.
class Permutation {
public:
  Permutation(int64_t n, uint64_t seed);
  int64_t operator()(int64_t position) const;

private:
  const uint64_t n;
  unsigned halfBits; ///< The numbers below 4^halfBits are permuted; those from n on are skipped.
  uint64_t keys[4];
};

/// Runs each item once, on all threads: every other time (by `turn`) in shuffled and in reversed order. A reduction's
/// items are cut into up to 1024 grains; the shuffle is of the grains, and the items of every other grain run backward.
Outcome runChaos(const Run &run, Pool &pool, uint32_t seed, uint32_t turn) XC_REQUIRES(pool.ownership);

} // namespace xc::rt
