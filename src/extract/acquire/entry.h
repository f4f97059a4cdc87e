/// \file How control comes to a block.
#pragma once

#include "llvm/IR/Instructions.h"
#include <optional>

namespace xc {

/// The only way into a block: from another one, always or where a condition has a value.
struct Entry {
  llvm::BasicBlock *from;
  llvm::Value *condition; ///< Null: always.
  bool value;
};

/// Nothing if there are several ways, none, or one that is no branch.
std::optional<Entry> entryOf(const llvm::BasicBlock &block);

} // namespace xc
