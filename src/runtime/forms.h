/// \file The tables of a block (xcrt/abi.h), evaluated for one run.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "xcrt/abi.h"

namespace xc::rt {

/// Writes for each array the range of bytes that items lo .. hi-1 touch, {0, UINT64_MAX} where that is unknown. False
/// if an address is none, or wraps around.
bool evaluateFootprint(const xcrt_block &block, const void *captures, int64_t lo, int64_t hi, xcrt_range *ranges);

/// The index of the first condition of the block's guard that does not hold for a run of n items, or -1.
int32_t firstFailure(const xcrt_block &block, const void *captures, int64_t n);

} // namespace xc::rt
