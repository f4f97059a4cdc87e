#include "work_array.h"
#include "../validate/effects.h"
#include "rewritten.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace xc {

namespace {

/// Each part of a run copies it.
constexpr Wide mostBytes = 64 << 10;

/// The pointers into the array at `base` that the loop gets from outside. Nothing if one of them, or what is computed
/// from it, is used for something else than accesses: the copy lies at another address.
std::optional<SmallVector<Value *, 4>> pointersInto(const Value *base, const Loop &loop, ScalarEvolution &SE) {
  auto isInto = [&](Value *V) {
    if (!V->getType()->isPointerTy())
      return false;
    auto *object = dyn_cast<SCEVUnknown>(SE.getPointerBase(SE.getSCEV(V)));
    return object && object->getValue() == base;
  };
  SmallSetVector<Value *, 4> pointers;
  for (BasicBlock *BB : loop.blocks())
    for (Instruction &I : *BB)
      for (Use &use : I.operands()) {
        if (!isInto(use))
          continue;
        bool isAddress = use.get() == getLoadStorePointerOperand(&I) && (isa<LoadInst>(I) || use.getOperandNo() == 1);
        bool isMoved = isa<GetElementPtrInst>(I) && use.getOperandNo() == 0;
        bool isCopied = isa<MemIntrinsic>(I) && use.getOperandNo() < 2;
        bool isCompared = isa<ICmpInst>(I) && all_of(I.operands(), isInto);
        bool isStepped = isa<PHINode>(I) && isInto(&I);
        if (!isAddress && !isMoved && !isCopied && !isCompared && !isStepped)
          return std::nullopt;
        auto *definition = dyn_cast<Instruction>(use);
        if (!definition || !loop.contains(definition))
          pointers.insert(use);
      }
  return pointers.takeVector();
}

/// How much an instruction relies on the alignment of its addresses.
Align alignmentOf(const Instruction &I) {
  if (auto *memory = dyn_cast<MemIntrinsic>(&I)) {
    auto *transfer = dyn_cast<MemTransferInst>(memory);
    return std::max(memory->getDestAlign().valueOrOne(), transfer ? transfer->getSourceAlign().valueOrOne() : Align());
  }
  return getLoadStoreAlignment(const_cast<Instruction *>(&I));
}

} // namespace

bool acquireWorkArray(Block &block, unsigned array, ScalarEvolution &SE, const DominatorTree &DT) {
  const Array &A = block.arrays[array];
  auto reliesOnMore = [](const ArrayUse &use) { return alignmentOf(*use.instruction) > Align(WorkArray::alignment); };
  auto work = findWorkArray(A.uses, *block.loop, *block.forms, DT);
  if (!work || any_of(A.uses, reliesOnMore))
    return false;
  auto pointers = pointersInto(A.base, *block.loop, SE);
  if (!pointers)
    return false;
  work->array = array;
  work->pointers = std::move(*pointers);

  Polynomial size = work->touched.hi - work->touched.lo;
  Wide room = maxWorkerStack;
  for (const AllocaInst *local : block.privates)
    room -= stackBytes(*local);
  room -= mostBytes * (block.workArrays.size() + 1);
  auto constant = size.constant();
  if (!size.isValid() || room < 0 || (constant && (*constant <= 0 || *constant > mostBytes)))
    return false;
  auto conjunction = std::move(work->requirements);
  if (!constant) {
    auto bound = [](const Polynomial &p) { return Bound{p, {}, false}; };
    conjunction.push_back({bound(1), bound(size)});
    conjunction.push_back({bound(size), bound(mostBytes)});
  }
  if (!conjunction.empty()) {
    Guard guard{"'" + A.name + "' is too large to be copied", "'" + A.name + "' is small enough to be copied", {}};
    guard.anyOf.push_back(std::move(conjunction));
    block.guards.push_back(std::move(guard));
  }
  block.workArrays.push_back(std::move(*work));
  return true;
}

} // namespace xc
