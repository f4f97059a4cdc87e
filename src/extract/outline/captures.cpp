#include "captures.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace xc {

namespace {

/// Iterations as i64; wraps to 0 for 2^64, which no gate lets through. 0 unless `entry` has the value `entered`.
Value *expandTrips(const SCEV *taken, SCEVExpander &expander, Instruction *at, Value *entry = nullptr,
                   bool entered = true) {
  IRBuilder<> builder(at);
  Value *count = expander.expandCodeFor(taken, taken->getType(), at);
  builder.SetInsertPoint(at);
  count = builder.CreateZExt(count, builder.getInt64Ty());
  count = builder.CreateAdd(count, builder.getInt64(1));
  if (entry && entered)
    count = builder.CreateSelect(entry, count, builder.getInt64(0));
  else if (entry)
    count = builder.CreateSelect(entry, builder.getInt64(0), count);
  // The count of an inner loop that is never entered may be poison; a gate branches on it.
  return isGuaranteedNotToBeUndefOrPoison(count) ? count : builder.CreateFreeze(count, "xc.trips");
}

/// What a backedge-taken count is computed from by a division, as loops over pointers have it.
const SCEV *dividend(const SCEV *taken, uint64_t &divisor) {
  if (auto *division = dyn_cast<SCEVUDivExpr>(taken))
    if (auto *constant = dyn_cast<SCEVConstant>(division->getRHS()); constant && constant->getAPInt().isIntN(31)) {
      divisor = constant->getAPInt().getZExtValue();
      return division->getLHS();
    }
  return taken;
}

/// V as an instruction that adds a constant to a pointer, or null. Where a thread-local variable stands is no constant.
GetElementPtrInst *offsetInstruction(Value *V) {
  auto *GEP = dyn_cast<GetElementPtrInst>(V);
  auto *object = GEP ? dyn_cast<Constant>(GEP->getPointerOperand()) : nullptr;
  return GEP && GEP->hasAllConstantIndices() && !(object && object->isThreadDependent()) ? GEP : nullptr;
}

} // namespace

int64_t Captures::placeOf(Value *V, const DataLayout &DL) const {
  auto it = find(values, V);
  assert(it != values.end() && "not captured");
  return DL.getStructLayout(type)->getElementOffset(it - values.begin()).getFixedValue();
}

std::pair<Value *, int64_t> originOf(Value *pointer, const DataLayout &DL) {
  APInt offset(DL.getIndexTypeSizeInBits(pointer->getType()), 0);
  for (; auto *GEP = offsetInstruction(pointer); pointer = GEP->getPointerOperand())
    GEP->accumulateConstantOffset(DL, offset);
  return {pointer, offset.getSExtValue()};
}

Captures expandCaptures(const Block &block, SCEVExpander &expander) {
  Captures captures;
  Loop &loop = *block.loop;
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  Type *I64 = Type::getInt64Ty(at->getContext());
  auto capture = [&](Value *V) {
    SmallVector<GetElementPtrInst *, 2> offsets;
    for (; auto *GEP = offsetInstruction(V); V = GEP->getPointerOperand())
      offsets.push_back(GEP);
    captures.offsets.insert(offsets.rbegin(), offsets.rend());
    auto *local = dyn_cast<AllocaInst>(V);
    bool isPrivate = local && is_contained(block.privates, local);
    if (!isPrivate && (isa<Argument>(V) || isa<Instruction>(V)))
      captures.values.insert(V);
  };
  // For the tables.
  auto captureNumber = [&](Value *V) {
    if (!isa<ConstantInt>(V))
      captures.values.insert(V);
  };

  for (const SCEV *atom : block.forms->atoms()) {
    captures.atoms.push_back(expander.expandCodeFor(atom, I64, at));
    captureNumber(captures.atoms.back());
  }
  const SCEV *units = dividend(block.grid.front().taken, captures.unitsPerTrip);
  captures.units = expander.expandCodeFor(units, units->getType(), at);
  captures.units = IRBuilder<>(at).CreateZExt(captures.units, I64);
  for (const Dimension &dimension : block.grid) {
    captures.trips.push_back(expandTrips(dimension.taken, expander, at, dimension.entry, dimension.entered));
    if (captures.trips.size() > 1 || !block.workArrays.empty())
      captureNumber(captures.trips.back());
    for (const Induction &induction : dimension.inductions) {
      Value *&step = captures.steps[induction.step];
      if (!step)
        step = expander.expandCodeFor(induction.step, induction.step->getType(), at);
      capture(step);
    }
  }
  for (const LiveOut &out : block.liveOuts) {
    Value *V = out.value;
    if (out.expression)
      V = expander.expandCodeFor(out.expression, out.exitPhi->getType(), at);
    captures.liveOuts.push_back(V);
  }
  for (const auto &[cost, trips] : block.work.inner)
    for (const SCEV *taken : trips) {
      Value *&count = captures.workTrips[taken];
      if (!count)
        count = expandTrips(taken, expander, at);
    }
  for (const Array &array : block.arrays)
    capture(array.base);
  for (const WorkArray &work : block.workArrays)
    for (const WorkArray::Part &part : concat<const WorkArray::Part>(work.inputs, work.results))
      for (auto [condition, value] : part.conditions)
        capture(condition);
  for (BasicBlock *BB : loop.blocks())
    for (Instruction &I : *BB)
      for (Value *operand : I.operands()) {
        if (auto *definition = dyn_cast<Instruction>(operand); !definition || !loop.contains(definition))
          capture(operand);
      }
  SmallVector<Type *, 16> types;
  for (Value *V : captures.values)
    types.push_back(V->getType());
  captures.type = StructType::get(at->getContext(), types);
  return captures;
}

void loadCaptures(const Captures &captures, IRBuilderBase &builder, Value *record, ValueToValueMapTy &map) {
  MDNode *empty = MDNode::get(builder.getContext(), {});
  for (unsigned i = 0; i != captures.values.size(); ++i) {
    Value *V = captures.values[i];
    if (isa<Constant>(V)) // For the tables only.
      continue;
    LoadInst *load = builder.CreateLoad(V->getType(), builder.CreateStructGEP(captures.type, record, i), V->getName());
    load->setMetadata(LLVMContext::MD_invariant_load, empty);
    map[V] = load;
  }
  for (GetElementPtrInst *GEP : captures.offsets) {
    Instruction *clone = GEP->clone();
    clone->setDebugLoc({});
    builder.Insert(clone, GEP->getName());
    RemapInstruction(clone, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    map[GEP] = clone;
  }
}

} // namespace xc
