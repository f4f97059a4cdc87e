/// \file Follows calls into the program's own functions by inlining them into a working copy.
#pragma once

#include "llvm/IR/PassManager.h"

namespace xc {

/// Inlines into F the calls that stand in its loops, level by level, and small ones elsewhere. Recursive, variadic,
/// noinline and very large callees are left.
/// `original` is the function that F is a copy of.
void inlineCalls(llvm::Function &F, const llvm::Function &original, llvm::FunctionAnalysisManager &FAM);

} // namespace xc
