/// \file The capture record: everything from outside the loop that a block's functions read.
#pragma once

#include "../block.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace xc {

/// Values of one block, computed in front of its loop.
struct Captures {
  llvm::SetVector<llvm::Value *> values;
  llvm::StructType *type = nullptr;
  /// Constant distances from captured pointers. Computed again in each function, which so sees that the two belong
  /// together: neighbours are loaded once.
  llvm::SetVector<llvm::GetElementPtrInst *> offsets;

  /// The byte of the record at which a captured value stands.
  int64_t placeOf(llvm::Value *V, const llvm::DataLayout &DL) const;

  llvm::SmallVector<llvm::Value *, 16> atoms; ///< Value of each atom, i64. Captured unless it is a ConstantInt.
  llvm::SmallVector<llvm::Value *, 3>
      trips; ///< Iterations of each dimension, i64. The inner ones' are captured likewise.
  /// i64; divided by `unitsPerTrip` and rounded down, the outermost loop's iterations less one: cheaper than those.
  llvm::Value *units = nullptr;
  uint64_t unitsPerTrip = 1;
  llvm::DenseMap<const llvm::SCEV *, llvm::Value *> steps;     ///< Of inductions, in their own type.
  llvm::SmallVector<llvm::Value *, 2> liveOuts;                ///< Null where a reduction provides it.
  llvm::DenseMap<const llvm::SCEV *, llvm::Value *> workTrips; ///< Iterations of inner loops, i64.
};

/// A pointer as a constant distance, in bytes, from another one.
std::pair<llvm::Value *, int64_t> originOf(llvm::Value *pointer, const llvm::DataLayout &DL);

/// Expands what the block's functions need in the loop's preheader. Adds instructions there and nowhere else.
Captures expandCaptures(const Block &block, llvm::SCEVExpander &expander);

/// Loads every captured value, and computes what is at a constant distance from one, at the builder's place into `map`.
void loadCaptures(const Captures &captures, llvm::IRBuilderBase &builder, llvm::Value *record,
                  llvm::ValueToValueMapTy &map);

} // namespace xc
