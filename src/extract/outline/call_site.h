/// \file The gate in front of the plain loop, and the block's descriptor.
#pragma once

#include "captures.h"

namespace xc {

/// The functions of a block; null where it has none.
struct BlockFunctions {
  llvm::Function *body, *serial, *identity, *fold, *guard, *footprint;
  std::vector<std::string> guardTexts;
};

/// The constant `struct xcrt_block`.
llvm::GlobalVariable *createDescriptor(const Block &block, const BlockFunctions &functions, llvm::StringRef name);

/// { i32, results... } NAME.run(captured values..., reductions' values before the loop..., i64 n, i64 work): hands the
/// block to the runtime. A function of its own, so that no local of the caller escapes: its frame stays as small as it
/// was, and its tail calls stay tail calls.
llvm::Function *createRunner(const Block &block, const Captures &captures, llvm::GlobalVariable *descriptor,
                             llvm::StringRef name);

/// Puts the gate in front of the loop: enough work? then hand the block to the runtime; else, or if it declines, the
/// plain loop. `gate` is the least work in instructions.
void createCallSite(const Block &block, const Captures &captures, llvm::Function *runner, uint64_t gate);

} // namespace xc
