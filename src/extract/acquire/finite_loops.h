/// \file What follows from the language's promise that loops without effects end.
#pragma once

#include "llvm/IR/PassManager.h"

namespace xc {

/// `for (unsigned i = 0; i < n; i++)` with a wider n never ends if n is more than i can be. A loop that does nothing
/// but compute and access memory may be assumed to end (C 6.8.5, C++ [intro.progress]; clang marks such loops): so n is
/// no more than that, which is stated in front of the loop for ScalarEvolution to count its iterations.
struct FiniteLoopsPass : llvm::PassInfoMixin<FiniteLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace xc
