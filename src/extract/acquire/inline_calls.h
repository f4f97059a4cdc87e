/// \file Follows calls into the program's own functions by inlining them into a working copy.
#pragma once

#include "screen.h"
#include <set>

namespace xc {

/// Places in the source, line and column, whose calls are worth following.
struct InlineScope {
  std::set<std::pair<unsigned, unsigned>> loops; ///< Calls in these loops.
  std::set<std::pair<unsigned, unsigned>> calls; ///< These calls themselves.
};

/// Inlines into F the calls that stand in loops with prospects, level by level, and small ones outside loops: accessors
/// such as begin() and size(), which bound a loop. Recursive, variadic, noinline and very large callees are left, and
/// those that `screen` says cannot be followed.
/// `original` is the function that F is a copy of; `scope`, unless null, limits what is inlined in loops.
void inlineCalls(llvm::Function &F, const llvm::Function &original, const InlineScope *scope, Screen &screen,
                 llvm::FunctionAnalysisManager &FAM);

} // namespace xc
