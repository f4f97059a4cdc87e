/// \file Runs a block on the cores of this machine.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/pace.h"
#include "runtime/pool.h"
#include "runtime/run.h"

namespace xc::rt {

/// In which order the pool hands out a block's items.
enum class Order : uint8_t {
  Forward,
  Backward, ///< Tiles from the last to the first, which brings to light what depends on earlier items.
};

/// Runs the block on all threads of the pool; `threads` is what Pool::threads() said, `pace` what is known of earlier
/// runs.
Outcome runOnCores(const Run &run, Pool &pool, unsigned threads, Order order, const Pace *pace = nullptr)
    XC_REQUIRES(pool.ownership);

/// Runs a block that has a fixed tree on the calling thread alone, with the same result.
Outcome runGrainsAlone(const Run &run);

} // namespace xc::rt
