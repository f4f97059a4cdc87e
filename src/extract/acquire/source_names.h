/// \file Names for messages.
#pragma once

#include "llvm/IR/Value.h"
#include <string>

namespace xc {

/// The variable of the source that V stands for, "" if that is not known. Clang names temporaries too ("add", "conv"):
/// only what bears a variable's name for certain counts.
std::string sourceName(const llvm::Value &V);

} // namespace xc
