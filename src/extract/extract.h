/// \file Finds the parallel loops of a module and outlines them: acquire, validate, outline.
#pragma once

#include "options.h"
#include "llvm/IR/PassManager.h"

namespace xc {

/// Returns true if the module was changed. A function in which nothing is lifted stays as it was.
bool extract(llvm::Module &M, llvm::ModuleAnalysisManager &MAM, const Options &options);

} // namespace xc
