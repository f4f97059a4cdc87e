#include "reductions.h"
#include "../acquire/source_names.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace xc {

namespace {

std::optional<ReductionKind> kindOf(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub: // The caller checks that the running value is not subtracted.
    return ReductionKind::Add;
  case Instruction::Mul:
    return ReductionKind::Mul;
  case Instruction::And:
    return ReductionKind::And;
  case Instruction::Or:
    return ReductionKind::Or;
  case Instruction::Xor:
    return ReductionKind::Xor;
  case Instruction::FAdd:
  case Instruction::FSub:
    return ReductionKind::FAdd;
  case Instruction::FMul:
    return ReductionKind::FMul;
  case Instruction::Call:
    break;
  default:
    return std::nullopt;
  }
  auto *intrinsic = dyn_cast<IntrinsicInst>(&I);
  switch (intrinsic ? intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::smin:
    return ReductionKind::SMin;
  case Intrinsic::smax:
    return ReductionKind::SMax;
  case Intrinsic::umin:
    return ReductionKind::UMin;
  case Intrinsic::umax:
    return ReductionKind::UMax;
  case Intrinsic::fmuladd: // a * b + running value.
  case Intrinsic::fma:
    return ReductionKind::FAdd;
  default:
    return std::nullopt;
  }
}

/// True if `running` stands where `I` = running op x (or x op running for a commutative op).
bool isRunningOperand(const Instruction &I, const Use &use) {
  unsigned index = use.getOperandNo();
  if (I.getOpcode() == Instruction::Sub || I.getOpcode() == Instruction::FSub)
    return index == 0;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&I))
    if (intrinsic->getIntrinsicID() == Intrinsic::fmuladd || intrinsic->getIntrinsicID() == Intrinsic::fma)
      return index == 2;
  return index < 2;
}

} // namespace

// The closure of the phi under its uses inside the loop holds every value that depends on the running value. It is a
// reduction if each member is either a choice between members (phi, select) or member op x with one associative op and
// an x outside the closure: then each member is (value before the iteration) op (something independent of it).
Refusal validateReduction(PHINode &phi, Loop &loop, std::optional<Reduction> &reduction) {
  Refusal carried{Reason::CarriedValue, carriedName(phi, loop), phi.getDebugLoc()};
  SmallSetVector<Instruction *, 16> members;
  std::optional<ReductionKind> kind;
  FastMathFlags fast = FastMathFlags::getFast();
  bool isStored = false;
  members.insert(&phi);
  for (unsigned i = 0; i != members.size(); ++i) {
    for (const Use &use : members[i]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (!loop.contains(user))
        continue; // Checked with the live-outs.
      if (user->getDebugLoc() && !carried.location)
        carried.location = user->getDebugLoc();
      if (isa<PHINode>(user)) {
        members.insert(user);
        continue;
      }
      // For the message alone.
      if (auto *store = dyn_cast<StoreInst>(user);
          store && use.getOperandNo() == 0 && loop.isLoopInvariant(store->getPointerOperand())) {
        isStored = true;
        continue;
      }
      if (auto *select = dyn_cast<SelectInst>(user)) {
        if (use.getOperandNo() == 0)
          return carried;
        members.insert(select);
        continue;
      }
      auto userKind = kindOf(*user);
      if (!userKind || (kind && *kind != *userKind) || !isRunningOperand(*user, use))
        return carried;
      kind = userKind;
      if (isFloat(*kind))
        fast &= user->getFastMathFlags();
      members.insert(user);
    }
  }
  for (Instruction *member : members) {
    if (member == &phi)
      continue;
    auto isMember = [&](Value *V) { return isa<Instruction>(V) && members.contains(cast<Instruction>(V)); };
    if (auto *merge = dyn_cast<PHINode>(member)) {
      if (!all_of(merge->incoming_values(), isMember))
        return carried;
    } else if (auto *select = dyn_cast<SelectInst>(member)) {
      if (!isMember(select->getTrueValue()) || !isMember(select->getFalseValue()))
        return carried;
    } else if (count_if(member->operands(), isMember) != 1) {
      return carried;
    }
  }
  auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  if (!kind || !next || !members.contains(next) || phi.getType()->isVectorTy())
    return carried;
  if (isFloat(*kind) && !fast.allowReassoc()) {
    carried.reason = Reason::FloatReduction;
    return carried;
  }
  if (isStored) {
    if (!carried.detail.empty())
      carried.detail += "; if no other access of the loop is there, use a local variable";
    return carried;
  }
  reduction = Reduction{*kind, &phi, next, isFloat(*kind) ? fast : FastMathFlags(),
                        SmallVector<Instruction *, 4>(members.begin(), members.end())};
  return {};
}

} // namespace xc
