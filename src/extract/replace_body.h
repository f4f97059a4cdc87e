/// \file Working copies of functions.
#pragma once

#include "llvm/IR/Function.h"

namespace xc {

/// A copy of F in the same module that bears F's name, so that messages and symbols do; F is renamed meanwhile.
llvm::Function *createWorkingCopy(llvm::Function &F);
/// Gives F its name back; the copy has none then.
void returnName(llvm::Function &F, llvm::Function *copy);
/// Moves the copy's body into F and deletes the copy.
void adoptWorkingCopy(llvm::Function &F, llvm::Function *copy);

} // namespace xc
