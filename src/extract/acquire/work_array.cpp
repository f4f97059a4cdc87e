#include "work_array.h"
#include "../validate/effects.h"
#include "rewritten.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace xc {

namespace {

/// Each part of a run copies it.
constexpr uint64_t mostBytes = 64 << 10;

/// An upper limit of how large the part that is touched may be.
uint64_t sizeLimit(const Value *base, const Polynomial &touched, const DataLayout &DL) {
  uint64_t limit = mostBytes, size;
  if (auto constant = touched.constant())
    return uint64_t(*constant);
  if (getObjectSize(base, size, DL, nullptr) && size != 0)
    limit = std::min(limit, size);
  return limit;
}

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
  auto constant = size.constant();
  if (!size.isValid() || (constant && *constant <= 0))
    return false;
  work->bytes = sizeLimit(A.base, size, SE.getDataLayout());
  uint64_t taken = work->bytes;
  for (const AllocaInst *local : block.privates)
    taken += stackBytes(*local);
  for (const WorkArray &other : block.workArrays)
    taken += other.bytes;
  if (work->bytes > mostBytes || taken > maxWorkerStack)
    return false;
  Guard written{"iterations may read what others have left in " + A.name,
                "iterations write '" + A.name + "' before they read it",
                {}};
  for (auto [condition, value] : work->assumed) {
    Polynomial failure = block.forms->failure(condition, value);
    if (!failure.isValid())
      return false;
    written.anyOf.resize(1);
    written.anyOf.front().push_back({Bound{failure, {}, false}, Bound{Polynomial(0), {}, false}});
  }
  auto conjunction = std::move(work->requirements);
  if (!constant) {
    auto bound = [](const Polynomial &p) { return Bound{p, {}, false}; };
    conjunction.push_back({bound(1), bound(size)});
    conjunction.push_back({bound(size), bound(work->bytes)});
  }
  if (!conjunction.empty()) {
    Guard guard{"'" + A.name + "' is too large to be copied", "'" + A.name + "' is small enough to be copied", {}};
    guard.anyOf.push_back(std::move(conjunction));
    block.guards.push_back(std::move(guard));
  }
  if (!written.anyOf.empty())
    block.guards.push_back(std::move(written));
  block.workArrays.push_back(std::move(*work));
  return true;
}

} // namespace xc
