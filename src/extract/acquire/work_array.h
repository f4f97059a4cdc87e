/// \file Arrays of which each part of a run gets a copy.
#pragma once

#include "../block.h"
#include "llvm/IR/Dominators.h"

namespace xc {

/// Makes an array with extent a work array of the block, with a guard on its size if that is not known. False if
/// values may go through it from one iteration to the next, or if what the last one leaves there is not known.
bool acquireWorkArray(Block &block, unsigned array, llvm::ScalarEvolution &SE, const llvm::DominatorTree &DT);

} // namespace xc
