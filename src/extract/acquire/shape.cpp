#include "shape.h"
#include "../validate/assignments.h"
#include "../validate/previous.h"
#include "../validate/reductions.h"
#include "../validate/searches.h"
#include "entry.h"
#include "source_names.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace xc {

namespace {

bool isExpandable(const SCEV *S, Loop &loop, ScalarEvolution &SE, const DataLayout &DL) {
  SCEVExpander expander(SE, DL, "xc");
  return SE.isLoopInvariant(S, &loop) && expander.isSafeToExpandAt(S, loop.getLoopPreheader()->getTerminator());
}

/// Why a loop without a computable trip count is not a candidate, told apart for the user.
Refusal explainTripCount(Loop &loop) {
  Refusal refusal{Reason::TripCount, "", loop.getStartLoc()};
  auto *branch = dyn_cast<BranchInst>(loop.getLoopLatch()->getTerminator());
  auto *compare = branch && branch->isConditional() ? dyn_cast<CmpInst>(branch->getCondition()) : nullptr;
  if (!compare)
    return refusal;
  for (Value *operand : compare->operands()) {
    while (auto *cast = dyn_cast<CastInst>(operand))
      operand = cast->getOperand(0);
    auto *load = dyn_cast<LoadInst>(operand);
    if (!load || !loop.contains(load) || !loop.isLoopInvariant(load->getPointerOperand()))
      continue;
    std::string name = placeName(*load->getPointerOperand());
    refusal.detail = "its bound is in " + (name.empty() ? "memory that" : "'" + name + "', which") +
                     " the loop may write; keep it in a local variable";
  }
  return refusal;
}

/// The inductions of `loop`'s header; phis that are none are left in `others`.
void acquireInductions(Loop &loop, Loop &block, ScalarEvolution &SE, const DataLayout &DL, Dimension &dimension,
                       SmallVectorImpl<PHINode *> &others) {
  for (PHINode &phi : loop.getHeader()->phis()) {
    auto *rec = SE.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&phi)) : nullptr;
    if (rec && rec->getLoop() == &loop && rec->isAffine() && SE.getTypeSizeInBits(phi.getType()) <= 64 &&
        isExpandable(rec->getStepRecurrence(SE), block, SE, DL))
      dimension.inductions.push_back({&phi, rec->getStepRecurrence(SE)});
    else
      others.push_back(&phi);
  }
}

/// One exit, at the bottom, behind the last of a number of iterations known before `block` starts.
bool isCounted(Loop &loop, Loop &block, ScalarEvolution &SE, const DataLayout &DL) {
  const SCEV *taken = SE.getBackedgeTakenCount(&loop);
  return loop.isLoopSimplifyForm() && loop.getExitingBlock() == loop.getLoopLatch() && loop.getExitBlock() &&
         !isa<SCEVCouldNotCompute>(taken) && SE.getTypeSizeInBits(taken->getType()) <= 64 &&
         isExpandable(taken, block, SE, DL);
}

/// How `inner`, a loop directly inside `outer`, is entered: always, or under one condition that is invariant in
/// `block`.
bool acquireEntry(Loop &inner, Loop &outer, Loop &block, Dimension &dimension) {
  BasicBlock *BB = inner.getLoopPreheader();
  while (BB != outer.getHeader()) {
    auto entry = entryOf(*BB);
    if (!entry)
      return false;
    if (entry->condition) {
      if (dimension.entry || !block.isLoopInvariant(entry->condition))
        return false;
      dimension.entry = entry->condition;
      dimension.entered = entry->value;
    }
    BB = entry->from;
  }
  return true;
}

/// True if the value of I in an iteration depends on others through a reduction.
bool followsReduction(Instruction &I, const Block &block) {
  auto isCompared = [](const Reduction &reduction) {
    return any_of(reduction.members, [](const Instruction *member) { return isa<CmpInst, SelectInst>(member); }) ||
           reduction.kind == ReductionKind::Best || reduction.kind == ReductionKind::Kept;
  };
  SmallSetVector<Instruction *, 16> slice;
  slice.insert(&I);
  for (size_t i = 0; i != slice.size(); ++i) {
    Instruction &part = *slice[i];
    if (isa<PHINode>(part) && part.getParent() == block.loop->getHeader()) {
      if (any_of(block.reductions, [&](const Reduction &reduction) { return reduction.phi == &part; }))
        return true;
      continue;
    }
    // Which way control came may depend on what a running value was compared with.
    if (isa<PHINode>(part) && any_of(block.reductions, isCompared))
      return true;
    for (Value *operand : part.operands())
      if (auto *definition = dyn_cast<Instruction>(operand); definition && block.loop->contains(definition))
        slice.insert(definition);
  }
  return false;
}

/// True if the last tile's value of I can be handed out. An address may be one in a tile's own storage.
bool isLastValue(Instruction &I, const Block &block) {
  Type *type = I.getType();
  bool isKept = type->isFloatTy() || type->isDoubleTy() || type->isIntegerTy(8) || type->isIntegerTy(16) ||
                type->isIntegerTy(32) || type->isIntegerTy(64);
  return isKept && !followsReduction(I, block);
}

/// What V is when the loop ends, or null if that cannot be computed in front of it.
const SCEV *expandableLast(Value *V, Loop &loop, ScalarEvolution &SE, const DataLayout &DL) {
  const SCEV *last = SE.isSCEVable(V->getType()) ? SE.getSCEVAtScope(V, loop.getParentLoop()) : nullptr;
  return last && isExpandable(last, loop, SE, DL) ? last : nullptr;
}

Refusal acquireLiveOuts(Block &block, ScalarEvolution &SE, const DataLayout &DL) {
  Loop &loop = *block.loop;
  for (PHINode &exitPhi : loop.getExitBlock()->phis()) {
    LiveOut out{&exitPhi};
    Value *V = exitPhi.getIncomingValueForBlock(loop.getLoopLatch());
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !loop.contains(I)) {
      out.value = V;
      block.liveOuts.push_back(out);
      continue;
    }
    auto *it = find_if(block.reductions, [&](const Reduction &r) { return r.next == I; });
    if (it != block.reductions.end()) {
      out.reduction = it - block.reductions.begin();
    } else if (const SCEV *last = expandableLast(I, loop, SE, DL)) {
      out.expression = last;
    } else if (isLastValue(*I, block)) {
      out.reduction = block.reductions.size();
      block.reductions.push_back({ReductionKind::Last, nullptr, I, {}, {}});
    } else {
      return {Reason::LiveOut, sourceName(exitPhi), I->getDebugLoc()};
    }
    block.liveOuts.push_back(out);
  }
  // In closed SSA form every other use outside goes through an exit phi; a member of a reduction that leaves the loop
  // other than as the final value is caught above, since it is then no reduction's `next`.
  return {};
}

} // namespace

Refusal acquireShape(Block &block, Loop &loop, ScalarEvolution &SE, const DataLayout &DL) {
  block.loop = &loop;
  if (!loop.isLoopSimplifyForm() || !loop.getLoopLatch())
    return {Reason::ControlFlow, "", loop.getStartLoc()};
  if (loop.getExitingBlock() != loop.getLoopLatch() || !loop.getExitBlock()) {
    SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    DebugLoc where;
    for (BasicBlock *BB : exiting)
      if (BB != loop.getLoopLatch() && !where)
        where = BB->getTerminator()->getDebugLoc();
    return {exiting.empty() ? Reason::ControlFlow : Reason::EarlyExit, "", where};
  }
  if (!isCounted(loop, loop, SE, DL))
    return explainTripCount(loop);

  block.forms = std::make_unique<Forms>(SE, DL, loop);
  Dimension dimension;
  dimension.loop = &loop;
  dimension.taken = SE.getBackedgeTakenCount(&loop);
  SmallVector<PHINode *, 4> others;
  acquireInductions(loop, loop, SE, DL, dimension, others);
  SmallVector<PHINode *, 4> searches;
  Refusal carried;
  for (PHINode *phi : others) {
    std::optional<Reduction> reduction;
    Refusal refusal = validateReduction(*phi, loop, reduction);
    if (!refusal) {
      block.reductions.push_back(std::move(*reduction));
      continue;
    }
    if (auto previous = acquirePrevious(*phi, loop, dimension.inductions)) {
      block.previous.push_back(std::move(*previous));
      continue;
    }
    searches.push_back(phi);
    if (!carried)
      carried = refusal;
  }
  validateAssignments(searches, loop, block.reductions);
  if (!searches.empty() && validateSearches(searches, loop, block.reductions))
    return carried;
  for (BasicBlock *BB : loop.blocks())
    for (Instruction &I : *BB)
      block.isInexact |= isa<FPMathOperator>(I) && I.getFastMathFlags().any();
  block.grid.push_back(std::move(dimension));
  return acquireLiveOuts(block, SE, DL);
}

bool completeLiveOuts(Block &block, ScalarEvolution &SE, const DataLayout &DL) {
  Loop &loop = *block.loop;
  for (PHINode &exitPhi : loop.getExitBlock()->phis()) {
    if (any_of(block.liveOuts, [&](const LiveOut &out) { return out.exitPhi == &exitPhi; }))
      continue;
    const SCEV *last = expandableLast(exitPhi.getIncomingValueForBlock(loop.getLoopLatch()), loop, SE, DL);
    if (!last)
      return false;
    block.liveOuts.push_back({&exitPhi, -1, last});
  }
  return true;
}

void acquireGrid(Block &block, ScalarEvolution &SE, const DataLayout &DL) {
  // A short inner loop is worth more to the vectoriser and the unroller whole.
  constexpr unsigned minInnerTrips = 32;
  if (!block.previous.empty() || !block.workArrays.empty())
    return;
  if (any_of(block.reductions, [](const Reduction &reduction) { return reduction.kind == ReductionKind::Last; }))
    return; // A row may have no items.
  while (block.grid.size() < 3) {
    Loop &outer = *block.grid.back().loop;
    if (outer.getSubLoops().size() != 1)
      return;
    Loop &inner = *outer.getSubLoops().front();
    if (!isCounted(inner, *block.loop, SE, DL))
      return;
    if (unsigned trips = SE.getSmallConstantTripCount(&inner); trips && trips < minInnerTrips)
      return;
    // Perfect: what lies between the loops has no effect, and computes nothing that is carried or stored.
    for (BasicBlock *BB : outer.blocks())
      if (!inner.contains(BB))
        for (Instruction &I : *BB)
          if (!isa<PHINode>(I) && !I.isTerminator() && (I.mayHaveSideEffects() || I.mayReadFromMemory()))
            return;
    // A step of a reduction between the loops would be taken once for each part of a row.
    for (const Reduction &reduction : block.reductions)
      for (const Instruction *member : reduction.members)
        if (!isa<PHINode>(member) && !inner.contains(member))
          return;
    Dimension dimension;
    dimension.loop = &inner;
    dimension.taken = SE.getBackedgeTakenCount(&inner);
    if (!acquireEntry(inner, outer, *block.loop, dimension))
      return;
    SmallVector<PHINode *, 4> others;
    acquireInductions(inner, *block.loop, SE, DL, dimension, others);
    auto carriesReduction = [&](PHINode *phi) {
      return any_of(block.reductions, [&](const Reduction &r) { return is_contained(r.members, phi); });
    };
    if (!all_of(others, carriesReduction))
      return;
    // What leaves a row that ends early must be the value after its last item, not the one before, which a test in the
    // middle of the loop leaves.
    BasicBlock *latch = inner.getLoopLatch();
    auto isNext = [&](Value *V) {
      return any_of(inner.getHeader()->phis(), [&](PHINode &phi) { return phi.getIncomingValueForBlock(latch) == V; });
    };
    for (PHINode &exitPhi : inner.getExitBlock()->phis())
      if (carriesReduction(&exitPhi) && !isNext(exitPhi.getIncomingValueForBlock(latch)))
        return;
    // A sum of something invariant reads like an induction of the inner loop, but goes on from the previous row's.
    erase_if(dimension.inductions, [&](const Induction &induction) { return carriesReduction(induction.phi); });
    block.grid.push_back(std::move(dimension));
  }
}

} // namespace xc
