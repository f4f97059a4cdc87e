/// \file The tables of a block that the runtime evaluates before a run.
#pragma once

#include "captures.h"

namespace xc {

/// True if it cannot be told at compile time that no address of the block wraps around.
bool mayWrap(const Block &block);

/// The table NAME.guard, with one condition for each of the block's guards; null if there is nothing to check.
llvm::Constant *createGuard(const Block &block, const Captures &captures, const llvm::Twine &name);

/// The table NAME.footprint.
llvm::Constant *createFootprint(const Block &block, const Captures &captures, const llvm::Twine &name);

} // namespace xc
