/// \file Brings a working copy of a function into the form that acquisition reads.
#pragma once

#include "llvm/IR/PassManager.h"

namespace xc {

/// Loops simplified, rotated and in closed SSA form, scalars in registers, invariants hoisted, recurrences that
/// ScalarEvolution reads. Nothing that hides parallelism: no load-PRE, no unrolling, no unswitching.
void canonicalise(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace xc
