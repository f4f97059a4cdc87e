/// \file How much work a block is, and whether it can be worth sharing.
#pragma once

#include "../block.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace xc {

/// Estimates the block's work; refuses it if it is known at compile time to be less than `threshold` instructions.
Refusal validateWorth(Block &block, llvm::ScalarEvolution &SE, llvm::LoopInfo &LI, uint64_t threshold);

/// Decides which blocks of a function leave the plain loop beside the body. With that the body is optimised with what
/// the guards promise, but much code is compiled once.
void validateCopies(llvm::ArrayRef<std::unique_ptr<Block>> blocks);

} // namespace xc
