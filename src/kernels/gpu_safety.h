/// \file Whether devices can run a block's body and everything that it calls.
#pragma once

#include "kernel.h"

namespace xc {

/// Bytes of local memory that a thread of a kernel may have. Drivers set it aside for all threads of a device at once.
constexpr uint64_t mostLocalBytes = 16 << 10;

/// Refuses a block with something that no device has.
GpuRefusal checkGpuSafety(const KernelSource &source, const MathRules &rules);

/// True for a constant table of numbers that a kernel can carry along.
bool isCarried(const llvm::GlobalVariable &global);

} // namespace xc
