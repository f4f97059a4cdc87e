#include "extract.h"
#include "acquire/accesses.h"
#include "acquire/canonicalise.h"
#include "acquire/inline_calls.h"
#include "acquire/screen.h"
#include "acquire/shape.h"
#include "acquire/work_array.h"
#include "outline/body.h"
#include "outline/call_site.h"
#include "outline/guard.h"
#include "outline/kernel_source.h"
#include "replace_body.h"
#include "report.h"
#include "stages.h"
#include "validate/dependences.h"
#include "validate/effects.h"
#include "validate/interchange.h"
#include "validate/previous.h"
#include "validate/worth.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace xc {

namespace {

using Blocks = std::vector<std::unique_ptr<Block>>;

struct Extractor {
  Module &M;
  FunctionAnalysisManager &FAM;
  const Options &options;
  Reporter reporter{options.warn, options.warnGpu};
  PureFunctions pure{};
  Screen screen{FAM};
  Stages stages{options};
  KernelForms forms = KernelForms::parse(options.kernels, M.getTargetTriple());
  KernelMaker kernels{forms, options.math};
  bool isCanonical = false; // The copy in hand: no loop in another form can be judged.

  /// A copy of F with its loops lifted, null if there are none.
  Function *lift(Function &F);
  Function *createCopy(Function &F, const InlineScope *scope);
  void dropCopy(Function &F, Function *copy);
  Blocks judgeLoops(Function &copy, bool report);
  void judge(Loop &loop, Function &F, bool report, Blocks &blocks, bool isInside = false);
  Refusal build(Block &block, Loop &loop, Function &F);
  Refusal explainCall(const Refusal &refusal, Loop &loop, Function &F);
  void outline(Function &F, Blocks &blocks);

  /// A block that has been outlined and may get kernels.
  struct Candidate {
    KernelSource source;
    GpuRefusal refusal;
    DebugLoc location;
    GlobalVariable *descriptor;
  };
  std::vector<Candidate> candidates{};
  void makeKernels(Function &F);

  /// A loop's file, function, line and column: a link may have several functions of one name.
  using Place = std::tuple<const DIFile *, std::string, unsigned, unsigned>;
  std::set<Place> lifted{};
  bool isRedundant(const Block &block) const;
};

/// The loop in its own function, wherever it was inlined to.
Extractor::Place placeOf(const DebugLoc &start) {
  const DISubprogram *function = cast<DILocalScope>(start.getScope())->getSubprogram();
  StringRef name = function->getLinkageName().empty() ? function->getName() : function->getLinkageName();
  return {function->getFile(), name.str(), start.getLine(), start.getCol()};
}

/// True for an inlined loop that is a block in its own function.
bool Extractor::isRedundant(const Block &block) const {
  DebugLoc start = block.loop->getStartLoc();
  return start && start.getInlinedAt() && lifted.count(placeOf(start));
}

/// What led to `blocks`.
InlineScope scopeOf(const Blocks &blocks) {
  InlineScope scope;
  for (const auto &block : blocks) {
    DebugLoc start = block->loop->getStartLoc();
    if (!start)
      continue;
    if (!start.getInlinedAt()) {
      scope.loops.insert({start.getLine(), start.getCol()});
      continue;
    }
    const DILocation *call = start.getInlinedAt();
    while (call->getInlinedAt())
      call = call->getInlinedAt();
    scope.calls.insert({call->getLine(), call->getColumn()});
  }
  return scope;
}

/// Calls are left alone in loops that have no prospects, so that what is met first may be a call that could well be
/// followed: looks for what keeps the loop from having any.
Refusal Extractor::explainCall(const Refusal &refusal, Loop &loop, Function &F) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  auto isInTheWay = [&](const Instruction &I) { return screen.isInTheWay(I, TLI); };
  if (Refusal blocked = validateEffects(loop, TLI, pure, isInTheWay))
    return blocked;
  Block block;
  Refusal shape = acquireShape(block, loop, FAM.getResult<ScalarEvolutionAnalysis>(F), M.getDataLayout());
  return shape && !isDemotion(shape.reason) ? shape : refusal;
}

/// All facts and proofs about one loop, or why it cannot be lifted.
Refusal Extractor::build(Block &block, Loop &loop, Function &F) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AA = FAM.getResult<AAManager>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  const DataLayout &DL = M.getDataLayout();

  if (Refusal refusal = validateEffects(loop, FAM.getResult<TargetLibraryAnalysis>(F), pure))
    return refusal;
  if (Refusal refusal = acquireShape(block, loop, SE, DL))
    return refusal;
  if (Refusal refusal = acquireAccesses(block, SE, AA, DT))
    return refusal;
  if (Refusal refusal = validatePrevious(block))
    return refusal;
  auto makeWorkArray = [&](unsigned array) { return acquireWorkArray(block, array, SE, DT); };
  if (Refusal refusal = validateDependences(block, AA, makeWorkArray))
    return refusal;
  acquireGrid(block, SE, DL);
  validateGrid(block);
  validateInterchange(block);
  if (Refusal refusal = validateRanges(block))
    return refusal;
  return validateWorth(block, SE, FAM.getResult<LoopAnalysis>(F), options.gate);
}

/// Adds a block for `loop`, or blocks for the loops inside. `isInside`: it stands in a block.
void Extractor::judge(Loop &loop, Function &F, bool report, Blocks &blocks, bool isInside) {
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  auto block = std::make_unique<Block>();
  Refusal refusal = build(*block, loop, F);
  if (!refusal) {
    if (report && !isRedundant(*block))
      reporter.lifted(*block, ORE);
    // Where the iterations turn out to depend on each other, those of an inner loop may still not. That is worth one
    // more copy of the code inside, but not one for each level.
    bool mayFail = any_of(block->guards, [](const Guard &guard) { return guard.mayFail; });
    bool isGrid = block->grid.size() > 1;
    blocks.push_back(std::move(block));
    if (!mayFail || isGrid || isInside)
      return;
    isInside = true;
  } else if (report) {
    bool isCall = refusal.reason == Reason::UnknownCall && reporter.wantsAll(ORE);
    reporter.refused(loop, isCall ? explainCall(refusal, loop, F) : refusal, ORE);
  }
  for (Loop *inner : loop)
    judge(*inner, F, report, blocks, isInside);
}

void Extractor::outline(Function &F, Blocks &blocks) {
  validateCopies(blocks);
  // First everything that reads ScalarEvolution, then the functions, which read the loops, then the gates.
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SCEVExpander expander(SE, M.getDataLayout(), "xc");
  // Inner blocks come behind the one around them, whose capture record must see what they expand.
  struct Outlined {
    Captures captures;
    Function *body = nullptr;
    GlobalVariable *gate = nullptr, *descriptor = nullptr;
  };
  std::vector<Outlined> outlined;
  for (size_t i = blocks.size(); i-- != 0;) {
    // A block may start from what a loop in front of it leaves behind.
    if (!completeLiveOuts(*blocks[i], SE, M.getDataLayout())) {
      blocks.erase(blocks.begin() + i);
      continue;
    }
    outlined.push_back({expandCaptures(*blocks[i], expander)});
  }
  std::reverse(outlined.begin(), outlined.end());

  for (auto [number, block] : enumerate(blocks)) {
    auto &[record, body, gate, descriptor] = outlined[number];
    DebugLoc start = block->loop->getStartLoc();
    std::string name = (F.getName() + ".par." + Twine(start ? start.getLine() : number + 1)).str();
    BlockFunctions functions;
    functions.body = body = createBody(*block, record, name);
    name = functions.body->getName().str(); // Two loops may share a line.
    functions.serial = createSerial(*block, record, *functions.body, name);
    functions.identity = createIdentity(*block, name);
    functions.fold = createFold(*block, name);
    BlockTables tables{createGuard(*block, record, name), createFootprint(*block, record, name)};
    gate = createGate(*block, record, options.gate, name);
    descriptor = createDescriptor(*block, functions, tables, gate, name);
    if (forms.any()) {
      Candidate &candidate = candidates.emplace_back();
      candidate.refusal = describeForKernels(*block, record, functions, name, candidate.source);
      candidate.location = start;
      candidate.descriptor = descriptor;
    }
  }
  for (auto [block, out] : zip(blocks, outlined))
    if (block->replacesLoop)
      replaceLoop(*block, out.captures, *out.body, out.descriptor, out.gate);
    else
      createCallSite(*block, out.captures, out.descriptor, out.gate);
}

void Extractor::makeKernels(Function &F) {
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  for (Candidate &candidate : candidates) {
    std::string blob;
    if (!candidate.refusal)
      candidate.refusal = kernels.make(candidate.source, blob);
    if (candidate.refusal)
      reporter.staysOnCpu(F, candidate.location, candidate.refusal, ORE);
    else
      attachKernels(*candidate.descriptor, blob);
  }
}

Function *Extractor::lift(Function &F) {
  if (F.isDeclaration() || F.hasAvailableExternallyLinkage() || F.hasOptNone() || F.hasMinSize())
    return nullptr;
  LibFunc libraryFunction; // The program's own memset: its loop must not become a call of itself.
  if (FAM.getResult<TargetLibraryAnalysis>(F).getLibFunc(F, libraryFunction))
    return nullptr;
  bool wantsAll = reporter.wantsAll(FAM.getResult<OptimizationRemarkEmitterAnalysis>(F));
  Refusal refusal = validateFunction(F);
  stages.begin();
  bool hasProspects = true;
  stages.run("screen", F, [&] { hasProspects = screen.hasProspects(F); });
  if (!wantsAll && (refusal || !hasProspects))
    return nullptr;
  if (wantsAll) {
    DominatorTree DT(F);
    if (LoopInfo(DT).empty())
      return nullptr;
  }

  if (refusal) {
    InlineScope nothing;
    Function *copy = createCopy(F, &nothing);
    for (Loop *loop : reverse(FAM.getResult<LoopAnalysis>(*copy)))
      reporter.refused(*loop, refusal, FAM.getResult<OptimizationRemarkEmitterAnalysis>(*copy));
    dropCopy(F, copy);
    return nullptr;
  }

  Function *copy = createCopy(F, nullptr);
  Blocks blocks = judgeLoops(*copy, /*report=*/true);
  size_t found = blocks.size();
  erase_if(blocks, [&](const auto &block) { return isRedundant(*block); });
  if (!blocks.empty() && blocks.size() != found) {
    // The calls that did not help stay calls.
    InlineScope scope = scopeOf(blocks);
    blocks.clear();
    dropCopy(F, copy);
    copy = createCopy(F, &scope);
    blocks = judgeLoops(*copy, /*report=*/false);
  }
  if (blocks.empty()) {
    dropCopy(F, copy);
    return nullptr;
  }
  std::set<Place> places;
  for (const auto &block : blocks)
    if (DebugLoc start = block->loop->getStartLoc(); start && !start.getInlinedAt())
      places.insert(placeOf(start));
  candidates.clear();
  bool isOutlined = stages.run("outline", *copy, [&] { outline(*copy, blocks); });
  blocks.clear();
  if (forms.any())
    stages.run("kernels", *copy, [&] { makeKernels(*copy); });
  if (!isOutlined) {
    dropCopy(F, copy);
    return nullptr;
  }
  lifted.merge(places);
  FAM.clear(*copy, copy->getName());
  returnName(F, copy);
  return copy;
}

Function *Extractor::createCopy(Function &F, const InlineScope *scope) {
  Function *copy = createWorkingCopy(F);
  stages.run("inline", *copy, [&] { inlineCalls(*copy, F, scope, screen, FAM); });
  isCanonical = stages.run("canonicalise", *copy, [&] { canonicalise(*copy, FAM); });
  return copy;
}

void Extractor::dropCopy(Function &F, Function *copy) {
  FAM.clear(*copy, copy->getName());
  returnName(F, copy);
  copy->eraseFromParent();
}

Blocks Extractor::judgeLoops(Function &copy, bool report) {
  Blocks blocks;
  if (!isCanonical)
    return blocks;
  stages.run("judge", copy, [&] {
    for (Loop *loop : reverse(FAM.getResult<LoopAnalysis>(copy))) // In program order.
      judge(*loop, copy, report, blocks);
  });
  return blocks;
}

/// True if all locations of M are there for us alone.
bool areLocationsOurs(const Module &M) {
  return all_of(M.debug_compile_units(),
                [](const DICompileUnit *unit) { return unit->getEmissionKind() == DICompileUnit::NoDebug; });
}

} // namespace

bool extract(Module &M, ModuleAnalysisManager &MAM, const Options &options) {
  // Guards compute addresses in 64 bits.
  if (!options.lift || M.getDataLayout().getPointerSizeInBits() != 64)
    return false;
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  Extractor extractor{M, FAM, options};
  if (is_contained(options.dump, "kernels"))
    extractor.kernels.dump = [](StringRef text) { errs() << text; };
  // Callees first: a loop that is a block in its own function is no reason to inline it.
  CallGraph graph(M);
  std::vector<Function *> functions;
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component)
    for (CallGraphNode *node : *component)
      if (Function *F = node->getFunction())
        functions.push_back(F);
  std::vector<std::pair<Function *, Function *>> lifted;
  for (Function *F : functions)
    if (Function *copy = extractor.lift(*F))
      lifted.push_back({F, copy});
  // Not before all have been judged: callers inline the callees as they were written, not their gates.
  for (auto [F, copy] : lifted) {
    FAM.clear(*F, F->getName());
    adoptWorkingCopy(*F, copy);
  }
  // Every pass behind this one would copy and merge them.
  bool isStripped = options.dropLocations && areLocationsOurs(M) && StripDebugInfo(M);
  if (options.verify && verifyModule(M, &errs()))
    report_fatal_error("broken module after extraction");
  return isStripped || !lifted.empty();
}

} // namespace xc
