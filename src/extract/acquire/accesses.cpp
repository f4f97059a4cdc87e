#include "accesses.h"
#include "../validate/effects.h"
#include "source_names.h"
#include "xcrt/abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace xc {

namespace {

constexpr unsigned maxAccesses = 128;

/// One pointer operand of an instruction with the bytes it covers.
struct Touch {
  Instruction *instruction;
  Value *pointer;
  const SCEV *size; ///< Null: the constant `bytes`.
  unsigned bytes;
  bool isWrite;
};

struct State {
  Block &block;
  Loop &loop;
  ScalarEvolution &SE;
  AAResults &AA;
  DominatorTree &DT;
  const DataLayout &DL;
  SmallVector<std::pair<Touch, const Value *>, 8> unknownReads; // With the object that is read.

  Refusal run();
  Refusal collect(Instruction &I, SmallVectorImpl<Touch> &touches);
  Refusal add(const Touch &touch);
  bool isPrivate(AllocaInst &local);
  unsigned arrayOf(Value *base);
  Refusal checkLifetime(Instruction &I);
  Refusal checkUnknownReads();
};

std::string arrayName(const Value &base, unsigned index) {
  std::string name = sourceName(base);
  return name.empty() ? "array " + std::to_string(index + 1) : name;
}

unsigned State::arrayOf(Value *base) {
  for (unsigned i = 0; i != block.arrays.size(); ++i)
    if (block.arrays[i].base == base)
      return i;
  Array array;
  array.base = base;
  array.name = arrayName(*base, block.arrays.size());
  block.arrays.push_back(std::move(array));
  return block.arrays.size() - 1;
}

/// A local of the iteration: its storage begins anew in each iteration, before any use, and is used nowhere else.
bool State::isPrivate(AllocaInst &local) {
  uint64_t bytes = stackBytes(local);
  for (const AllocaInst *other : block.privates)
    bytes = SaturatingAdd(bytes, stackBytes(*other));
  if (bytes > maxWorkerStack)
    return false;
  SmallVector<const Value *, 8> worklist{&local};
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Instruction *, 8> uses;
  const Instruction *start = nullptr;
  while (!worklist.empty())
    for (const Use &use : worklist.pop_back_val()->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (!seen.insert(user).second && !isa<MemTransferInst>(user))
        continue;
      if (!loop.contains(user))
        return false;
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(user); intrinsic && intrinsic->isLifetimeStartOrEnd()) {
        if (intrinsic->getIntrinsicID() == Intrinsic::lifetime_start && (!start || DT.dominates(intrinsic, start)))
          start = intrinsic;
        continue;
      }
      uses.push_back(user);
      if (isa<GetElementPtrInst>(user) || isa<AddrSpaceCastInst>(user)) {
        worklist.push_back(user);
        continue;
      }
      if (isa<LoadInst>(user) || isa<MemIntrinsic>(user))
        continue;
      if (auto *store = dyn_cast<StoreInst>(user); store && use.getOperandNo() == 1)
        continue;
      return false; // The address is kept somewhere, compared or merged.
    }
  return start && all_of(uses, [&](const Instruction *use) { return DT.dominates(start, use); });
}

Refusal State::collect(Instruction &I, SmallVectorImpl<Touch> &touches) {
  if (auto *memory = dyn_cast<MemIntrinsic>(&I)) {
    const SCEV *size = SE.getSCEV(memory->getLength());
    touches.push_back({&I, memory->getRawDest(), size, 1, true});
    if (auto *transfer = dyn_cast<MemTransferInst>(memory))
      touches.push_back({&I, transfer->getRawSource(), size, 1, false});
  } else if (Value *pointer = const_cast<Value *>(getLoadStorePointerOperand(&I))) {
    TypeSize bytes = DL.getTypeStoreSize(getLoadStoreType(&I));
    if (bytes.isScalable())
      return {Reason::UnsupportedInstruction, "", I.getDebugLoc()};
    touches.push_back({&I, pointer, nullptr, unsigned(bytes.getFixedValue()), isa<StoreInst>(I)});
  }
  return {};
}

Refusal State::add(const Touch &touch) {
  auto scattered = [&] { return Refusal{Reason::ScatteredWrite, "", touch.instruction->getDebugLoc()}; };
  const Value *object = getUnderlyingObject(touch.pointer, /*MaxLookup=*/0);
  if (auto *local = dyn_cast<AllocaInst>(object)) {
    if (is_contained(block.privates, local))
      return {};
    if (isPrivate(*const_cast<AllocaInst *>(local))) {
      block.privates.push_back(const_cast<AllocaInst *>(local));
      return {};
    }
  }
  auto unknown = [&]() -> Refusal {
    if (touch.isWrite)
      return scattered();
    unknownReads.push_back({touch, object});
    return {};
  };
  if (touch.pointer->getType()->getPointerAddressSpace() != 0)
    return {Reason::UnsupportedInstruction, "", touch.instruction->getDebugLoc()};
  const SCEV *address = SE.getSCEV(touch.pointer);
  auto *base = dyn_cast<SCEVUnknown>(SE.getPointerBase(address));
  if (!base || !base->getType()->isPointerTy() || !SE.isLoopInvariant(base, &loop))
    return unknown();
  const SCEV *offset = SE.removePointerBase(address);
  Polynomial form = block.forms->of(offset);
  Polynomial size = touch.size ? block.forms->valueOf(touch.size, false) : Polynomial(touch.bytes);
  bool hasRange = form.isValid() && size.isValid() && block.forms->bound(form, false, nullptr) &&
                  block.forms->bound(form + size, true, nullptr);
  if (!hasRange)
    return unknown();

  unsigned index = arrayOf(base->getValue());
  Array &array = block.arrays[index];
  (touch.isWrite ? array.isWritten : array.isRead) = true;
  array.element = array.element ? std::min(array.element, touch.bytes) : touch.bytes;
  block.arrayOf[touch.instruction] = index;
  for (Access &access : block.accesses)
    if (access.array == index && access.offset == form && access.size == size) {
      (touch.isWrite ? access.isWritten : access.isRead) = true;
      return {};
    }
  if (block.accesses.size() == maxAccesses)
    return {Reason::TooComplex, "", touch.instruction->getDebugLoc()};
  block.accesses.push_back({index, form, size, !touch.isWrite, touch.isWrite, touch.instruction->getDebugLoc()});
  return {};
}

/// Storage that begins or ends inside the loop must be private: around the call that runs the block it is not alive.
Refusal State::checkLifetime(Instruction &I) {
  auto *marker = dyn_cast<IntrinsicInst>(&I);
  if (!marker || !marker->isLifetimeStartOrEnd())
    return {};
  auto *local = dyn_cast<AllocaInst>(getUnderlyingObject(marker->getArgOperand(1), 0));
  if (local && is_contained(block.privates, local))
    return {};
  if (!local || !isPrivate(*local))
    return {Reason::SharedWrite, local ? "'" + sourceName(*local) + "' cannot be made private" : "", I.getDebugLoc()};
  block.privates.push_back(local);
  return {};
}

/// A read of unknown address is harmless if the object it reads is none that the block writes.
Refusal State::checkUnknownReads() {
  for (auto &[touch, object] : unknownReads) {
    for (const Array &array : block.arrays) {
      // The base is the same value in all iterations, so the answer holds for every pair of iterations. Type-based
      // and scoped facts are left out: those of an inlined callee hold within one iteration only.
      if (array.isWritten &&
          !AA.isNoAlias(MemoryLocation::getBeforeOrAfter(object), MemoryLocation::getBeforeOrAfter(array.base)))
        return {Reason::UnknownRead, "'" + array.name + "' may be read", touch.instruction->getDebugLoc()};
    }
    if (auto *I = dyn_cast<Instruction>(object); I && loop.contains(I))
      continue; // Many objects; no array stands for them.
    unsigned index = arrayOf(const_cast<Value *>(object));
    Array &array = block.arrays[index];
    array.isRead = true;
    array.hasExtent = false;
    array.element = array.element ? std::min(array.element, touch.bytes) : touch.bytes;
    if (!block.arrayOf.contains(touch.instruction))
      block.arrayOf[touch.instruction] = index;
  }
  return {};
}

Refusal State::run() {
  for (BasicBlock *BB : loop.blocks())
    for (Instruction &I : *BB) {
      if (Refusal refusal = checkLifetime(I))
        return refusal;
      SmallVector<Touch, 2> touches;
      if (Refusal refusal = collect(I, touches))
        return refusal;
      for (const Touch &touch : touches)
        if (Refusal refusal = add(touch))
          return refusal;
      if (touches.size() > 1)
        block.arrayOf.erase(&I); // A copy belongs to two arrays: no alias scope is given to it.
    }
  if (Refusal refusal = checkUnknownReads())
    return refusal;
  if (block.arrays.size() > XCRT_MOST_ARRAYS)
    return {Reason::TooComplex, "", loop.getStartLoc()};
  return {};
}

} // namespace

Refusal acquireAccesses(Block &block, ScalarEvolution &SE, AAResults &AA, DominatorTree &DT) {
  State state{block, *block.loop, SE, AA, DT, block.loop->getHeader()->getDataLayout(), {}};
  return state.run();
}

} // namespace xc
