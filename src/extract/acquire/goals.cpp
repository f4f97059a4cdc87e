#include "goals.h"
#include "../report.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace xc {

namespace {

bool isSumOrProduct(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
    return true;
  case Instruction::Call: {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&I);
    return intrinsic &&
           (intrinsic->getIntrinsicID() == Intrinsic::fma || intrinsic->getIntrinsicID() == Intrinsic::fmuladd);
  }
  default:
    return false;
  }
}

/// What depends on `phi` in the loop; nothing unless all of it are sums, products and choices.
SmallSetVector<Instruction *, 8> carriedBy(PHINode &phi, const Loop &loop) {
  SmallSetVector<Instruction *, 8> members;
  members.insert(&phi);
  for (unsigned i = 0; i != members.size(); ++i)
    for (User *user : members[i]->users()) {
      auto *I = cast<Instruction>(user);
      if (!loop.contains(I))
        continue;
      if (!isa<PHINode, SelectInst>(I) && !isSumOrProduct(*I))
        return {};
      members.insert(I);
    }
  return members;
}

} // namespace

bool aimsAtSpeed(const Loop &loop) {
  for (const Loop *around = &loop; around; around = around->getParentLoop())
    if (auto mark = getOptionalIntLoopAttribute(around, "llvm.loop.pipeline.initiationinterval");
        mark && uint32_t(*mark) == speedGoalMark)
      return true;
  return false;
}

PreservedAnalyses ReassociateGoalsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  for (const Loop *loop : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!aimsAtSpeed(*loop))
      continue;
    for (PHINode &phi : loop->getHeader()->phis())
      if (phi.getType()->isFloatingPointTy())
        for (Instruction *member : carriedBy(phi, *loop))
          if (isSumOrProduct(*member))
            member->setHasAllowReassoc(true);
  }
  return PreservedAnalyses::all();
}

} // namespace xc
