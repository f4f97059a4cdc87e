/// \file What memory a candidate touches: arrays by base pointer, accesses as forms, locals of an iteration.
#pragma once

#include "../block.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Dominators.h"

namespace xc {

/// Fills in arrays, accesses and privates. Refuses a write whose address is not affine, and a read of unknown address
/// that may touch memory written by the block.
Refusal acquireAccesses(Block &block, llvm::ScalarEvolution &SE, llvm::AAResults &AA, llvm::DominatorTree &DT);

} // namespace xc
