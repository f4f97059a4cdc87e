/// \file libclc's code for functions of <math.h>.
///
/// `math.bc` beside the plugin holds what kernels may call of Debian's libclc, made when xcc was built. It is opened
/// when the first kernel needs it, and only the functions that are called are read.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

namespace xc {

class MathLibrary {
public:
  /// Adds the functions of the library that M declares and calls. Returns what is wrong, or "".
  std::string linkInto(llvm::Module &M);

private:
  std::unique_ptr<llvm::MemoryBuffer> file;
};

} // namespace xc
