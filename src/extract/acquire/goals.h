/// \file Loops that aim at speed: `#pragma xc goal(speed)`.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

namespace xc {

/// True if the loop, or one around it, is marked.
bool aimsAtSpeed(const llvm::Loop &loop);

/// Lets sums and products of floating-point numbers that such loops carry be reassociated, and nothing else.
struct ReassociateGoalsPass : llvm::PassInfoMixin<ReassociateGoalsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace xc
