/// \file Searches: the greatest or least value of a loop and what was kept beside it, such as where it was found.
#pragma once

#include "../block.h"
#include "../refusals.h"

namespace xc {

/// Appends to `reductions` what `phis`, header phis of `loop` that are no plain reductions, carry: for each search its
/// leader and behind it the values that change with it. Refuses the loop if some phi belongs to no search.
///
/// A search is `if (x > best) { best = x; kept = ...; }` with a strict, ordered comparison: the first of equal values
/// wins and a NaN never does, so searches of consecutive parts, each from the worst value on, give bit for bit what the
/// whole loop gives when they are compared in order.
Refusal validateSearches(llvm::ArrayRef<llvm::PHINode *> phis, llvm::Loop &loop,
                         llvm::SmallVectorImpl<Reduction> &reductions);

} // namespace xc
