/// \file A block's functions as devices run them, in a module of their own.
#pragma once

#include "kernel.h"
#include "llvm/IR/Module.h"

namespace xc {

/// The parameter record of a kernel (blob/format.h): the captured values, and behind them the addresses of objects.
struct RecordLayout {
  uint64_t captureSize = 0, size = 0;
  std::vector<std::pair<llvm::GlobalVariable *, uint64_t>> objects; ///< With the byte at which the address stands.

  explicit RecordLayout(const KernelSource &source);
};

struct DeviceModule {
  std::unique_ptr<llvm::Module> module;
  /// As in KernelSource, but internal and with a parameter record as first argument. Nothing is left that depends on
  /// the host: no attributes, no fast-math flags, no fmuladd. Functions of <math.h> that are no operations are
  /// declarations of libclc's.
  llvm::Function *body = nullptr, *identity = nullptr;
  bool callsMath = false;
};

/// The source has been found to be safe. Nothing if the device would lay out the captured values in another way.
DeviceModule createDeviceModule(const KernelSource &source, const RecordLayout &record, llvm::StringRef triple,
                                const llvm::DataLayout &DL);

} // namespace xc
