/// \file Arrays that every iteration writes before it reads.
#pragma once

#include "../block.h"
#include "llvm/IR/Dominators.h"

namespace xc {

/// True if every iteration of `loop` writes each byte of a local before it reads it, so that nothing goes from one
/// iteration to the next through it. `uses` are all accesses to the local in the loop.
bool isRewritten(llvm::ArrayRef<ArrayUse> uses, const llvm::Loop &loop, Forms &forms, const llvm::DominatorTree &DT);

/// The same of an array that is alive before and after the loop: it also is to be known what the last iteration writes,
/// and that no other writes more. `pointers` is left to the caller.
std::optional<WorkArray> findWorkArray(llvm::ArrayRef<ArrayUse> uses, const llvm::Loop &loop, Forms &forms,
                                       const llvm::DominatorTree &DT);

} // namespace xc
