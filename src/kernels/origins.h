/// \file Where the pointers of a block's code come from.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/DataLayout.h"
#include <optional>

namespace xc {

/// All that a pointer may be computed from by additions, phis and choices. Values for which `isOrigin` is true are
/// taken as they are.
llvm::SmallVector<llvm::Value *, 4> originsOf(
    llvm::Value *pointer,
    llvm::function_ref<bool(const llvm::Value *)> isOrigin = [](const llvm::Value *) { return false; });
inline llvm::SmallVector<llvm::Value *, 4> originsOf(const llvm::Value *pointer) {
  return originsOf(const_cast<llvm::Value *>(pointer));
}

/// The byte of a record to which a pointer points, if it is at a constant place of it.
std::optional<uint64_t> placeInRecord(const llvm::Value *pointer, const llvm::Argument &record,
                                      const llvm::DataLayout &DL);

} // namespace xc
