#include "body.h"
#include "count_from_zero.h"
#include "interchange.h"
#include "work_arrays.h"
#include "xcrt/abi.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace xc {

namespace {

enum class Variant { Parallel, Serial };

struct State {
  const Block &block;
  const Captures &captures;
  Function &F; // The function being filled.
  Variant variant;
  LLVMContext &context;
  ValueToValueMapTy map;
  BasicBlock *entry = nullptr, *exit = nullptr;

  State(const Block &block, const Captures &captures, Function &F, Variant variant)
      : block(block), captures(captures), F(F), variant(variant), context(F.getContext()) {}
  void run(Value *lo, Value *hi, Value *result);
  void cloneBlocks();
  Value *valueAt(const Induction &induction, Value *start, Value *iteration, IRBuilderBase &builder);
  void startPrevious(Value *lo);
  Value *trackAssignment(const Reduction &assigned, Value *start);
  void limitDimension(unsigned d, Value *lo, Value *hi);
  void markAccesses();
  void dropReductionFlags();
  void finishDebugInfo();
  void interchangeLoops();

  template <class T> T *cloned(T *V) { return cast<T>(static_cast<Value *>(map.lookup(V))); }
  SmallVector<BasicBlock *, 8> clonesOf(const Loop &loop) {
    return to_vector<8>(map_range(loop.blocks(), [&](BasicBlock *BB) { return cloned(BB); }));
  }
  Value *mapped(Value *V) {
    auto it = map.find(V);
    return it == map.end() ? V : static_cast<Value *>(it->second);
  }
};

/// Variables of the plain loop's frame have no place in another function.
void dropVariables(Instruction &clone) {
  clone.dropDbgRecords();
  clone.setMetadata(LLVMContext::MD_DIAssignID, nullptr);
}

void State::cloneBlocks() {
  Loop &loop = *block.loop;
  map[loop.getLoopPreheader()] = entry;
  map[loop.getExitBlock()] = exit;
  SmallVector<BasicBlock *, 16> clones;
  for (BasicBlock *BB : loop.blocks()) {
    BasicBlock *clone = CloneBasicBlock(BB, map, "", &F);
    map[BB] = clone;
    clones.push_back(clone);
  }
  exit->moveAfter(clones.back());
  for (BasicBlock *clone : clones)
    for (Instruction &I : *clone)
      dropVariables(I);
  remapInstructionsInBlocks(clones, map);
}

Value *State::valueAt(const Induction &induction, Value *start, Value *iteration, IRBuilderBase &builder) {
  Value *step = mapped(captures.steps.lookup(induction.step));
  Value *moved = builder.CreateMul(builder.CreateZExtOrTrunc(iteration, step->getType()), step);
  return start->getType()->isPointerTy() ? builder.CreatePtrAdd(start, moved) : builder.CreateAdd(start, moved);
}

/// Computes what the iteration before the first one of the part would have handed on. A part that begins with the
/// loop's first iteration computes that one's, for nothing: it reads what will be read anyway.
void State::startPrevious(Value *lo) {
  if (block.previous.empty())
    return;
  IRBuilder<> builder(entry->getTerminator());
  Value *isFirst = builder.CreateICmpEQ(lo, builder.getInt64(0));
  Value *iteration = builder.CreateSub(lo, builder.CreateZExt(builder.CreateNot(isFirst), lo->getType()));
  ValueToValueMapTy values;
  for (const Induction &induction : block.grid.front().inductions)
    values[induction.phi] =
        valueAt(induction, cloned(induction.phi)->getIncomingValueForBlock(entry), iteration, builder);
  auto valueOf = [&](Value *V) {
    auto it = values.find(V);
    return it == values.end() ? mapped(V) : static_cast<Value *>(it->second);
  };
  for (const Previous &previous : block.previous) {
    for (Instruction *I : previous.slice) {
      if (values.count(I))
        continue;
      Instruction *clone = I->clone();
      clone->dropUnknownNonDebugMetadata({LLVMContext::MD_tbaa});
      clone->setDebugLoc({});
      for (Use &operand : clone->operands())
        operand.set(valueOf(operand));
      builder.Insert(clone);
      values[I] = clone;
    }
    PHINode *phi = cloned(previous.phi);
    Value *start = phi->getIncomingValueForBlock(entry);
    phi->setIncomingValueForBlock(entry, builder.CreateSelect(isFirst, start, valueOf(previous.value)));
  }
}

/// Whether the value has been assigned: `start` at first, then true wherever a choice takes something new.
Value *State::trackAssignment(const Reduction &assigned, Value *start) {
  IRBuilder<> builder(context);
  DenseMap<Value *, Value *> flags;
  SmallVector<PHINode *, 4> phis;
  for (Instruction *member : assigned.members)
    if (auto *phi = dyn_cast<PHINode>(member)) {
      builder.SetInsertPoint(cloned(phi));
      flags[phi] = builder.CreatePHI(builder.getInt1Ty(), phi->getNumIncomingValues(), "assigned");
      phis.push_back(phi);
    }
  // In the order of their definitions: a choice may be one of another's values.
  std::function<Value *(Value *)> flagOf = [&](Value *V) -> Value * {
    if (Value *known = flags.lookup(V))
      return known;
    auto *select = dyn_cast<SelectInst>(V);
    if (!select || !is_contained(assigned.members, select))
      return builder.getTrue();
    Value *taken = flagOf(select->getTrueValue()), *other = flagOf(select->getFalseValue());
    auto *copy = cloned(select);
    builder.SetInsertPoint(copy->getNextNode());
    return flags[V] = builder.CreateSelect(copy->getCondition(), taken, other, "assigned");
  };
  for (PHINode *phi : phis)
    for (auto [V, from] : zip(phi->incoming_values(), phi->blocks()))
      cast<PHINode>(flags[phi])->addIncoming(block.loop->contains(from) ? flagOf(V) : start, cloned(from));
  return flagOf(assigned.next);
}

/// Makes dimension `d` of the clone run the part lo .. hi-1 of the items of one of its rows, row by row.
void State::limitDimension(unsigned d, Value *lo, Value *hi) {
  const Dimension &dimension = block.grid[d];
  auto *header = cloned(dimension.loop->getHeader()), *latch = cloned(dimension.loop->getLoopLatch());
  BasicBlock *preheader = d == 0 ? entry : cloned(dimension.loop->getLoopPreheader());
  IRBuilder<> builder(preheader->getTerminator());
  Type *I64 = builder.getInt64Ty();

  // lo and hi count items; first and count count iterations of this dimension.
  Value *first = lo, *count = nullptr, *row = nullptr;
  if (d + 1 == block.grid.size()) {
    count = builder.CreateNSWSub(hi, lo, "count");
  } else {
    row = builder.getInt64(1);
    for (unsigned inner = d + 1; inner != block.grid.size(); ++inner)
      row = builder.CreateMul(row, mapped(captures.trips[inner]), "row");
    first = builder.CreateUDiv(lo, row, "first");
    Value *last = builder.CreateUDiv(builder.CreateSub(hi, builder.getInt64(1)), row);
    count = builder.CreateNSWAdd(builder.CreateNSWSub(last, first), builder.getInt64(1), "count");
  }
  PHINode *counter = nullptr;
  for (const Induction &induction : dimension.inductions) {
    auto *phi = cloned(induction.phi);
    phi->setIncomingValueForBlock(preheader,
                                  valueAt(induction, phi->getIncomingValueForBlock(preheader), first, builder));
    auto *constant = dyn_cast<ConstantInt>(mapped(captures.steps.lookup(induction.step)));
    if (!counter && !row && constant && constant->isOne() && phi->getType() == I64)
      counter = phi;
  }

  Instruction *branch = latch->getTerminator();
  BasicBlock *after = branch->getSuccessor(0) == header ? branch->getSuccessor(1) : branch->getSuccessor(0);
  DebugLoc location = branch->getDebugLoc();
  MDNode *id = branch->getMetadata(LLVMContext::MD_loop);
  Value *condition = cast<BranchInst>(branch)->getCondition();
  branch->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(condition);

  // One counter less in the innermost loop if an induction can serve: the vectoriser's cost model notices.
  PHINode *iteration = nullptr;
  Value *more;
  if (counter) {
    Value *end = count;
    if (d == 0 || !dimension.loop->isInnermost() || !countFromZero(*counter, *preheader, clonesOf(*dimension.loop)))
      end = builder.CreateAdd(counter->getIncomingValueForBlock(preheader), count, "end");
    builder.SetInsertPoint(latch);
    more = builder.CreateICmpNE(counter->getIncomingValueForBlock(latch), end);
  } else {
    builder.SetInsertPoint(header, header->begin());
    iteration = builder.CreatePHI(I64, 2, "iteration");
    iteration->addIncoming(builder.getInt64(0), preheader);
    builder.SetInsertPoint(latch);
    Value *next = builder.CreateAdd(iteration, builder.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
    iteration->addIncoming(next, latch);
    more = builder.CreateICmpSLT(next, count);
  }
  auto *replacement = builder.CreateCondBr(more, header, after);
  replacement->setDebugLoc(location);
  replacement->setMetadata(LLVMContext::MD_loop, id); // markAccesses() makes a node of its own of it.

  if (!row)
    return;
  // The first and the last row may be cut.
  const Dimension &inner = block.grid[d + 1];
  builder.SetInsertPoint(cloned(inner.loop->getLoopPreheader())->getTerminator());
  Value *isFirst = builder.CreateICmpEQ(iteration, builder.getInt64(0));
  Value *isLast = builder.CreateICmpEQ(builder.CreateNUWAdd(iteration, builder.getInt64(1)), count);
  Value *number = builder.CreateAdd(first, iteration);
  Value *rowStart = builder.CreateMul(number, row);
  Value *innerLo = builder.CreateSelect(isFirst, builder.CreateSub(lo, rowStart), builder.getInt64(0), "lo");
  Value *innerHi = builder.CreateSelect(isLast, builder.CreateSub(hi, rowStart), row, "hi");
  limitDimension(d + 1, innerLo, innerHi);
}

/// Attaches what validation proved: arrays that do not overlap, and iterations that do not depend on each other.
void State::markAccesses() {
  const bool areApart = !block.replacesLoop || block.guards.empty();
  MDBuilder metadata(context);
  MDNode *domain = metadata.createAnonymousAliasScopeDomain(F.getName());
  SmallVector<Metadata *, 8> scopes;
  for (const Array &array : block.arrays)
    scopes.push_back(metadata.createAnonymousAliasScope(domain, array.name));
  SmallVector<SmallVector<Metadata *, 8>, 8> apart(block.arrays.size());
  for (auto [a, b] : block.disjoint) {
    apart[a].push_back(scopes[b]);
    apart[b].push_back(scopes[a]);
  }
  MDNode *group = MDNode::getDistinct(context, {});
  auto isPrivate = [&](const Instruction &I) {
    if (auto it = block.arrayOf.find(&I); it != block.arrayOf.end())
      return any_of(block.workArrays, [&](const WorkArray &work) { return work.array == it->second; });
    if (isa<MemTransferInst>(I) && !block.workArrays.empty())
      return true; // Perhaps.
    auto touches = [&](const Value *pointer) {
      auto *local = pointer ? dyn_cast<AllocaInst>(getUnderlyingObject(pointer, 0)) : nullptr;
      return local && is_contained(block.privates, local);
    };
    if (auto *memory = dyn_cast<MemIntrinsic>(&I))
      return touches(memory->getRawDest()) ||
             (isa<MemTransferInst>(memory) && touches(cast<MemTransferInst>(memory)->getRawSource()));
    return touches(getLoadStorePointerOperand(&I));
  };
  for (BasicBlock *BB : block.loop->blocks())
    for (Instruction &original : *BB) {
      if (!isa<LoadInst, StoreInst, MemIntrinsic>(original))
        continue;
      auto *I = cloned(&original);
      if (auto it = block.arrayOf.find(&original); it != block.arrayOf.end()) {
        auto add = [&](unsigned kind, ArrayRef<Metadata *> more) {
          if (!more.empty())
            I->setMetadata(kind, MDNode::concatenate(I->getMetadata(kind), MDNode::get(context, more)));
        };
        add(LLVMContext::MD_alias_scope, scopes[it->second]);
        add(LLVMContext::MD_noalias, apart[it->second]);
      }
      if (areApart && !isPrivate(original))
        I->setMetadata(LLVMContext::MD_access_group,
                       uniteAccessGroups(I->getMetadata(LLVMContext::MD_access_group), group));
    }
  if (!areApart)
    return;
  MDNode *parallel = MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"), group});
  for (const Dimension &dimension : block.grid) {
    Instruction *branch = cloned(dimension.loop->getLoopLatch())->getTerminator();
    SmallVector<Metadata *, 4> operands{nullptr};
    if (MDNode *id = branch->getMetadata(LLVMContext::MD_loop))
      operands.append(id->op_begin() + 1, id->op_end());
    operands.push_back(parallel);
    MDNode *id = MDNode::getDistinct(context, operands);
    id->replaceOperandWith(0, id);
    branch->setMetadata(LLVMContext::MD_loop, id);
  }
}

/// A partial result may overflow, or be infinite, where the running value of the plain loop is not.
void State::dropReductionFlags() {
  for (const Reduction &reduction : block.reductions)
    for (Instruction *member : reduction.members)
      cloned(member)->dropPoisonGeneratingFlags();
}

void State::finishDebugInfo() {
  DISubprogram *outer = block.loop->getHeader()->getParent()->getSubprogram();
  if (!outer || variant == Variant::Serial) {
    for (Instruction &I : instructions(F)) {
      I.setDebugLoc({});
      if (I.isTerminator())
        I.setMetadata(LLVMContext::MD_loop, nullptr);
    }
    return;
  }
  DIBuilder builder(*F.getParent(), /*AllowUnresolved=*/false, outer->getUnit());
  unsigned line = block.loop->getStartLoc() ? block.loop->getStartLoc().getLine() : outer->getLine();
  auto *subprogram = builder.createFunction(
      outer->getUnit(), F.getName(), F.getName(), outer->getFile(), line,
      builder.createSubroutineType(builder.getOrCreateTypeArray({})), line, DINode::FlagArtificial,
      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized | DISubprogram::SPFlagLocalToUnit);
  F.setSubprogram(subprogram);
  DenseMap<const MDNode *, MDNode *> cache;
  auto moved = [&](DILocation *location) {
    return DebugLoc::replaceInlinedAtSubprogram(DebugLoc(location), *subprogram, context, cache);
  };
  for (Instruction &I : instructions(F)) {
    if (DebugLoc location = I.getDebugLoc())
      I.setDebugLoc(moved(location));
    else if (isa<CallBase>(I))
      I.setDebugLoc(DILocation::get(context, line, 0, subprogram));
    updateLoopMetadataDebugLocations(I, [&](Metadata *metadata) -> Metadata * {
      if (auto *location = dyn_cast_or_null<DILocation>(metadata))
        return moved(location).get();
      return metadata;
    });
  }
  builder.finalizeSubprogram(subprogram);
}

/// Last: the analyses are of the finished function.
void State::interchangeLoops() {
  // The body in the plain loop's place must not rest on guards.
  if (block.replacesLoop && (!block.guards.empty() || !block.overlapGuards.empty()))
    return;
  for (const Interchangeable &loop : block.interchangeable) {
    TargetLibraryInfoImpl library(Triple(F.getParent()->getTargetTriple()));
    TargetLibraryInfo TLI(library);
    AssumptionCache AC(F);
    DominatorTree DT(F);
    LoopInfo LI(DT);
    ScalarEvolution SE(F, TLI, AC, DT, LI);
    SmallPtrSet<const Instruction *, 4> sinkable;
    for (const Instruction *store : loop.sinkable)
      sinkable.insert(cloned(store));
    interchange(*LI.getLoopFor(cloned(loop.loop->getHeader())), SE, sinkable);
  }
}

void State::run(Value *lo, Value *hi, Value *result) {
  entry = BasicBlock::Create(context, "entry", &F);
  exit = BasicBlock::Create(context, "exit", &F);
  IRBuilder<> builder(entry);
  for (AllocaInst *local : block.privates) {
    Instruction *clone = local->clone();
    dropVariables(*clone);
    builder.Insert(clone, local->getName());
    map[local] = clone;
  }
  loadCaptures(captures, builder, F.getArg(0), map);
  WorkArrays workArrays(block, captures);
  if (variant == Variant::Parallel)
    workArrays.create(builder, map);
  cloneBlocks();
  workArrays.replaceConstants(clonesOf(*block.loop));
  StructType *record = resultType(block);
  auto *header = cloned(block.loop->getHeader());
  for (unsigned i = 0; i != block.reductions.size(); ++i) {
    if (!block.reductions[i].phi)
      continue;
    PHINode *phi = cloned(block.reductions[i].phi);
    Value *start = builder.CreateLoad(phi->getType(), builder.CreateStructGEP(record, result, i));
    phi->setIncomingValueForBlock(entry, start);
  }
  builder.CreateBr(header);
  // Before the loop's own test goes, which may be all that a last value is for in the loop.
  builder.SetInsertPoint(exit);
  for (auto [i, reduction] : enumerate(block.reductions)) {
    Value *place = builder.CreateStructGEP(record, result, i), *value = mapped(reduction.next);
    if (reduction.kind == ReductionKind::IsAssigned) {
      IRBuilder<> early(entry->getTerminator());
      value = trackAssignment(reduction, early.CreateLoad(reduction.type(), early.CreateStructGEP(record, result, i)));
    }
    builder.CreateStore(value, place);
  }
  if (variant == Variant::Parallel) {
    startPrevious(lo);
    limitDimension(0, lo, hi);
    dropReductionFlags();
    markAccesses();
  }
  if (variant == Variant::Parallel && !block.workArrays.empty()) {
    BasicBlock *last = BasicBlock::Create(context, "last", &F), *done = BasicBlock::Create(context, "done", &F);
    builder.CreateCondBr(builder.CreateICmpEQ(hi, mapped(captures.trips.front())), last, done);
    builder.SetInsertPoint(last);
    workArrays.copyOut(builder, map);
    builder.CreateBr(done);
    builder.SetInsertPoint(done);
  }
  builder.CreateRetVoid();
  finishDebugInfo();
  if (variant == Variant::Parallel)
    interchangeLoops();
}

/// What every value of a search is better than, or equal to.
Constant *worstOf(CmpInst::Predicate better, Type *type) {
  unsigned bits = type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
  switch (better) {
  case CmpInst::FCMP_OGT:
    return ConstantFP::getInfinity(type, /*Negative=*/true);
  case CmpInst::FCMP_OLT:
    return ConstantFP::getInfinity(type);
  case CmpInst::ICMP_SGT:
    return ConstantInt::get(type, APInt::getSignedMinValue(bits));
  case CmpInst::ICMP_SLT:
    return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
  case CmpInst::ICMP_UGT:
    return ConstantInt::get(type, 0);
  case CmpInst::ICMP_ULT:
    return Constant::getAllOnesValue(type);
  default:
    llvm_unreachable("no search has this comparison");
  }
}

Constant *identityOf(const Reduction &reduction) {
  Type *type = reduction.type();
  ReductionKind kind = reduction.kind;
  auto integer = [&](const APInt &value) { return ConstantInt::get(type, value); };
  unsigned bits = type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
  switch (kind) {
  case ReductionKind::Add:
  case ReductionKind::Or:
  case ReductionKind::Xor:
  case ReductionKind::UMax:
    return ConstantInt::get(type, 0);
  case ReductionKind::Mul:
    return ConstantInt::get(type, 1);
  case ReductionKind::And:
  case ReductionKind::UMin:
    return Constant::getAllOnesValue(type);
  case ReductionKind::SMin:
    return integer(APInt::getSignedMaxValue(bits));
  case ReductionKind::SMax:
    return integer(APInt::getSignedMinValue(bits));
  case ReductionKind::FAdd:
    return ConstantFP::get(type, -0.0); // x + -0 = x for every x, 0 included.
  case ReductionKind::FMul:
    return ConstantFP::get(type, 1.0);
  case ReductionKind::Best:
    return worstOf(reduction.better, type);
  case ReductionKind::Kept:     // Never taken: no value is worse than its leader's;
  case ReductionKind::Last:     // a last value is folded into,
  case ReductionKind::Assigned: // and this only if it is assigned.
  case ReductionKind::IsAssigned:
    return Constant::getNullValue(type);
  }
  llvm_unreachable("unknown reduction");
}

Value *combine(IRBuilder<> &builder, const Reduction &reduction, Value *a, Value *b) {
  // A partial sum may be infinite, or not a number, where the plain loop's is not.
  FastMathFlags fast = reduction.fast;
  fast.setNoNaNs(false);
  fast.setNoInfs(false);
  builder.setFastMathFlags(fast);
  switch (reduction.kind) {
  case ReductionKind::Add:
    return builder.CreateAdd(a, b);
  case ReductionKind::Mul:
    return builder.CreateMul(a, b);
  case ReductionKind::And:
    return builder.CreateAnd(a, b);
  case ReductionKind::Or:
    return builder.CreateOr(a, b);
  case ReductionKind::Xor:
    return builder.CreateXor(a, b);
  case ReductionKind::SMin:
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
  case ReductionKind::SMax:
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
  case ReductionKind::UMin:
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
  case ReductionKind::UMax:
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
  case ReductionKind::FAdd:
    return builder.CreateFAdd(a, b);
  case ReductionKind::FMul:
    return builder.CreateFMul(a, b);
  case ReductionKind::IsAssigned:
    return builder.CreateOr(a, b);
  case ReductionKind::Best:
  case ReductionKind::Kept:
  case ReductionKind::Last:
  case ReductionKind::Assigned:
    break; // Values of one search change together, and a last value replaces.
  }
  llvm_unreachable("unknown reduction");
}

} // namespace

StructType *resultType(const Block &block) {
  SmallVector<Type *, 4> types;
  for (const Reduction &reduction : block.reductions)
    types.push_back(reduction.type());
  return StructType::get(block.loop->getHeader()->getContext(), types);
}

void leaveUnoptimised(Function &F) {
  F.removeFnAttr(Attribute::OptimizeForSize);
  F.addFnAttr(Attribute::NoInline);
  F.addFnAttr(Attribute::OptimizeNone);
}

Function *createBlockFunction(const Block &block, FunctionType *type, const Twine &name) {
  Function &outer = *block.loop->getHeader()->getParent();
  Function *F = Function::Create(type, GlobalValue::InternalLinkage, name, outer.getParent());
  AttrBuilder attributes(F->getContext(), outer.getAttributes().getFnAttrs());
  // What was inferred or asked for about the whole function does not carry over.
  for (auto kind : {Attribute::AllocKind, Attribute::AllocSize, Attribute::AlwaysInline, Attribute::Cold,
                    Attribute::Convergent, Attribute::Hot, Attribute::InlineHint, Attribute::Memory, Attribute::Naked,
                    Attribute::NoFree, Attribute::NoInline, Attribute::NoRecurse, Attribute::NoReturn,
                    Attribute::NoSync, Attribute::OptimizeNone, Attribute::ReturnsTwice, Attribute::WillReturn})
    attributes.removeAttribute(kind);
  attributes.addAttribute(Attribute::NoUnwind);
  F->addFnAttrs(attributes);
  F->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return F;
}

Function *createBody(const Block &block, const Captures &captures, const Twine &name) {
  LLVMContext &context = block.loop->getHeader()->getContext();
  Type *pointer = PointerType::getUnqual(context), *I64 = Type::getInt64Ty(context);
  auto *type = FunctionType::get(Type::getVoidTy(context), {pointer, I64, I64, pointer}, false);
  Function *F = createBlockFunction(block, type, name);
  F->getArg(0)->setName("captures");
  F->getArg(1)->setName("lo");
  F->getArg(2)->setName("hi");
  F->getArg(3)->setName("result");
  for (unsigned record : {0u, 3u})
    F->addParamAttr(record, Attribute::NoAlias);
  F->addParamAttr(0, Attribute::ReadOnly);
  // As promised by the ABI: 0 <= lo < hi < XCRT_MOST_ITEMS. A plain loop may have more.
  if (block.replacesLoop)
    F->addFnAttr(Attribute::NoInline); // What it loads without condition must not meet the stores to the record.
  ConstantRange range(APInt(64, 0), APInt(64, uint64_t(block.replacesLoop ? INT64_MAX : XCRT_MOST_ITEMS)));
  for (unsigned bound : {1u, 2u})
    F->addParamAttr(bound, Attribute::get(context, Attribute::Range, range));
  State state(block, captures, *F, Variant::Parallel);
  state.run(F->getArg(1), F->getArg(2), F->getArg(3));
  return F;
}

Function *createSerial(const Block &block, const Captures &captures, Function &body, const Twine &name) {
  LLVMContext &context = block.loop->getHeader()->getContext();
  Type *pointer = PointerType::getUnqual(context);
  auto *type = FunctionType::get(Type::getVoidTy(context), {pointer, Type::getInt64Ty(context), pointer}, false);
  Function *F = createBlockFunction(block, type, name + ".serial");
  leaveUnoptimised(*F);
  if (block.replacesLoop) {
    IRBuilder<> builder(BasicBlock::Create(context, "", F));
    builder.CreateCall(&body, {F->getArg(0), builder.getInt64(0), F->getArg(1), F->getArg(2)});
    builder.CreateRetVoid();
    return F;
  }
  State state(block, captures, *F, Variant::Serial);
  state.run(nullptr, nullptr, F->getArg(2));
  return F;
}

Function *createIdentity(const Block &block, const Twine &name) {
  if (block.reductions.empty())
    return nullptr;
  LLVMContext &context = block.loop->getHeader()->getContext();
  auto *type = FunctionType::get(Type::getVoidTy(context), {PointerType::getUnqual(context)}, false);
  Function *F = createBlockFunction(block, type, name + ".identity");
  leaveUnoptimised(*F);
  IRBuilder<> builder(BasicBlock::Create(context, "", F));
  for (unsigned i = 0; i != block.reductions.size(); ++i)
    builder.CreateStore(identityOf(block.reductions[i]), builder.CreateStructGEP(resultType(block), F->getArg(0), i));
  builder.CreateRetVoid();
  return F;
}

Function *createFold(const Block &block, const Twine &name) {
  if (block.reductions.empty())
    return nullptr;
  LLVMContext &context = block.loop->getHeader()->getContext();
  Type *pointer = PointerType::getUnqual(context);
  auto *type = FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false);
  Function *F = createBlockFunction(block, type, name + ".fold");
  leaveUnoptimised(*F);
  IRBuilder<> builder(BasicBlock::Create(context, "", F));
  // Of a search's leader, which stands before the rest of it.
  SmallVector<Value *, 4> isBetter(block.reductions.size());
  for (unsigned i = 0; i != block.reductions.size(); ++i) {
    const Reduction &reduction = block.reductions[i];
    Type *element = reduction.type();
    Value *place = builder.CreateStructGEP(resultType(block), F->getArg(0), i);
    Value *from = builder.CreateLoad(element, builder.CreateStructGEP(resultType(block), F->getArg(1), i));
    Value *into = builder.CreateLoad(element, place), *result = nullptr;
    if (reduction.kind == ReductionKind::Best)
      isBetter[i] = builder.CreateCmp(reduction.better, from, into);
    if (reduction.kind == ReductionKind::Best || reduction.kind == ReductionKind::Kept)
      result = builder.CreateSelect(isBetter[reduction.kind == ReductionKind::Best ? i : reduction.leader], from, into);
    else if (reduction.kind == ReductionKind::Assigned)
      result = builder.CreateSelect(
          builder.CreateLoad(builder.getInt1Ty(),
                             builder.CreateStructGEP(resultType(block), F->getArg(1), reduction.leader)),
          from, into);
    else if (reduction.kind == ReductionKind::Last)
      result = from;
    else
      result = combine(builder, reduction, into, from);
    builder.CreateStore(result, place);
  }
  builder.CreateRetVoid();
  return F;
}

} // namespace xc
