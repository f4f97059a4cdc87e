/// \file What floating-point operations mean on the host where their definition leaves a choice.
#pragma once

#include "llvm/IR/Function.h"

namespace xc {

struct HostFloat {
  /// A multiplication and an addition that may be fused are.
  bool fuses = false;
  /// Of two equal numbers, such as zeros of different sign, fmax() and fmin() return the first.
  bool takesFirstOfEqual = false;

  /// What LLVM makes of F's code.
  static HostFloat of(const llvm::Function &F);
};

} // namespace xc
