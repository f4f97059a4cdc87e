/// \file Whether all cores or one thread run a block faster, tried out on the program's own runs.
///
/// Only for blocks that memory binds: there one thread may take all the bandwidth there is, and a second one is only in
/// its way. What else limits a block grows with the number of cores.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/run.h"

namespace xc::rt {

enum class Way : uint8_t { Cores, Alone };

/// One block's runs of about one size. All zeros is its initial state.
class Trial {
public:
  /// How to run the block next: both ways in turn, until the times tell or enough have been taken.
  Way next() const;
  bool isDecided() const;
  /// A run of n items in that way took so long (ns).
  void note(Way way, int64_t n, uint64_t time);

private:
  uint32_t runs = 0;
  uint64_t best[2] = {}; ///< By Way: ns for 2^20 items, 0 if there was none.
};

/// The trial of a run's block and size; null if memory does not bind it, or if it is too small to be measured. Whoever
/// calls this owns the pool.
Trial *findTrial(const Run &run);

} // namespace xc::rt
