/// \file The gate in front of the plain loop, and the block's descriptor.
#pragma once

#include "captures.h"

namespace xc {

/// The functions of a block; null where it has none.
struct BlockFunctions {
  llvm::Function *body, *serial, *identity, *fold;
};

/// The tables of a block; no guard where it has none.
struct BlockTables {
  llvm::Constant *guard, *footprint;
};

/// The `struct xcrt_gate` NAME.gate, which first opens for `leastWork` instructions.
llvm::GlobalVariable *createGate(const Block &block, const Captures &captures, uint64_t leastWork,
                                 const llvm::Twine &name);

/// The constant `struct xcrt_block` NAME.block.
llvm::GlobalVariable *createDescriptor(const Block &block, const BlockFunctions &functions, const BlockTables &tables,
                                       llvm::GlobalVariable *gate, llvm::StringRef name);

/// Lets a descriptor name a kernel blob (src/blob/format.h).
void attachKernels(llvm::GlobalVariable &descriptor, llvm::StringRef blob);

/// Puts the gate in front of the loop: enough work? then hand the block to the runtime; else, or if it declines, the
/// plain loop.
void createCallSite(const Block &block, const Captures &captures, llvm::GlobalVariable *descriptor,
                    llvm::GlobalVariable *gate);

/// Puts a call of a new function NAME.run in the place of the loop: enough work? then hand the block to the runtime;
/// else, or if it declines, the body in one piece.
void replaceLoop(const Block &block, const Captures &captures, llvm::Function &body, llvm::GlobalVariable *descriptor,
                 llvm::GlobalVariable *gate);

} // namespace xc
