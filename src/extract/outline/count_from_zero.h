/// \file Moves the start of a loop's induction into its addresses.
#pragma once

#include "llvm/IR/Instructions.h"

namespace xc {

/// A part of a block's items begins anywhere, and an index with a variable start costs an addition per access that
/// later passes do not take out of the loop. Makes `induction` (i64, step 1) of the innermost loop `blocks` count from
/// zero, with its start, and all that is invariant, in base addresses in front of the loop. False, with the induction
/// as it was, unless the induction serves addresses only, and few of them.
bool countFromZero(llvm::PHINode &induction, llvm::BasicBlock &preheader, llvm::ArrayRef<llvm::BasicBlock *> blocks);

} // namespace xc
