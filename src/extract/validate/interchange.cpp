#include "interchange.h"
#include "dependences.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace xc {

namespace {

/// From here on the next iteration's element is in another cache line.
constexpr Wide distant = 64;

/// True if `inner`'s accesses walk down columns and none would walk down one if `outer` were innermost.
bool prefersOuter(const Block &block, const Loop &outer, const Loop &inner) {
  Variable o = block.forms->counter(&outer), i = block.forms->counter(&inner);
  bool hasColumn = false;
  for (const Array &array : block.arrays)
    for (const ArrayUse &use : array.uses) {
      if (!inner.contains(use.instruction))
        continue;
      auto size = use.size.constant();
      if (!use.offset.isValid() || !size)
        return false;
      Polynomial next = use.offset.coefficient(o), down = use.offset.coefficient(i);
      if (!next.isZero() && next != Polynomial(*size))
        return false;
      auto step = down.constant();
      hasColumn |= !next.isZero() && (step ? *step >= distant || *step <= -distant : true);
    }
  return hasColumn;
}

/// True if the two, of one iteration of the loops around `inner` and any of its own, are at different places.
bool areApart(Forms &forms, const ArrayUse &a, const ArrayUse &b) {
  auto isBehind = [&](const ArrayUse &one, const ArrayUse &other) {
    auto least = forms.bound(one.offset - other.offset - other.size, false, nullptr);
    auto distance = least && least->clamped.empty() ? forms.leastValue(least->base) : std::nullopt;
    return distance && *distance >= 0;
  };
  return isBehind(a, b) || isBehind(b, a);
}

void findSinkable(Block &block, const Loop &inner, SmallVectorImpl<const Instruction *> &sinkable) {
  Variable k = block.forms->counter(&inner);
  for (const Array &array : block.arrays)
    for (const ArrayUse &store : array.uses) {
      if (!store.isWrite || !inner.contains(store.instruction) || !store.offset.isValid() ||
          !store.offset.coefficient(k).isZero())
        continue;
      // Other arrays do not overlap with one that is written.
      bool isAlone = all_of(array.uses, [&](const ArrayUse &other) {
        return other.instruction == store.instruction || !inner.contains(other.instruction) ||
               areApart(*block.forms, store, other);
      });
      if (isAlone)
        sinkable.push_back(store.instruction);
    }
}

/// True if all that `loop` does with memory, but for errno, is known to be done to the block's arrays.
bool usesArraysOnly(const Block &block, const Loop &loop) {
  return all_of(loop.blocks(), [&](const BasicBlock *BB) {
    return all_of(*BB, [&](const Instruction &I) {
      if (!I.mayReadOrWriteMemory() || isa<DbgInfoIntrinsic>(I) || (isa<CallInst>(I) && !isa<IntrinsicInst>(I)))
        return true;
      return isa<LoadInst, StoreInst>(I) && block.arrayOf.count(&I);
    });
  });
}

} // namespace

void validateInterchange(Block &block) {
  if (!block.privates.empty() || !block.workArrays.empty() || !block.previous.empty())
    return;
  for (const Loop *outer : block.loop->getLoopsInPreorder()) {
    bool isItem = outer == block.grid.back().loop;
    if (!isItem && !block.grid.back().loop->contains(outer))
      continue;
    bool areInnermost = all_of(*outer, [](const Loop *inner) { return inner->isInnermost(); });
    if (outer->isInnermost() || !areInnermost || !usesArraysOnly(block, *outer))
      continue;
    if (any_of(*outer, [&](const Loop *inner) { return prefersOuter(block, *outer, *inner); }) &&
        (isItem || areIndependent(block, *outer))) {
      Interchangeable &added = block.interchangeable.emplace_back(outer);
      for (const Loop *inner : *outer)
        findSinkable(block, *inner, added.sinkable);
    }
  }
}

} // namespace xc
