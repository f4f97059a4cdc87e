/// \file Follows calls into the program's own functions by inlining them into a working copy.
#pragma once

#include "llvm/IR/PassManager.h"

namespace xc {

/// Inlines into F the calls that stand in its loops, level by level, and small ones elsewhere. Recursive, variadic,
/// noinline and very large callees are left.
void inlineCalls(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace xc
