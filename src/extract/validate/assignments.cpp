#include "assignments.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"

using namespace llvm;

namespace xc {

namespace {

using Members = SmallSetVector<Instruction *, 16>;

/// Everything in the loop that depends on `phi`; false if something else than a choice between values does.
bool closeOver(PHINode &phi, const Loop &loop, Members &members) {
  members.insert(&phi);
  for (unsigned i = 0; i != members.size(); ++i)
    for (const Use &use : members[i]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (!loop.contains(user))
        continue;
      bool isChoice = isa<PHINode>(user) || (isa<SelectInst>(user) && use.getOperandNo() != 0);
      if (!isChoice)
        return false;
      members.insert(user);
    }
  return true;
}

void addDependent(PHINode &phi, const Loop &loop, Members &dependent) {
  Members slice;
  slice.insert(&phi);
  for (unsigned i = 0; i != slice.size(); ++i)
    for (User *user : slice[i]->users())
      if (auto *I = cast<Instruction>(user); loop.contains(I))
        slice.insert(I);
  dependent.insert(slice.begin(), slice.end());
}

} // namespace

void validateAssignments(SmallVectorImpl<PHINode *> &phis, Loop &loop, SmallVectorImpl<Reduction> &reductions) {
  // Which way an iteration takes must not depend on what is carried, of which all that is no reduction is in `phis`.
  Members dependent;
  for (PHINode *phi : phis)
    addDependent(*phi, loop, dependent);
  if (any_of(dependent, [](const Instruction *I) { return I->isTerminator(); }))
    return;
  erase_if(phis, [&](PHINode *phi) {
    Members members, others;
    auto *next = dyn_cast<Instruction>(phi->getIncomingValueForBlock(loop.getLoopLatch()));
    if (phi->getType()->isVectorTy() || !closeOver(*phi, loop, members) || !next || !members.contains(next))
      return false;
    for (PHINode *other : phis)
      if (other != phi)
        addDependent(*other, loop, others);
    bool isApart = all_of(members, [&](const Instruction *member) {
      return (member == phi || !others.contains(const_cast<Instruction *>(member))) &&
             none_of(member->operands(), [&](const Use &use) {
               auto *I = dyn_cast<Instruction>(use);
               return I && others.contains(I);
             });
    });
    if (!isApart)
      return false;
    Reduction value{ReductionKind::Assigned, phi, next, {}, {members.begin(), members.end()}};
    value.leader = reductions.size() + 1;
    reductions.push_back(std::move(value));
    reductions.push_back({ReductionKind::IsAssigned, nullptr, next, {}, {members.begin(), members.end()}});
    return true;
  });
}

} // namespace xc
