#include "canonicalise.h"
#include "../validate/effects.h"
#include "finite_loops.h"
#include "goals.h"
#include "hoist_loads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopInstSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopSimplifyCFG.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace xc {

namespace {

/// True if the instruction may read or write errno and could be moved across a call that writes it: an access through a
/// pointer of unknown origin, of a type that an int may be read by.
bool mayTouchErrno(const Instruction &I) {
  if (auto *call = dyn_cast<CallBase>(&I))
    return isa<AnyMemIntrinsic>(call) || (call->onlyReadsMemory() && !call->doesNotAccessMemory());
  const Value *pointer = getLoadStorePointerOperand(&I);
  if (!pointer)
    return I.mayReadOrWriteMemory();
  const Value *object = getUnderlyingObject(pointer);
  auto *global = dyn_cast<GlobalVariable>(object);
  if (isa<AllocaInst>(object) || (global && !global->isThreadLocal()))
    return false;
  const Type *type = isa<LoadInst>(I) ? I.getType() : cast<StoreInst>(I).getValueOperand()->getType();
  bool isOther = type->isPointerTy() || type->isFloatTy() || type->isDoubleTy() || type->isIntegerTy(64);
  return !isOther || !I.hasMetadata(LLVMContext::MD_tbaa);
}

/// Functions of <math.h> write errno, and for all that LLVM knows anything else. While this lives, their calls in a
/// function that touches nothing that could be errno are taken to write what nobody else touches, so that loads can be
/// moved past them.
class ErrnoApart {
public:
  ErrnoApart(Function &F, const TargetLibraryInfo &TLI) : F(F), TLI(TLI) {
    if (any_of(instructions(F), mayTouchErrno))
      return;
    forMathCalls([](CallBase &call, Attribute effects) {
      if (!effects.isValid())
        call.setMemoryEffects(apart());
    });
  }
  /// Passes may have copied calls meanwhile.
  ~ErrnoApart() {
    forMathCalls([](CallBase &call, Attribute effects) {
      if (effects.isValid() && effects.getMemoryEffects() == apart())
        call.removeFnAttr(Attribute::Memory);
    });
  }

private:
  static MemoryEffects apart() { return MemoryEffects::inaccessibleMemOnly(ModRefInfo::Mod); }
  /// Calls `action` for each call of a math function with what the call itself, not its callee, says of memory.
  template <class Action> void forMathCalls(Action action) {
    for (Instruction &I : instructions(F))
      if (auto *call = dyn_cast<CallBase>(&I); call && isMathCall(*call, TLI))
        action(*call, call->getAttributes().getFnAttr(Attribute::Memory));
  }

  Function &F;
  const TargetLibraryInfo &TLI;
};

} // namespace

// The order matters and was found by trial.
// - LICM runs before rotation, with CSE behind it, or loads of bounds stay as header phis.
// - No SimplifyCFG follows rotation: it threads the guard of an inner loop to the exit of the outer one, which then has
//   two exits. SCCP removes the guards that CSE has found to be always true.
// - A load that LICM hoists speculatively loses its type-based facts and then stays inside the next loop out. So all
//   that is certain to execute is hoisted first, through all loops.
void canonicalise(Function &F, FunctionAnalysisManager &FAM) {
  auto hoist = [](bool speculate) {
    constexpr unsigned accessCap = 100, promotionCap = 250;
    return LICMPass(accessCap, promotionCap, speculate);
  };
  auto overLoops = [](auto pass) {
    LoopPassManager loopPasses;
    loopPasses.addPass(std::move(pass));
    return createFunctionToLoopPassAdaptor(std::move(loopPasses), /*UseMemorySSA=*/true);
  };
  ErrnoApart errnoApart(F, FAM.getResult<TargetLibraryAnalysis>(F));
  FunctionPassManager passes;
  auto closeLoops = [&] {
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LCSSAPass());
  };
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());

  closeLoops();
  LoopPassManager rotate;
  rotate.addPass(LoopInstSimplifyPass());
  rotate.addPass(LoopSimplifyCFGPass());
  rotate.addPass(hoist(/*speculate=*/false));
  rotate.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true, /*PrepareForLTO=*/false));
  rotate.addPass(hoist(/*speculate=*/false));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(rotate), /*UseMemorySSA=*/true));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(SCCPPass());

  closeLoops();
  passes.addPass(overLoops(hoist(/*speculate=*/false)));
  passes.addPass(overLoops(hoist(/*speculate=*/true)));
  passes.addPass(HoistLoadsPass());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  closeLoops();
  passes.addPass(FiniteLoopsPass());
  passes.addPass(overLoops(IndVarSimplifyPass(/*WidenIndVars=*/true)));
  passes.addPass(overLoops(hoist(/*speculate=*/true)));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  closeLoops();
  passes.addPass(ReassociateGoalsPass());
  passes.run(F, FAM);
}

} // namespace xc
