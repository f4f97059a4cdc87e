/// \file The copies of work arrays in a block's body.
#pragma once

#include "captures.h"

namespace xc {

/// Copies of a block's work arrays, for one part of a run.
class WorkArrays {
public:
  WorkArrays(const Block &block, const Captures &captures) : block(block), captures(captures) {}

  /// Creates the copies, and lets `map` turn pointers into the arrays into pointers into them.
  void create(llvm::IRBuilderBase &builder, llvm::ValueToValueMapTy &map);
  /// The same for the constants among them, which no map turns into something else.
  void replaceConstants(llvm::ArrayRef<llvm::BasicBlock *> clones);
  /// Leaves in the arrays what they hold after the loop, at the builder's place. For the part with the last iteration.
  void copyOut(llvm::IRBuilderBase &builder, const llvm::ValueToValueMapTy &map);

private:
  llvm::Value *valueOf(const Polynomial &p, llvm::IRBuilderBase &builder, const llvm::ValueToValueMapTy &map) const;
  /// Copies parts of what lies at a distance from `from` to the same distance from `to`.
  void copy(llvm::ArrayRef<WorkArray::Part> parts, llvm::Value *to, llvm::Value *from, llvm::IRBuilderBase &builder,
            const llvm::ValueToValueMapTy &map) const;

  const Block &block;
  const Captures &captures;
  struct Copy {
    llvm::Value *original, *base; ///< The copy's `base` is where the array's would be.
  };
  llvm::SmallVector<Copy, 2> copies;
  llvm::DenseMap<const llvm::Constant *, llvm::Value *> constants;
};

} // namespace xc
