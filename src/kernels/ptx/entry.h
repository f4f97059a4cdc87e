/// \file The entry of a PTX kernel, as blob/format.h describes its parameters.
#pragma once

#include "../device_module.h"

namespace xc {

/// Threads of a group.
constexpr unsigned ptxGroupSize = 256;

/// Adds the kernel NAME, which runs the block's body for the items of its thread.
llvm::Function *createPtxEntry(DeviceModule &device, const KernelSource &source, const RecordLayout &record,
                               blob::Order order, const llvm::Twine &name);

} // namespace xc
