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

  /// True if it has the C library's bits.
  bool isExact() const { return function.empty() || llvm::StringRef(function).starts_with("xc_fmod"); }
  explicit operator bool() const { return operation != llvm::Intrinsic::not_intrinsic || !function.empty(); }
};

/// Nothing if it is another function, or one that kernels do not have.
DeviceMath deviceMath(const llvm::CallBase &call);

/// What computes `frem`, of which the back ends' own is not exact.
inline const char *remainderFunction(const llvm::Type *type) { return type->isFloatTy() ? "xc_fmodf" : "xc_fmod"; }

/// True for a function of <math.h>, whether kernels have it or not.
bool isMathIntrinsic(llvm::Intrinsic::ID id);

} // namespace xc
