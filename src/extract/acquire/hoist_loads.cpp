#include "hoist_loads.h"
#include "entry.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace xc {

namespace {

/// Pairs of a load and an instruction of the loop that may write there.
constexpr unsigned maxQueries = 20000;

/// Of a load, and its alignment.
constexpr uint64_t mostBytes = 64;

using Conditions = SmallVector<std::pair<Value *, bool>, 4>; // What it must be; outermost first.

struct Hoister {
  AAResults &AA;
  LoopInfo &LI;
  bool hasChanged = false;
  unsigned queries = 0; ///< In the loop in hand.

  void run(Loop &loop);
  std::optional<Conditions> conditionsOf(Instruction &I, Loop &loop);
  bool isWritten(const LoadInst &load, const Loop &loop);
};

/// The conditions under which I is executed in the first iteration of the loop; nothing if that also depends on others.
std::optional<Conditions> Hoister::conditionsOf(Instruction &I, Loop &loop) {
  auto isPassed = [](const auto &instructions) {
    return all_of(instructions,
                  [](const Instruction &other) { return isGuaranteedToTransferExecutionToSuccessor(&other); });
  };
  BasicBlock *block = I.getParent();
  Conditions conditions;
  if (!isPassed(make_range(block->begin(), I.getIterator())))
    return std::nullopt;
  while (block != loop.getHeader()) {
    auto entry = entryOf(*block);
    if (const Loop *inner = LI.getLoopFor(block); inner && inner->getHeader() == block && inner->getLoopPreheader())
      entry = Entry{inner->getLoopPreheader(), nullptr, true};
    if (!entry || !isPassed(*entry->from))
      return std::nullopt;
    if (entry->condition) {
      if (!loop.makeLoopInvariant(entry->condition, hasChanged, loop.getLoopPreheader()->getTerminator()))
        return std::nullopt;
      conditions.push_back({entry->condition, entry->value});
    }
    block = entry->from;
  }
  std::reverse(conditions.begin(), conditions.end());
  return conditions;
}

/// What is loaded where the program loads nothing: zeros. A branch in front of the loop would hide the conditions there
/// from ScalarEvolution.
Constant *nothing(Module &M) {
  constexpr const char *name = "xc.nothing";
  if (GlobalVariable *known = M.getNamedGlobal(name))
    return known;
  auto *type = ArrayType::get(Type::getInt8Ty(M.getContext()), mostBytes);
  auto *global = new GlobalVariable(M, type, true, GlobalValue::PrivateLinkage, Constant::getNullValue(type), name);
  global->setAlignment(Align(mostBytes));
  return global;
}

bool Hoister::isWritten(const LoadInst &load, const Loop &loop) {
  MemoryLocation location = MemoryLocation::get(&load);
  // What an inlined callee promised about its pointers holds within one iteration only.
  location.AATags.Scope = location.AATags.NoAlias = nullptr;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &I : *block)
      if (I.mayWriteToMemory() && (queries++ >= maxQueries || isModSet(AA.getModRefInfo(&I, location))))
        return true;
  return false;
}

void Hoister::run(Loop &loop) {
  BasicBlock *preheader = loop.getLoopPreheader();
  if (!preheader)
    return;
  const DataLayout &DL = preheader->getDataLayout();
  SmallVector<LoadInst *, 16> loads;
  LoopBlocksRPO order(&loop);
  order.perform(&LI);
  for (BasicBlock *block : order)
    for (Instruction &I : *block)
      if (auto *load = dyn_cast<LoadInst>(&I);
          load && load->isSimple() && load->getAlign() <= mostBytes && load->getPointerAddressSpace() == 0 &&
          TypeSize::isKnownLE(DL.getTypeStoreSize(load->getType()), TypeSize::getFixed(mostBytes)))
        loads.push_back(load);
  queries = 0;
  for (LoadInst *load : loads) {
    if (!loop.makeLoopInvariant(load->getPointerOperand(), hasChanged, preheader->getTerminator()) ||
        isWritten(*load, loop))
      continue;
    Instruction *end = preheader->getTerminator();
    if (isSafeToSpeculativelyExecute(load, end)) { // LICM looks at so many stores and no more.
      load->moveBefore(end);
      load->dropUBImplyingAttrsAndMetadata();
      hasChanged = true;
      continue;
    }
    auto conditions = conditionsOf(*load, loop);
    if (!conditions)
      continue;
    load->moveBefore(end);
    hasChanged = true;
    if (conditions->empty())
      continue;
    load->dropUnknownNonDebugMetadata({LLVMContext::MD_tbaa}); // Zero need not be in a range, nor a good pointer.
    IRBuilder<> builder(load);
    Value *all = nullptr;
    for (auto [condition, value] : *conditions) {
      Value *holds = value ? condition : builder.CreateNot(condition);
      all = all ? builder.CreateLogicalAnd(all, holds) : holds;
    }
    Value *address = load->getPointerOperand();
    load->setOperand(0, builder.CreateSelect(all, address, nothing(*load->getModule()), address->getName()));
  }
}

} // namespace

PreservedAnalyses HoistLoadsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  Hoister hoister{FAM.getResult<AAManager>(F), FAM.getResult<LoopAnalysis>(F)};
  for (Loop *loop : hoister.LI.getLoopsInPreorder())
    hoister.run(*loop);
  if (!hoister.hasChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace xc
