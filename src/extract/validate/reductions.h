/// \file Values carried from one iteration to the next: reductions with an associative operator.
#pragma once

#include "../block.h"

namespace xc {

/// The reduction that `phi` of the header of `loop` is, if it is one; else says why not.
Refusal validateReduction(llvm::PHINode &phi, llvm::Loop &loop, std::optional<Reduction> &reduction);

} // namespace xc
