/// \file Locals that every iteration writes before it reads.
#pragma once

#include "forms.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace xc {

/// An access to bytes [offset, offset + size) of a local; a write without a valid offset counts for nothing.
struct LocalUse {
  const llvm::Instruction *instruction;
  Polynomial offset, size;
  bool isWrite;
};

/// True if every iteration of `loop` writes each byte of a local before it reads it, so that nothing goes from one
/// iteration to the next through it. `uses` are all accesses to the local in the loop.
bool isRewritten(llvm::ArrayRef<LocalUse> uses, const llvm::Loop &loop, Forms &forms, const llvm::DominatorTree &DT);

} // namespace xc
