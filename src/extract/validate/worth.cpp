#include "worth.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace xc {

namespace {

/// Assumed for loops whose count is not known before the block starts.
constexpr uint64_t unknownTrips = 8;

/// Rough cost in simple instructions.
uint64_t costOf(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::PHI:
  case Instruction::BitCast:
  case Instruction::GetElementPtr:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    return 0;
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
  case Instruction::FDiv:
    return 16;
  case Instruction::FRem:
    return 40;
  case Instruction::Call:
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&I)) {
      if (intrinsic->isAssumeLikeIntrinsic())
        return 0;
      switch (intrinsic->getIntrinsicID()) {
      case Intrinsic::sqrt:
        return 16;
      case Intrinsic::sin:
      case Intrinsic::cos:
      case Intrinsic::exp:
      case Intrinsic::exp2:
      case Intrinsic::log:
      case Intrinsic::log2:
      case Intrinsic::log10:
      case Intrinsic::pow:
      case Intrinsic::memcpy:
      case Intrinsic::memmove:
      case Intrinsic::memset:
        return 40;
      default:
        return 1;
      }
    }
    return 40;
  default:
    return 1;
  }
}

/// Instructions of a loop once short inner loops are unrolled.
uint64_t codeOf(Loop &loop, ScalarEvolution &SE) {
  constexpr unsigned mostUnrolled = 8;
  uint64_t code = 0;
  for (Loop *each : loop.getLoopsInPreorder()) {
    uint64_t times = 1;
    for (Loop *around = each; around != &loop; around = around->getParentLoop())
      if (unsigned trips = SE.getSmallConstantTripCount(around); trips && trips <= mostUnrolled)
        times *= trips;
    for (const BasicBlock *BB : each->blocks())
      if (none_of(*each, [&](const Loop *inner) { return inner->contains(BB); }))
        code += times * BB->sizeWithoutDebug();
  }
  return code;
}

/// True if the body gives the plain loop's result in one piece even where the guards do not hold, and a run costs more
/// than the capture record even if the loop turns out to be short.
bool canReplaceLoop(const Block &block) {
  constexpr uint64_t leastCode = 64, leastInnermost = 128;
  bool mayFail = !block.overlapGuards.empty() || any_of(block.guards, [](const Guard &guard) { return guard.mayFail; });
  bool isInOrder = block.reductions.empty() && block.previous.empty() && block.workArrays.empty();
  return !mayFail && isInOrder && block.code >= (block.loop->isInnermost() ? leastInnermost : leastCode);
}

} // namespace

void validateCopies(ArrayRef<std::unique_ptr<Block>> blocks) {
  constexpr uint64_t mostCode = 256;
  uint64_t code = 0;
  for (const auto &block : blocks)
    code += block->code;
  if (code > mostCode)
    for (const auto &block : blocks)
      block->replacesLoop = canReplaceLoop(*block);
}

Refusal validateWorth(Block &block, ScalarEvolution &SE, LoopInfo &LI, uint64_t threshold) {
  Loop &root = *block.loop;
  block.code = codeOf(root, SE);
  // Instructions of each loop's own blocks times the trips of the loops between it and the block's innermost grid
  // dimension; a factor that is invariant but not constant is left to the call site.
  Loop *item = block.grid.back().loop;
  for (Loop *loop : root.getLoopsInPreorder()) {
    uint64_t cost = 0;
    for (BasicBlock *BB : loop->blocks())
      if (LI.getLoopFor(BB) == loop)
        for (Instruction &I : *BB)
          cost += costOf(I);
    if (!item->contains(loop)) // Between the dimensions of the grid; once per row.
      continue;
    SmallVector<const SCEV *, 2> symbolic;
    for (Loop *l = loop; l != item; l = l->getParentLoop()) {
      const SCEV *taken = SE.getBackedgeTakenCount(l);
      if (auto *constant = dyn_cast<SCEVConstant>(taken)) {
        cost = SaturatingMultiply(cost, SaturatingAdd(constant->getAPInt().getLimitedValue(), uint64_t(1)));
        continue;
      }
      SCEVExpander expander(SE, root.getHeader()->getDataLayout(), "xc");
      bool isKnown = !isa<SCEVCouldNotCompute>(taken) && SE.isLoopInvariant(taken, &root) &&
                     expander.isSafeToExpandAt(taken, root.getLoopPreheader()->getTerminator()) &&
                     SE.getTypeSizeInBits(taken->getType()) <= 64;
      if (isKnown) {
        symbolic.push_back(taken);
        continue;
      }
      block.isUneven = true;
      // A triangular loop: half of its longest trip on average.
      const auto *rec = dyn_cast<SCEVAddRecExpr>(taken);
      if (rec && rec->getLoop() == &root && rec->isAffine() && block.grid.size() == 1 &&
          isa<SCEVConstant>(rec->getStepRecurrence(SE))) {
        symbolic.push_back(block.grid.front().taken);
        cost = std::max<uint64_t>(cost / 2, 1);
      } else {
        cost = SaturatingMultiply(cost, unknownTrips);
      }
    }
    if (symbolic.empty())
      block.work.perItem = SaturatingAdd(block.work.perItem, cost);
    else
      block.work.inner.push_back({cost, std::move(symbolic)});
  }
  block.work.perItem = std::max<uint64_t>(block.work.perItem, 1);

  if (!block.work.inner.empty())
    return {};
  uint64_t items = 1;
  for (const Dimension &dimension : block.grid) {
    auto *constant = dyn_cast<SCEVConstant>(dimension.taken);
    if (!constant)
      return {};
    items = SaturatingMultiply(items, SaturatingAdd(constant->getAPInt().getLimitedValue(), uint64_t(1)));
  }
  if (SaturatingMultiply(items, block.work.perItem) < threshold || items < 2)
    return {Reason::TooSmall, "", root.getStartLoc()};
  return {};
}

} // namespace xc
