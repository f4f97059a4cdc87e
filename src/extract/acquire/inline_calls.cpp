#include "inline_calls.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace xc {

namespace {

// In instructions of lightly optimised IR: scalars are in registers, nothing is inlined.
constexpr unsigned maxCallee = 1200;      ///< In a loop.
constexpr unsigned maxCalleeOutside = 40; ///< Outside loops.
constexpr unsigned maxGrowth = 8000;
constexpr unsigned maxLevels = 10;

bool isInlinable(const Function &F, CallBase &call, FunctionAnalysisManager &FAM) {
  Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() || callee->isInterposable())
    return false;
  if (call.isNoInline() || callee->hasFnAttribute(Attribute::OptimizeNone) || callee->isVarArg() ||
      callee->isPresplitCoroutine() || callee->hasFnAttribute(Attribute::StrictFP))
    return false;
  if (!isInlineViable(*callee).isSuccess() || !AttributeFuncs::areInlineCompatible(F, *callee))
    return false;
  auto &TTI = FAM.getResult<TargetIRAnalysis>(*callee);
  return TTI.areInlineCompatible(&F, callee);
}

bool contains(const std::set<std::pair<unsigned, unsigned>> &places, const DebugLoc &location) {
  return location && places.count({location.getLine(), location.getCol()});
}

} // namespace

void inlineCalls(Function &F, const Function &original, const InlineScope *scope, Screen &screen,
                 FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  unsigned growth = 0;
  // The chain of callees that a call was inlined from, so that recursion ends.
  SmallVector<std::pair<Function *, int>, 16> history;
  DenseMap<CallBase *, int> from;
  auto isRecursive = [&](Function *callee, int link) {
    for (; link >= 0; link = history[link].second)
      if (history[link].first == callee)
        return true;
    return false;
  };
  for (unsigned level = 0; level != maxLevels; ++level) {
    DominatorTree DT(F);
    LoopInfo LI(DT);
    auto prospects = screen.prospects(F, LI);
    if (prospects.empty())
      break;
    auto isWorthFollowing = [&](const CallBase &call, const Loop *loop) {
      bool isInlined = call.getDebugLoc() && call.getDebugLoc().getInlinedAt();
      bool isWanted = !scope || isInlined || contains(scope->calls, call.getDebugLoc());
      bool hasProspects = false;
      for (; loop; loop = loop->getParentLoop()) {
        hasProspects |= prospects.contains(loop);
        isWanted |= scope && contains(scope->loops, loop->getStartLoc());
      }
      return hasProspects && isWanted;
    };
    SmallVector<std::pair<CallBase *, bool>, 16> calls;
    for (Instruction &I : instructions(F)) {
      auto *call = dyn_cast<CallBase>(&I);
      if (!call || isa<IntrinsicInst>(call) || call->getCalledFunction() == &original)
        continue;
      const Loop *loop = LI.getLoopFor(call->getParent());
      if ((!loop || isWorthFollowing(*call, loop)) && isInlinable(F, *call, FAM) &&
          screen.canFollow(*call->getCalledFunction(), TLI))
        calls.push_back({call, loop != nullptr});
    }
    bool changed = false;
    for (auto [call, inLoop] : calls) {
      Function *callee = call->getCalledFunction();
      unsigned size = callee->getInstructionCount();
      auto known = from.find(call);
      int link = known == from.end() ? -1 : known->second;
      if (size > (inLoop ? maxCallee : maxCalleeOutside) || growth + size > maxGrowth || isRecursive(callee, link))
        continue;
      from.erase(call);
      InlineFunctionInfo info;
      if (!InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess())
        continue;
      growth += size;
      changed = true;
      history.push_back({callee, link});
      for (CallBase *inner : info.InlinedCallSites)
        from[inner] = history.size() - 1;
    }
    if (!changed)
      break;
  }
}

} // namespace xc
