#include "finite_loops.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace xc {

namespace {

/// True if all that the loop does is to compute and to access memory.
bool hasNoOtherEffects(const Loop &loop) {
  return all_of(loop.blocks(), [](const BasicBlock *BB) {
    return all_of(*BB, [](const Instruction &I) {
      if (I.isVolatile() || I.isAtomic())
        return false;
      return isa<LoadInst, StoreInst>(I) || !I.mayHaveSideEffects() ||
             (isa<IntrinsicInst>(I) && cast<IntrinsicInst>(&I)->isAssumeLikeIntrinsic());
    });
  });
}

/// States the limit of the bound in front of the loop. True if there was something to state.
bool limitBound(Loop &loop, ScalarEvolution &SE, AssumptionCache &AC) {
  BasicBlock *latch = loop.getLoopLatch(), *preheader = loop.getLoopPreheader();
  if (!latch || !preheader || loop.getExitingBlock() != latch || !isMustProgress(&loop) || !hasNoOtherEffects(loop) ||
      !isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&loop)))
    return false;
  auto *branch = dyn_cast<BranchInst>(latch->getTerminator());
  auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare || !compare->getOperand(0)->getType()->isIntegerTy())
    return false;
  // In the form that keeps the loop going.
  CmpInst::Predicate predicate = compare->getPredicate();
  if (!loop.contains(branch->getSuccessor(0)))
    predicate = CmpInst::getInversePredicate(predicate);
  Value *counter = compare->getOperand(0), *bound = compare->getOperand(1);
  if (loop.isLoopInvariant(counter)) {
    std::swap(counter, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  // An extended value cannot be negative: a signed comparison is one of numbers, too.
  bool isBelow = predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_NE;
  bool isUpTo = predicate == CmpInst::ICMP_ULE || predicate == CmpInst::ICMP_SLE;
  auto *extended = dyn_cast<ZExtInst>(counter);
  if ((!isBelow && !isUpTo) || !extended || !loop.isLoopInvariant(bound))
    return false;
  auto *rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(extended->getOperand(0)));
  if (!rec || rec->getLoop() != &loop || !rec->isAffine() || !rec->getStepRecurrence(SE)->isOne())
    return false;
  // The counter takes every value that it can have until the loop ends.
  unsigned narrow = SE.getTypeSizeInBits(rec->getType());
  APInt most = APInt::getMaxValue(narrow).zext(bound->getType()->getIntegerBitWidth());
  if (isUpTo)
    --most;
  IRBuilder<> builder(preheader->getTerminator());
  bool isSigned = CmpInst::isSigned(predicate);
  Value *limit = ConstantInt::get(bound->getType(), most);
  Value *holds = isSigned ? builder.CreateICmpSLE(bound, limit) : builder.CreateICmpULE(bound, limit);
  AC.registerAssumption(cast<AssumeInst>(builder.CreateAssumption(holds)));
  SE.forgetLoop(&loop);
  return true;
}

} // namespace

PreservedAnalyses FiniteLoopsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  bool changed = false;
  for (Loop *loop : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    changed |= limitBound(*loop, SE, AC);
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return changed ? preserved : PreservedAnalyses::all();
}

} // namespace xc
