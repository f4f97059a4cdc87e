/// \file What stands for a function of <math.h> in kernels.
#pragma once

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include <string>

namespace xc {

/// What a call of a function of <math.h>, or of the intrinsic that clang made of it, becomes in a kernel.
struct DeviceMath {
  llvm::Intrinsic::ID operation = llvm::Intrinsic::not_intrinsic; ///< If it is one of every device,
  std::string function;                                           ///< else libclc's symbol.

  explicit operator bool() const { return operation != llvm::Intrinsic::not_intrinsic || !function.empty(); }
};

/// Nothing if it is another function, or one that kernels do not have.
DeviceMath deviceMath(const llvm::CallBase &call);

/// True for a function of <math.h>, whether kernels have it or not.
bool isMathIntrinsic(llvm::Intrinsic::ID id);

} // namespace xc
