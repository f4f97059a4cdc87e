#include "canonicalise.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopInstSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopSimplifyCFG.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace xc {

// The order matters and was found by trial. LICM runs before rotation, with CSE behind it, or loads of bounds stay as
// header phis. No SimplifyCFG follows rotation: it threads the guard of an inner loop to the exit of the outer one,
// which then has two exits.
void canonicalise(Function &F, FunctionAnalysisManager &FAM) {
  constexpr unsigned licmCap = 100, licmLimit = 250;
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());

  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  LoopPassManager rotate;
  rotate.addPass(LoopInstSimplifyPass());
  rotate.addPass(LoopSimplifyCFGPass());
  rotate.addPass(LICMPass(licmCap, licmLimit, /*AllowSpeculation=*/false));
  rotate.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true, /*PrepareForLTO=*/false));
  rotate.addPass(LICMPass(licmCap, licmLimit, /*AllowSpeculation=*/true));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(rotate), /*UseMemorySSA=*/true));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());

  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  LoopPassManager recurrences;
  recurrences.addPass(IndVarSimplifyPass(/*WidenIndVars=*/true));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(recurrences)));
  LoopPassManager hoist;
  hoist.addPass(LICMPass(licmCap, licmLimit, /*AllowSpeculation=*/true));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(hoist), /*UseMemorySSA=*/true));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());

  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.run(F, FAM);
}

} // namespace xc
