/// \file Names for messages.
#pragma once

#include "llvm/IR/Instructions.h"
#include <string>

namespace llvm {
class Loop;
}

namespace xc {

/// The variable of the source that V stands for, "" if that is not known. Clang names temporaries too ("add", "conv"):
/// only what bears a variable's name for certain counts.
std::string sourceName(const llvm::Value &V);

/// What lies at an address as an expression of the source, such as "*p", "s->n" or "p[...]"; "" if that is not known.
std::string placeName(const llvm::Value &address);

/// " at line N" of the user's own function, also for what was inlined into it; "" if that is not known.
std::string atLine(const llvm::DebugLoc &location);

/// The variable whose value the header phi carries from one iteration to the next, in a register or in memory.
std::string carriedName(const llvm::PHINode &phi, const llvm::Loop &loop);

} // namespace xc
