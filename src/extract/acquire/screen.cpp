#include "screen.h"
#include "goals.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace xc {

namespace {

/// What a value that is carried from one iteration to the next may go through.
enum class Step : uint8_t { Choice, Add, Mul, And, Or, Xor, Float, Call, Other };

Step stepOf(const Instruction &I, bool reassociates) {
  switch (I.getOpcode()) {
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::Freeze:
    return Step::Choice;
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::GetElementPtr:
    return Step::Add;
  case Instruction::Mul:
  case Instruction::Shl:
    return Step::Mul;
  case Instruction::And:
    return Step::And;
  case Instruction::Or:
    return Step::Or;
  case Instruction::Xor:
    return Step::Xor;
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
    return reassociates || I.hasAllowReassoc() ? Step::Float : Step::Other;
  case Instruction::Call:
    break;
  default:
    return I.isCast() ? Step::Choice : Step::Other;
  }
  auto *intrinsic = dyn_cast<IntrinsicInst>(&I);
  if (!intrinsic)
    return Step::Call;
  switch (intrinsic->getIntrinsicID()) {
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
    return Step::Choice;
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return reassociates || I.hasAllowReassoc() ? Step::Float : Step::Other;
  default:
    return Step::Other;
  }
}

/// True if the value of `phi` goes through steps that neither an induction nor a reduction has: through memory, or
/// through different operations.
bool isRecurrence(PHINode &phi, const Loop &loop) {
  const bool reassociates = aimsAtSpeed(loop);
  SmallSetVector<Instruction *, 16> dependent;
  dependent.insert(&phi);
  for (unsigned i = 0; i != dependent.size(); ++i)
    for (User *user : dependent[i]->users())
      if (auto *I = cast<Instruction>(user); loop.contains(I))
        dependent.insert(I);

  std::optional<Step> step;
  SmallSetVector<Instruction *, 16> carried;
  auto reach = [&](Value *V) {
    if (auto *I = dyn_cast<Instruction>(V); I && dependent.contains(I))
      carried.insert(I);
  };
  for (BasicBlock *BB : phi.blocks())
    if (loop.contains(BB))
      reach(phi.getIncomingValueForBlock(BB));
  for (unsigned i = 0; i != carried.size(); ++i) {
    Instruction &I = *carried[i];
    Step taken = stepOf(I, reassociates);
    if (taken == Step::Call)
      return false; // Not known before it is inlined.
    if (taken == Step::Other || (taken != Step::Choice && step.value_or(taken) != taken))
      return true;
    if (taken != Step::Choice)
      step = taken;
    if (&I != &phi)
      for (Value *operand : I.operands())
        reach(operand);
  }
  return false;
}

/// True if the only exit of the loop depends on memory that differs from iteration to iteration.
bool isUncounted(const Loop &loop, BasicBlock &exiting) {
  auto *branch = dyn_cast<BranchInst>(exiting.getTerminator());
  if (!branch || !branch->isConditional())
    return true;
  SmallSetVector<Instruction *, 16> slice;
  SmallPtrSet<Instruction *, 16> addresses; // What the address of some load depends on.
  auto reach = [&](Value *V, bool isAddress) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !loop.contains(I))
      return;
    slice.insert(I);
    if (isAddress)
      addresses.insert(I);
  };
  reach(branch->getCondition(), false);
  for (unsigned i = 0; i != slice.size(); ++i) {
    Instruction *I = slice[i];
    if (isa<CallBase>(I))
      return false; // Not known before it is inlined.
    if (isa<PHINode>(I) && I->getParent() == loop.getHeader()) {
      if (addresses.contains(I))
        return true;
      continue;
    }
    for (Value *operand : I->operands())
      reach(operand, isa<LoadInst>(I) || addresses.contains(I));
  }
  return false;
}

bool isDeadEnd(const BasicBlock &BB) { return isa<UnreachableInst>(BB.getTerminator()); }

/// True if the loop's own control flow or a value that it carries keeps it from being a block.
bool isSerial(const Loop &loop) {
  SmallVector<Loop::Edge, 4> exits;
  loop.getExitEdges(exits);
  BasicBlock *exiting = nullptr;
  for (auto [from, to] : exits) {
    if (isDeadEnd(*to))
      continue;
    if (exiting && exiting != from)
      return true;
    exiting = from;
  }
  if (!exiting || isUncounted(loop, *exiting))
    return true;
  return any_of(loop.getHeader()->phis(), [&](PHINode &phi) { return isRecurrence(phi, loop); });
}

} // namespace

bool Screen::canFollow(const Function &F, const TargetLibraryInfo &TLI) {
  if (F.isDeclaration() || F.isInterposable())
    return false;
  auto [known, isNew] = followed.try_emplace(&F, false);
  if (!isNew)
    return known->second;
  // Blocks without a way back are those of a failed assertion.
  auto canStay = [&](const BasicBlock &BB) {
    return isDeadEnd(BB) || none_of(BB, [&](const Instruction &I) { return isInTheWay(I, TLI); });
  };
  bool result = all_of(F, canStay);
  followed[&F] = result;
  return result;
}

bool Screen::isInTheWay(const Instruction &I, const TargetLibraryInfo &TLI) {
  auto *call = dyn_cast<CallBase>(&I);
  if (!call)
    return I.isVolatile() || I.isAtomic();
  if (call->isInlineAsm())
    return true;
  const Function *callee = call->getCalledFunction();
  if (!callee)
    return true;
  return !callee->isIntrinsic() && !call->doesNotAccessMemory() && !isMathCall(*call, TLI) && !canFollow(*callee, TLI);
}

SmallPtrSet<const Loop *, 8> Screen::prospects(Function &F, LoopInfo &LI) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallPtrSet<const Loop *, 8> blocked, result;
  for (BasicBlock &BB : F) {
    Loop *loop = LI.getLoopFor(&BB);
    if (loop && !blocked.contains(loop) && any_of(BB, [&](const Instruction &I) { return isInTheWay(I, TLI); }))
      for (; loop; loop = loop->getParentLoop())
        blocked.insert(loop);
  }
  for (Loop *loop : LI.getLoopsInPreorder())
    if (!blocked.contains(loop) && !isSerial(*loop))
      result.insert(loop);
  return result;
}

bool Screen::hasProspects(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  return !LI.empty() && !prospects(F, LI).empty();
}

} // namespace xc
