#include "extract.h"
#include "acquire/accesses.h"
#include "acquire/canonicalise.h"
#include "acquire/inline_calls.h"
#include "acquire/shape.h"
#include "outline/body.h"
#include "outline/call_site.h"
#include "outline/guard.h"
#include "replace_body.h"
#include "report.h"
#include "validate/dependences.h"
#include "validate/effects.h"
#include "validate/worth.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace xc {

namespace {

using Blocks = std::vector<std::unique_ptr<Block>>;

struct Extractor {
  Module &M;
  FunctionAnalysisManager &FAM;
  const Options &options;
  Reporter reporter{options.warn};
  PureFunctions pure{};

  /// A copy of F with its loops lifted, null if there are none.
  Function *lift(Function &F);
  bool isHopeless(Function &F);
  void judge(Loop &loop, Function &F, Blocks &blocks);
  Refusal build(Block &block, Loop &loop, Function &F);
  void outline(Function &F, Blocks &blocks);
};

/// True if no loop of F, as clang wrote it, can become a block whatever is inlined: saves the work on a copy.
bool Extractor::isHopeless(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  if (LI.empty())
    return true;
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallPtrSet<const Loop *, 8> blocked;
  auto blocks = [&](const Instruction &I) {
    auto *call = dyn_cast<CallBase>(&I);
    if (!call)
      return I.isVolatile() || (I.isAtomic() && !isa<CallBase>(I));
    if (call->isInlineAsm())
      return true;
    const Function *callee = call->getCalledFunction();
    if (!callee)
      return true;
    bool isKnown = !callee->isDeclaration() || callee->isIntrinsic() || isMathCall(*call, TLI) ||
                   call->doesNotAccessMemory() || call->doesNotReturn();
    return !isKnown;
  };
  for (BasicBlock &BB : F) {
    Loop *loop = LI.getLoopFor(&BB);
    if (loop && !blocked.contains(loop) && any_of(BB, blocks))
      for (; loop; loop = loop->getParentLoop())
        blocked.insert(loop);
  }
  return all_of(LI.getLoopsInPreorder(), [&](Loop *loop) { return blocked.contains(loop); });
}

/// All facts and proofs about one loop, or why it cannot be lifted.
Refusal Extractor::build(Block &block, Loop &loop, Function &F) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AA = FAM.getResult<AAManager>(F);
  const DataLayout &DL = M.getDataLayout();

  if (Refusal refusal = validateEffects(loop, FAM.getResult<TargetLibraryAnalysis>(F), pure))
    return refusal;
  if (Refusal refusal = acquireShape(block, loop, SE, DL))
    return refusal;
  if (Refusal refusal = acquireAccesses(block, SE, AA, FAM.getResult<DominatorTreeAnalysis>(F)))
    return refusal;
  if (Refusal refusal = validateDependences(block, AA))
    return refusal;
  acquireGrid(block, SE, DL);
  validateGrid(block);
  if (Refusal refusal = validateRanges(block))
    return refusal;
  return validateWorth(block, SE, FAM.getResult<LoopAnalysis>(F), options.gate);
}

void Extractor::judge(Loop &loop, Function &F, Blocks &blocks) {
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  auto block = std::make_unique<Block>();
  Refusal refusal = build(*block, loop, F);
  if (!refusal) {
    reporter.lifted(*block, ORE);
    bool mayFail = any_of(block->guards, [](const Guard &guard) { return guard.isDependence; });
    blocks.push_back(std::move(block));
    // Where the iterations turn out to depend on each other, those of an inner loop may still not.
    if (!mayFail)
      return;
  } else {
    reporter.refused(loop, refusal, ORE);
  }
  for (Loop *inner : loop)
    judge(*inner, F, blocks);
}

void Extractor::outline(Function &F, Blocks &blocks) {
  // First everything that reads ScalarEvolution, then the functions, which read the loops, then the gates.
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SCEVExpander expander(SE, M.getDataLayout(), "xc");
  // Inner blocks come behind the one around them, whose capture record must see what they expand.
  std::vector<Captures> captures(blocks.size());
  for (size_t i = blocks.size(); i-- != 0;)
    captures[i] = expandCaptures(*blocks[i], expander);

  std::vector<Function *> runners;
  for (auto [block, record] : zip(blocks, captures)) {
    DebugLoc start = block->loop->getStartLoc();
    std::string name = (F.getName() + ".par." + Twine(start ? start.getLine() : runners.size() + 1)).str();
    BlockFunctions functions;
    functions.body = createBody(*block, record, name);
    name = functions.body->getName().str(); // Two loops may share a line.
    functions.serial = createSerial(*block, record, name);
    functions.identity = createIdentity(*block, name);
    functions.fold = createFold(*block, name);
    functions.guard = createGuard(*block, record, name, functions.guardTexts);
    functions.footprint = createFootprint(*block, record, name);
    GlobalVariable *descriptor = createDescriptor(*block, functions, name);
    runners.push_back(createRunner(*block, record, descriptor, name));
  }
  for (auto [block, record, runner] : zip(blocks, captures, runners))
    createCallSite(*block, record, runner, options.gate);
}

Function *Extractor::lift(Function &F) {
  if (F.isDeclaration() || F.hasAvailableExternallyLinkage() || F.hasOptNone() || F.hasMinSize())
    return nullptr;
  LibFunc libraryFunction; // The program's own memset: its loop must not become a call of itself.
  if (FAM.getResult<TargetLibraryAnalysis>(F).getLibFunc(F, libraryFunction))
    return nullptr;
  bool wantsAll = reporter.wantsAll(FAM.getResult<OptimizationRemarkEmitterAnalysis>(F));
  Refusal refusal = validateFunction(F);
  if (!wantsAll && (refusal || isHopeless(F)))
    return nullptr;
  if (wantsAll) {
    DominatorTree DT(F);
    if (LoopInfo(DT).empty())
      return nullptr;
  }

  Function *copy = createWorkingCopy(F);
  if (!refusal)
    inlineCalls(*copy, F, FAM);
  canonicalise(*copy, FAM);
  Blocks blocks;
  auto &LI = FAM.getResult<LoopAnalysis>(*copy);
  for (Loop *loop : reverse(LI)) { // In program order.
    if (refusal)
      reporter.refused(*loop, refusal, FAM.getResult<OptimizationRemarkEmitterAnalysis>(*copy));
    else
      judge(*loop, *copy, blocks);
  }
  bool isLifted = !blocks.empty();
  if (isLifted)
    outline(*copy, blocks);
  blocks.clear();
  FAM.clear(*copy, copy->getName());
  returnName(F, copy);
  if (isLifted)
    return copy;
  copy->eraseFromParent();
  return nullptr;
}

} // namespace

bool extract(Module &M, ModuleAnalysisManager &MAM, const Options &options) {
  // Guards compute addresses in 64 bits.
  if (!options.lift || options.isOff("extract") || M.getDataLayout().getPointerSizeInBits() != 64)
    return false;
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  Extractor extractor{M, FAM, options};
  std::vector<Function *> functions;
  for (Function &F : M)
    functions.push_back(&F);
  std::vector<std::pair<Function *, Function *>> lifted;
  for (Function *F : functions)
    if (Function *copy = extractor.lift(*F))
      lifted.push_back({F, copy});
  // Not before all have been judged: callers inline the callees as they were written, not their gates.
  for (auto [F, copy] : lifted) {
    FAM.clear(*F, F->getName());
    adoptWorkingCopy(*F, copy);
  }
  assert(lifted.empty() || !verifyModule(M, &errs()));
  return !lifted.empty();
}

} // namespace xc
