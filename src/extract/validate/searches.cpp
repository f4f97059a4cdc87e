#include "searches.h"
#include "../acquire/source_names.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace xc {

namespace {

/// How a carried value changes in an iteration: to `value`, if `condition` is `taken`.
struct Update {
  PHINode *phi = nullptr;
  Instruction *next = nullptr;
  Value *value = nullptr;
  Value *condition = nullptr;
  bool taken = true;
  BranchInst *branch = nullptr; ///< On the condition, if it is not a select that makes the change,
  BasicBlock *from = nullptr;   ///< and from where control then comes to where `next`, a phi, stands.

  bool isWith(const Update &other) const {
    return condition == other.condition && taken == other.taken && branch == other.branch && from == other.from;
  }
};

bool isEmpty(const BasicBlock &BB) { return BB.size() == 1; }

/// Finds the branch that sends control to `merge` by way of `update.from`, and whose other way leads there directly.
void findBranch(BasicBlock *merge, Update &update) {
  BasicBlock *block = update.from, *to = merge;
  auto *branch = dyn_cast<BranchInst>(block->getTerminator());
  if (branch && branch->isUnconditional()) {
    // What is done here is done in some iterations only, which other parts of the loop must not notice.
    if (any_of(*block, [](const Instruction &I) { return I.mayHaveSideEffects(); }))
      return;
    to = block;
    block = block->getSinglePredecessor();
    branch = block ? dyn_cast<BranchInst>(block->getTerminator()) : nullptr;
  }
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return;
  update.taken = branch->getSuccessor(0) == to;
  BasicBlock *other = branch->getSuccessor(update.taken ? 1 : 0);
  bool isDirect = other == merge || (isEmpty(*other) && other->getSingleSuccessor() == merge);
  if (!isDirect)
    return;
  update.condition = branch->getCondition();
  update.branch = branch;
}

/// A comparison of `leader` with the value that it changes to: how the two must compare for the change.
std::optional<CmpInst::Predicate> comparisonOf(const Update &leader, Value *condition, bool taken) {
  auto *compare = dyn_cast<CmpInst>(condition);
  if (!compare)
    return std::nullopt;
  CmpInst::Predicate predicate = taken ? compare->getPredicate() : compare->getInversePredicate();
  Value *a = compare->getOperand(0), *b = compare->getOperand(1);
  if (a == leader.phi) {
    std::swap(a, b);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (a != leader.value || b != leader.phi)
    return std::nullopt;
  switch (predicate) {
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_OLT:
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_ULT:
    return predicate;
  default:
    return std::nullopt;
  }
}

std::optional<Update> updateOf(PHINode &phi, const Loop &loop) {
  Update update;
  update.phi = &phi;
  update.next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  if (!update.next || !loop.contains(update.next))
    return std::nullopt;
  if (auto *select = dyn_cast<SelectInst>(update.next)) {
    update.taken = select->getFalseValue() == &phi;
    if (!update.taken && select->getTrueValue() != &phi)
      return std::nullopt;
    update.value = update.taken ? select->getTrueValue() : select->getFalseValue();
    update.condition = select->getCondition();
    return update;
  }
  if (auto *extreme = dyn_cast<MinMaxIntrinsic>(update.next)) {
    // What InstCombine makes of the change of an integer, next to a comparison that others change by.
    if (extreme->getLHS() != &phi && extreme->getRHS() != &phi)
      return std::nullopt;
    update.value = extreme->getLHS() == &phi ? extreme->getRHS() : extreme->getLHS();
    for (User *user : phi.users())
      if (auto *compare = dyn_cast<ICmpInst>(user); compare && loop.contains(compare))
        for (bool taken : {true, false})
          if (comparisonOf(update, compare, taken) == extreme->getPredicate()) {
            update.condition = compare;
            update.taken = taken;
          }
    return update.condition ? std::optional(update) : std::nullopt;
  }
  auto *merge = dyn_cast<PHINode>(update.next);
  if (!merge || merge->getParent() == loop.getHeader())
    return std::nullopt;
  for (unsigned i = 0; i != merge->getNumIncomingValues(); ++i) {
    if (merge->getIncomingValue(i) == &phi)
      continue;
    if (update.from)
      return std::nullopt;
    update.from = merge->getIncomingBlock(i);
    update.value = merge->getIncomingValue(i);
  }
  if (!update.from || !loop.contains(update.from))
    return std::nullopt;
  findBranch(merge->getParent(), update);
  return update.condition ? std::optional(update) : std::nullopt;
}

/// The comparison that leads to the update, alone or after other conditions.
CmpInst *leadingComparison(const Update &leader, CmpInst::Predicate &predicate) {
  Value *conditions[] = {leader.condition, nullptr, nullptr};
  if (leader.taken)
    match(leader.condition, m_LogicalAnd(m_Value(conditions[1]), m_Value(conditions[2])));
  for (Value *condition : conditions)
    if (condition)
      if (auto found = comparisonOf(leader, condition, leader.taken)) {
        predicate = *found;
        return cast<CmpInst>(condition);
      }
  return nullptr;
}

/// True if nothing but the changes of the search that `leader` leads depends on the outcome of its comparison, which
/// depends on what was found before.
bool isKeptApart(const Update &leader, const CmpInst &comparison, ArrayRef<Update> updates) {
  auto isMember = [&](const Value *next) {
    return any_of(updates, [&](const Update &update) { return update.next == next && update.isWith(leader); });
  };
  auto isUsedHereOnly = [&](const Value &condition) {
    return all_of(condition.users(), [&](const User *user) {
      return user == leader.branch || (user == leader.condition && &condition == &comparison) ||
             (!leader.branch && isMember(user) && isa<SelectInst>(user) &&
              cast<SelectInst>(user)->getCondition() == &condition);
    });
  };
  if (!isUsedHereOnly(*leader.condition) || !isUsedHereOnly(comparison))
    return false;
  if (!leader.branch)
    return true;
  BasicBlock *merge = leader.next->getParent(), *block = leader.branch->getParent();
  BasicBlock *other = leader.branch->getSuccessor(leader.taken ? 1 : 0);
  for (PHINode &phi : merge->phis()) {
    Value *changed = phi.getIncomingValueForBlock(leader.from);
    Value *unchanged = phi.getIncomingValueForBlock(other == merge ? block : other);
    if (changed != unchanged && !isMember(&phi))
      return false;
  }
  return true;
}

} // namespace

Refusal validateSearches(ArrayRef<PHINode *> phis, Loop &loop, SmallVectorImpl<Reduction> &reductions) {
  SmallVector<Update, 4> updates;
  SmallPtrSet<const Value *, 8> carried;
  auto refuse = [&](PHINode *phi) {
    DebugLoc where = phi->getDebugLoc();
    for (User *user : phi->users())
      if (auto *I = cast<Instruction>(user); !where && loop.contains(I))
        where = I->getDebugLoc();
    return Refusal{Reason::CarriedValue, carriedName(*phi, loop), where};
  };
  for (PHINode *phi : phis) {
    auto update = updateOf(*phi, loop);
    if (!update || phi->getType()->isVectorTy())
      return refuse(phi);
    updates.push_back(*update);
    carried.insert(phi);
    carried.insert(update->next);
  }
  // Values that are carried may be used where they are carried on, and in the comparison of a leader: nowhere else.
  SmallVector<CmpInst *, 4> comparisons(updates.size());
  SmallVector<CmpInst::Predicate, 4> predicates(updates.size(), CmpInst::BAD_ICMP_PREDICATE);
  for (auto [update, comparison, predicate] : zip(updates, comparisons, predicates)) {
    comparison = leadingComparison(update, predicate);
    if (carried.contains(update.value))
      return refuse(update.phi);
    for (User *user : update.phi->users())
      if (auto *I = cast<Instruction>(user); loop.contains(I) && I != update.next && I != comparison)
        return refuse(update.phi);
    for (User *user : update.next->users())
      if (auto *I = cast<Instruction>(user); loop.contains(I) && I != update.phi)
        return refuse(update.phi);
  }
  for (auto [leader, comparison, predicate] : zip(updates, comparisons, predicates)) {
    if (!comparison)
      continue;
    if (!isKeptApart(leader, *comparison, updates))
      return refuse(leader.phi);
    int index = reductions.size();
    Reduction best{ReductionKind::Best, leader.phi, leader.next, {}, {leader.phi, leader.next, comparison}};
    best.better = predicate;
    reductions.push_back(std::move(best));
    for (const Update &kept : updates)
      if (!kept.isWith(leader) || &kept == &leader)
        continue;
      else {
        Reduction beside{ReductionKind::Kept, kept.phi, kept.next, {}, {kept.phi, kept.next}};
        beside.leader = index;
        reductions.push_back(std::move(beside));
      }
  }
  for (const Update &update : updates)
    if (count_if(reductions, [&](const Reduction &r) { return r.phi == update.phi; }) != 1)
      return refuse(update.phi);
  return {};
}

} // namespace xc
