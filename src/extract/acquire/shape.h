/// \file The shape of a candidate: one entry, one test at the bottom against an invariant count, known recurrences.
#pragma once

#include "../block.h"

namespace xc {

/// Fills in the first dimension of `block` from `loop` (in simplified, rotated, closed SSA form); refuses any loop
/// whose iterations cannot be numbered before it starts.
Refusal acquireShape(Block &block, llvm::Loop &loop, llvm::ScalarEvolution &SE, const llvm::DataLayout &DL);

/// Adds the values that outlining other blocks has taken out of the loop since. False if one cannot be computed in
/// front of it.
bool completeLiveOuts(Block &block, llvm::ScalarEvolution &SE, const llvm::DataLayout &DL);

/// Adds inner loops as dimensions while the nest is perfect and the inner counts do not depend on the outer index.
void acquireGrid(Block &block, llvm::ScalarEvolution &SE, const llvm::DataLayout &DL);

} // namespace xc
