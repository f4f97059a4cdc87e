/// \file A block as kernels are made from it.
#pragma once

#include "call_site.h"
#include "kernels/kernel.h"

namespace xc {

/// Describes a block whose functions have been created, or says what keeps it from being run by a device.
GpuRefusal describeForKernels(const Block &block, const Captures &captures, const BlockFunctions &functions,
                              llvm::StringRef name, KernelSource &source);

} // namespace xc
