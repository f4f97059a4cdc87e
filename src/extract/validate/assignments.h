/// \file Values that some iterations assign: `if (x == wanted) found = i;`.
#pragma once

#include "../block.h"

namespace xc {

/// Appends to `reductions` those of `phis`, header phis of `loop`, that each iteration keeps or replaces by something
/// that depends on no carried value; those left remain in `phis`. The last assignment in the order of the iterations
/// counts, so each part of a run tells whether it has made one.
void validateAssignments(llvm::SmallVectorImpl<llvm::PHINode *> &phis, llvm::Loop &loop,
                         llvm::SmallVectorImpl<Reduction> &reductions);

} // namespace xc
