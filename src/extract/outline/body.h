/// \file The functions that run a block's items.
#pragma once

#include "captures.h"

namespace xc {

/// void NAME(const void *captures, i64 lo, i64 hi, void *result): items lo .. hi-1, with the facts that were proved
/// about its accesses attached.
llvm::Function *createBody(const Block &block, const Captures &captures, const llvm::Twine &name);

/// void NAME.serial(const void *captures, i64 n, void *result): the plain loop, nothing added, nothing optimised; the
/// body in one piece where that is the plain loop.
llvm::Function *createSerial(const Block &block, const Captures &captures, llvm::Function &body,
                             const llvm::Twine &name);

/// void NAME.identity(void *result) and void NAME.fold(void *into, const void *from); null without reductions.
llvm::Function *createIdentity(const Block &block, const llvm::Twine &name);
llvm::Function *createFold(const Block &block, const llvm::Twine &name);

/// The reduction record.
llvm::StructType *resultType(const Block &block);

/// Takes a function that runs once per block, or under XC_PAR=check only, out of the optimiser's work.
void leaveUnoptimised(llvm::Function &F);

/// An internal function NAME with the target attributes of the function that the block is in.
llvm::Function *createBlockFunction(const Block &block, llvm::FunctionType *type, const llvm::Twine &name);

} // namespace xc
