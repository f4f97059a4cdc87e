/// \file Values carried from one iteration to the next that any iteration can compute for itself.
#pragma once

#include "../block.h"

namespace xc {

/// `phi` of the header of `loop` as a value that the iteration before has computed without any carried value but
/// `inductions`; nothing if it is none. `previous = a[i]`, or a flag that only the first iteration sees.
std::optional<Previous> acquirePrevious(llvm::PHINode &phi, const llvm::Loop &loop,
                                        llvm::ArrayRef<Induction> inductions);

/// What is read to compute such a value must be the same at any time of the run.
Refusal validatePrevious(const Block &block);

} // namespace xc
