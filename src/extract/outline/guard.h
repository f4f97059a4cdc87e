/// \file The functions that evaluate a block's forms at run time.
///
/// They compute in 128 bits, or in 64 where that is enough for variables below 2^40. So that nothing overflows there,
/// every variable must be below a limit that depends on the forms' degree; a run with larger values is refused (the
/// plain loop runs). They run once per block and are not worth the optimiser's time.
#pragma once

#include "captures.h"

namespace xc {

/// True if it cannot be told at compile time that no address of the block wraps around.
bool mayWrap(const Block &block);

/// i32 NAME.guard(const void *captures, i64 n); null if there is nothing to check. `texts` gets one sentence for each
/// value that it may return.
llvm::Function *createGuard(const Block &block, const Captures &captures, const llvm::Twine &name,
                            std::vector<std::string> &texts);

/// i32 NAME.footprint(const void *captures, i64 lo, i64 hi, struct xcrt_range *ranges).
llvm::Function *createFootprint(const Block &block, const Captures &captures, const llvm::Twine &name);

} // namespace xc
