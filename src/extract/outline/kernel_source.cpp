#include "kernel_source.h"
#include "body.h"
#include "kernels/gpu_safety.h"
#include "kernels/origins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace xc {

namespace {

blob::Reduction::Operation operationOf(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Add:
    return blob::Reduction::Add;
  case ReductionKind::Mul:
    return blob::Reduction::Mul;
  case ReductionKind::And:
    return blob::Reduction::And;
  case ReductionKind::Or:
    return blob::Reduction::Or;
  case ReductionKind::Xor:
    return blob::Reduction::Xor;
  case ReductionKind::SMin:
    return blob::Reduction::SMin;
  case ReductionKind::SMax:
    return blob::Reduction::SMax;
  case ReductionKind::UMin:
    return blob::Reduction::UMin;
  case ReductionKind::UMax:
    return blob::Reduction::UMax;
  case ReductionKind::FAdd:
    return blob::Reduction::FAdd;
  case ReductionKind::FMul:
    return blob::Reduction::FMul;
  case ReductionKind::Best:
    return blob::Reduction::Best;
  case ReductionKind::Kept:
    return blob::Reduction::Kept;
  case ReductionKind::Last:
    return blob::Reduction::Last;
  case ReductionKind::Assigned:
    return blob::Reduction::Assigned;
  case ReductionKind::IsAssigned:
    return blob::Reduction::IsAssigned;
  }
  llvm_unreachable("unknown reduction");
}

struct State {
  const Block &block;
  const Captures &captures;
  const DataLayout &DL;
  KernelSource &source;

  GpuRefusal checkForm();
  void describeArrays();
  GpuRefusal findPointers();
  void addPointers(Value *pointer, unsigned array);
  /// The array that an access through `pointer` belongs to, -1 if it is none's.
  int arrayOf(const Instruction &access, bool isWrite) const;
};

GpuRefusal State::checkForm() {
  if (any_of(block.reductions, [](const Reduction &reduction) { return isFloat(reduction.kind); }))
    return {GpuReason::FloatReduction, "", {}};
  if (!block.workArrays.empty())
    return {GpuReason::WorkArray, "'" + block.arrays[block.workArrays.front().array].name + "'", {}};
  // A part of a run also reads what belongs to the item in front of it, which is not in its footprint.
  if (!block.previous.empty())
    return {GpuReason::PreviousValue, "", block.previous.front().phi->getDebugLoc()};
  return {};
}

void State::describeArrays() {
  for (const Array &array : block.arrays) {
    blob::Content::NamedArray entry = {};
    entry.text = array.name;
    entry.access = (array.isRead ? blob::Read : 0) | (array.isWritten ? blob::Written : 0);
    entry.element = std::max(array.element, 1u);
    for (const ArrayUse &use : array.uses)
      if (auto bytes = use.size.constant(); bytes && *bytes > 0 && isPowerOf2_64(uint64_t(*bytes)) && *bytes <= 128)
        entry.widths |= uint32_t(*bytes);
    source.arrays.push_back(entry);
  }
}

int State::arrayOf(const Instruction &access, bool isWrite) const {
  for (auto [number, array] : enumerate(block.arrays))
    for (const ArrayUse &use : array.uses)
      if (use.instruction == &access && use.isWrite == isWrite)
        return number;
  // A read of unknown address.
  auto it = block.arrayOf.find(&access);
  return !isWrite && it != block.arrayOf.end() && !isa<MemTransferInst>(access) ? int(it->second) : -1;
}

void State::addPointers(Value *pointer, unsigned array) {
  auto isOutside = [&](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return isa<Argument>(V) || (I && !block.loop->contains(I));
  };
  for (Value *found : originsOf(pointer, isOutside)) {
    Value *origin = originOf(found, DL).first;
    KernelPointer entry;
    entry.array = array;
    if (auto *constant = dyn_cast<Constant>(origin)) {
      auto *object = dyn_cast<GlobalVariable>(getUnderlyingObject(constant, 0));
      if (!object || isCarried(*object))
        continue; // It needs no address, or cannot have one, which is found out later.
      entry.object = object;
    } else if (captures.values.contains(origin)) {
      entry.place = captures.placeOf(origin, DL);
    } else {
      continue; // Private, or loaded in the loop: likewise.
    }
    bool isKnown = any_of(source.pointers, [&](const KernelPointer &other) {
      return other.place == entry.place && other.object == entry.object && other.array == entry.array;
    });
    if (!isKnown)
      source.pointers.push_back(entry);
  }
}

/// Where each array's address is; refuses what is accessed but belongs to no array.
GpuRefusal State::findPointers() {
  auto visit = [&](const Instruction &access, Value *pointer, bool isWrite) -> GpuRefusal {
    const Value *object = getUnderlyingObject(pointer, 0);
    auto *local = dyn_cast<AllocaInst>(object);
    if (local && is_contained(block.privates, local))
      return {};
    int array = arrayOf(access, isWrite);
    if (array >= 0) {
      addPointers(pointer, array);
      return {};
    }
    auto *global = dyn_cast<GlobalVariable>(object);
    if (!isWrite && global && isCarried(*global))
      return {};
    return {isa<LoadInst>(object) ? GpuReason::LoadedPointer : GpuReason::UnknownAddress, "", access.getDebugLoc()};
  };
  for (BasicBlock *BB : block.loop->blocks())
    for (Instruction &I : *BB) {
      GpuRefusal refusal;
      if (auto *memory = dyn_cast<MemIntrinsic>(&I)) {
        refusal = visit(I, memory->getRawDest(), true);
        if (auto *transfer = dyn_cast<MemTransferInst>(memory); transfer && !refusal)
          refusal = visit(I, transfer->getRawSource(), false);
      } else if (Value *pointer = getLoadStorePointerOperand(&I)) {
        refusal = visit(I, pointer, isa<StoreInst>(I));
      }
      if (refusal)
        return refusal;
    }
  return {};
}

} // namespace

GpuRefusal describeForKernels(const Block &block, const Captures &captures, const BlockFunctions &functions,
                              StringRef name, KernelSource &source) {
  State state{block, captures, functions.body->getParent()->getDataLayout(), source};
  if (GpuRefusal refusal = state.checkForm())
    return refusal;
  source.name = name;
  source.body = functions.body;
  source.identity = functions.identity;
  source.captures = captures.type;
  source.results = resultType(block);
  for (const Reduction &reduction : block.reductions)
    source.reductions.push_back(operationOf(reduction.kind));
  source.disjoint.assign(block.disjoint.begin(), block.disjoint.end());
  source.dims = block.grid.size();
  source.guards = block.guards.size();
  source.workPerItem = block.work.perItem;
  state.describeArrays();
  return state.findPointers();
}

} // namespace xc
