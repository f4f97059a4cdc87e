/// \file Proof that no iteration touches memory that another one writes.
///
/// For a write A and any access B of the same array, one of these must hold (Wide arithmetic throughout):
///  - footprint disjointness: per iteration, the accesses cover intervals that advance by at least their length;
///  - separation: all that A covers lies before or behind all that B covers;
///  - GCD: the offsets of A and B differ modulo the greatest common divisor of all strides.
/// Different arrays must be different objects or must not overlap. What is not a compile-time fact becomes a guard.
#pragma once

#include "../block.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace xc {

/// An array through which iterations seem to depend on each other is no matter if `makeWorkArray` makes a work array of
/// it.
Refusal validateDependences(Block &block, llvm::AAResults &AA, llvm::function_ref<bool(unsigned)> makeWorkArray);

/// Turns the conditions under which the forms describe the program into guards, unless they are facts. Comes last: a
/// proof may add conditions.
Refusal validateRanges(Block &block);

/// Drops dimensions of the grid, innermost first, over which the items of one row are not independent.
void validateGrid(Block &block);

/// True if iterations of a loop inside the block's, in one iteration of those around it, do not touch memory that
/// another one writes: as a fact, or where the block's guards hold. Of memory behind the block's arrays only.
bool areIndependent(Block &block, const llvm::Loop &inner);

} // namespace xc
