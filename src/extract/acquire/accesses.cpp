#include "accesses.h"
#include "../validate/effects.h"
#include "rewritten.h"
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

constexpr unsigned maxAccesses = 1024;

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
  SmallPtrSet<const AllocaInst *, 4> shared;                    // Locals that cannot be made private.

  Refusal run();
  Refusal collect(Instruction &I, SmallVectorImpl<Touch> &touches);
  Refusal add(const Touch &touch);
  std::optional<SmallVector<Instruction *, 8>> accessesOf(AllocaInst &local, SmallVectorImpl<Instruction *> &starts);
  bool makePrivate(AllocaInst &local);
  bool isPrivate(AllocaInst &local);
  Polynomial sizeOf(const Touch &touch);
  unsigned arrayOf(Value *base);
  Refusal checkLifetime(Instruction &I);
  Refusal checkUnknownReads();
};

std::string arrayName(const Value &base, unsigned index) {
  std::string name = sourceName(base);
  return name.empty() ? "array " + std::to_string(index + 1) : name;
}

/// Adds the distances between subscripts of each dimension of an array type.
void addPitches(SmallVectorImpl<Polynomial> &pitches, Type *type, const DataLayout &DL) {
  for (; type && isa<ArrayType>(type); type = type->getArrayElementType())
    if (Polynomial pitch(DL.getTypeAllocSize(type->getArrayElementType())); !is_contained(pitches, pitch))
      pitches.push_back(pitch);
}

/// "'x' read at line 3 may be 'a' written at line 4", and what would tell them apart.
std::string describe(const Touch &read, const Value &object, const Array &written) {
  auto *write = find_if(written.uses, [](const ArrayUse &use) { return use.isWrite; })->instruction;
  std::string readAt = "read" + atLine(read.instruction->getDebugLoc());
  std::string target = "'" + written.name + "'", writtenAt = " written" + atLine(write->getDebugLoc());
  std::string name = sourceName(object);
  if (name.empty() || name == written.name)
    return target + writtenAt + " may be " + readAt;
  std::string text = "'" + name + "' " + readAt + " may be " + target + writtenAt;
  auto isPlainArgument = [](const Value &V) { return isa<Argument>(V) && !cast<Argument>(V).hasNoAliasAttr(); };
  if (isPlainArgument(*written.base))
    return text + "; if not, declare " + target + " restrict";
  return isPlainArgument(object) ? text + "; if not, declare '" + name + "' restrict" : text;
}

unsigned State::arrayOf(Value *base) {
  for (unsigned i = 0; i != block.arrays.size(); ++i)
    if (block.arrays[i].base == base)
      return i;
  Array array;
  array.base = base;
  array.name = arrayName(*base, block.arrays.size());
  if (auto *global = dyn_cast<GlobalVariable>(base))
    addPitches(array.pitches, global->getValueType(), DL);
  else if (auto *local = dyn_cast<AllocaInst>(base))
    addPitches(array.pitches, local->getAllocatedType(), DL);
  block.arrays.push_back(std::move(array));
  return block.arrays.size() - 1;
}

/// All accesses in the loop to a local; nothing if its address is kept somewhere, compared or merged, or if something
/// outside the loop reads it. `starts` get the places in the loop where its storage begins.
std::optional<SmallVector<Instruction *, 8>> State::accessesOf(AllocaInst &local,
                                                               SmallVectorImpl<Instruction *> &starts) {
  SmallVector<Value *, 8> worklist{&local};
  SmallPtrSet<const Value *, 16> seen;
  SmallPtrSet<const Value *, 4> foreign; // Addresses from outside that a block's functions do not compute again.
  SmallVector<Instruction *, 8> accesses;
  while (!worklist.empty()) {
    Value *address = worklist.pop_back_val();
    for (const Use &use : address->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (!seen.insert(user).second && !isa<MemTransferInst>(user))
        continue;
      bool isInside = loop.contains(user);
      if (isInside && foreign.contains(address))
        return std::nullopt;
      auto *store = dyn_cast<StoreInst>(user);
      auto *memory = dyn_cast<MemIntrinsic>(user);
      bool isWrite = (store && use.getOperandNo() == 1) || (memory && use.getOperandNo() == 0);
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(user); intrinsic && intrinsic->isLifetimeStartOrEnd()) {
        if (isInside && intrinsic->getIntrinsicID() == Intrinsic::lifetime_start)
          starts.push_back(intrinsic);
      } else if (auto *GEP = dyn_cast<GetElementPtrInst>(user); GEP || isa<AddrSpaceCastInst>(user)) {
        if (!isInside && (foreign.contains(address) || !GEP || !GEP->hasAllConstantIndices()))
          foreign.insert(user);
        worklist.push_back(user);
      } else if (isInside && (isWrite || memory || isa<LoadInst>(user))) {
        accesses.push_back(user);
      } else if (isInside || !isWrite) {
        return std::nullopt;
      }
    }
  }
  return accesses;
}

/// A local of the iteration: nothing outside the loop reads it, and in each iteration its storage begins anew before
/// any use, or it is written before it is read.
bool State::isPrivate(AllocaInst &local) {
  uint64_t bytes = stackBytes(local);
  for (const AllocaInst *other : block.privates)
    bytes = SaturatingAdd(bytes, stackBytes(*other));
  if (bytes > maxWorkerStack)
    return false;
  SmallVector<Instruction *, 2> starts;
  auto accesses = accessesOf(local, starts);
  if (!accesses)
    return false;
  auto isBehind = [&](const Instruction *start) {
    return all_of(*accesses, [&](const Instruction *access) { return DT.dominates(start, access); });
  };
  if (any_of(starts, isBehind))
    return true;
  SmallVector<ArrayUse, 8> uses;
  SmallVector<Touch, 8> touches;
  for (Instruction *access : *accesses)
    if (collect(*access, touches))
      return false;
  erase_if(touches, [&](const Touch &touch) { return getUnderlyingObject(touch.pointer, 0) != &local; });
  for (const Touch &touch : touches)
    uses.push_back({touch.instruction, Polynomial(0), Polynomial(stackBytes(local)), touch.isWrite});
  auto locate = [&](bool isWrite) {
    for (auto [use, touch] : zip(uses, touches)) {
      const SCEV *address = SE.getSCEV(touch.pointer);
      auto *base = dyn_cast<SCEVUnknown>(SE.getPointerBase(address));
      if (touch.isWrite != isWrite)
        continue;
      Polynomial offset = Polynomial::invalid(), size = sizeOf(touch);
      if (base && base->getValue() == &local)
        offset = block.forms->of(SE.removePointerBase(address));
      if (isWrite || (offset.isValid() && size.isValid())) {
        use.offset = offset;
        use.size = size;
      }
    }
  };
  // Where reads lie does not matter if all is written; it may be known under conditions only.
  locate(/*isWrite=*/true);
  if (isRewritten(uses, loop, *block.forms, DT))
    return true;
  locate(/*isWrite=*/false);
  return isRewritten(uses, loop, *block.forms, DT);
}

/// Judges each local once: what later proofs assume must not change the answer.
bool State::makePrivate(AllocaInst &local) {
  if (is_contained(block.privates, &local))
    return true;
  if (shared.contains(&local))
    return false;
  if (isPrivate(local))
    block.privates.push_back(&local);
  else
    shared.insert(&local);
  return !shared.contains(&local);
}

Polynomial State::sizeOf(const Touch &touch) {
  return touch.size ? block.forms->valueOf(touch.size, false) : Polynomial(touch.bytes);
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
  const Value *object = getUnderlyingObject(touch.pointer, /*MaxLookup=*/0);
  auto scattered = [&] {
    std::string name = sourceName(*object);
    auto *load = dyn_cast<LoadInst>(object);
    bool isManyObjects = load && loop.contains(load);
    if (!name.empty())
      name = isManyObjects ? "through a pointer that the loop reads from '" + name + "'" : "'" + name + "'";
    return Refusal{Reason::ScatteredWrite, name, touch.instruction->getDebugLoc()};
  };
  if (auto *local = dyn_cast<AllocaInst>(object); local && makePrivate(*const_cast<AllocaInst *>(local)))
    return {};
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
  Polynomial size = sizeOf(touch);
  bool hasRange = form.isValid() && size.isValid() && block.forms->bound(form, false, nullptr) &&
                  block.forms->bound(form + size, true, nullptr);
  if (!hasRange)
    return unknown();

  unsigned index = arrayOf(base->getValue());
  Array &array = block.arrays[index];
  (touch.isWrite ? array.isWritten : array.isRead) = true;
  array.element = array.element ? std::min(array.element, touch.bytes) : touch.bytes;
  for (Value *pointer = touch.pointer; auto *GEP = dyn_cast<GEPOperator>(pointer); pointer = GEP->getPointerOperand()) {
    addPitches(array.pitches, GEP->getSourceElementType(), DL);
    if (isa<ArrayType>(GEP->getSourceElementType()))
      addPitches(array.pitches, ArrayType::get(GEP->getSourceElementType(), 0), DL);
  }
  array.uses.push_back({touch.instruction, form, size, touch.isWrite});
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
  if (!local || !makePrivate(*local))
    return {Reason::SharedWrite, local ? "'" + sourceName(*local) + "' cannot be made private" : "", I.getDebugLoc()};
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
        return {Reason::UnknownRead, describe(touch, *object, array), touch.instruction->getDebugLoc()};
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
  State state{block, *block.loop, SE, AA, DT, block.loop->getHeader()->getDataLayout(), {}, {}};
  return state.run();
}

} // namespace xc
