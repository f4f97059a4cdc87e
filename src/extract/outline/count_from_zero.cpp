#include "count_from_zero.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace xc {

namespace {

/// More base addresses than the usual target has registers for would be worse than the additions.
constexpr size_t mostBases = 8;

/// induction + added - subtracted + constant.
struct Index {
  Value *value;
  SmallVector<Value *, 2> added, subtracted;
  int64_t constant = 0;
};

/// What stands in front of the loop: the address but for the constant.
struct Base {
  Type *type;                       ///< Of what `operands` index.
  SmallVector<Value *, 3> operands; ///< Pointer and indices but for the last.
  SmallVector<Value *, 2> added, subtracted;

  bool operator==(const Base &other) const {
    return type == other.type && operands == other.operands && added == other.added && subtracted == other.subtracted;
  }
};

/// Takes a constant number of elements off `pointer`, as neighbours in a stencil have it.
int64_t takeOffset(Value *&pointer, const DataLayout &DL, Type *element) {
  int64_t bytes = 0;
  Value *origin = GetPointerBaseWithConstantOffset(pointer, bytes, DL);
  auto size = int64_t(DL.getTypeAllocSize(element));
  if (size == 0 || bytes % size != 0)
    return 0;
  pointer = origin;
  return bytes / size;
}

class Rewriter {
public:
  Rewriter(PHINode &induction, BasicBlock &preheader, ArrayRef<BasicBlock *> blocks)
      : induction(induction), preheader(preheader), inside(blocks.begin(), blocks.end()) {}

  /// Takes what is invariant out of the loop, as far as addresses can be made of it.
  void hoist(ArrayRef<BasicBlock *> blocks) {
    for (BasicBlock *BB : blocks)
      for (Instruction &I : make_early_inc_range(*BB)) {
        if (!isa<GetElementPtrInst, BinaryOperator, CastInst>(I) || !isSafeToSpeculativelyExecute(&I) ||
            !all_of(I.operands(), [&](const Use &use) { return isInvariant(use); }))
          continue;
        I.moveBefore(preheader.getTerminator());
        I.dropPoisonGeneratingFlags(); // They may depend on conditions in the loop.
        I.setDebugLoc({});
      }
  }

  /// Finds all uses. False if one of them is no address.
  bool collect() {
    SmallVector<Index, 8> worklist{{&induction, {}, {}}};
    while (!worklist.empty()) {
      Index index = worklist.pop_back_val();
      for (User *user : index.value->users())
        if (user != &induction && !addAddress(index, user) && !addIndex(index, user, worklist))
          return false;
    }
    return bases.size() <= mostBases && !addresses.empty();
  }

  void rewrite() {
    IRBuilder<> builder(preheader.getTerminator());
    Value *start = induction.getIncomingValueForBlock(&preheader);
    SmallVector<Value *, mostBases> places;
    for (const Base &base : bases) {
      Value *sum = start;
      for (Value *term : base.added)
        sum = builder.CreateAdd(sum, term);
      for (Value *term : base.subtracted)
        sum = builder.CreateSub(sum, term);
      SmallVector<Value *, 4> indices(drop_begin(base.operands));
      indices.push_back(sum);
      places.push_back(builder.CreateGEP(base.type, base.operands.front(), indices, "base"));
    }
    for (auto [address, base, constant] : addresses) {
      Type *element = address->getResultElementType();
      builder.SetInsertPoint(address);
      Value *place = builder.CreateGEP(element, places[base], &induction, address->getName());
      if (constant) // Outermost: so neighbours are recognised.
        place = builder.CreateConstGEP1_64(element, place, constant);
      address->replaceAllUsesWith(place);
      Value *index = address->getOperand(address->getNumOperands() - 1);
      address->eraseFromParent();
      if (index != &induction)
        RecursivelyDeleteTriviallyDeadInstructions(index);
    }
    induction.setIncomingValueForBlock(&preheader, builder.getInt64(0));
  }

private:
  bool isInvariant(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    return !I || !inside.contains(I->getParent());
  }

  bool addAddress(const Index &index, User *user) {
    auto *address = dyn_cast<GetElementPtrInst>(user);
    if (!address || address->getType()->isVectorTy() ||
        address->getOperand(address->getNumOperands() - 1) != index.value)
      return false;
    if (!all_of(drop_end(address->operands()), [&](const Use &use) { return isInvariant(use); }))
      return false;
    Base base{address->getSourceElementType(), {}, index.added, index.subtracted};
    append_range(base.operands, drop_end(address->operands()));
    int64_t constant = takeOffset(base.operands.front(), address->getDataLayout(), address->getResultElementType());
    if (AddOverflow(constant, index.constant, constant))
      return false;
    auto *place = find(bases, base);
    addresses.push_back({address, size_t(place - bases.begin()), constant});
    if (place == bases.end())
      bases.push_back(base);
    return true;
  }

  bool addIndex(const Index &index, User *user, SmallVectorImpl<Index> &worklist) {
    using namespace PatternMatch;
    Index next = index;
    next.value = user;
    Value *term;
    const APInt *constant;
    if (match(user, m_AddLike(m_Specific(index.value), m_APInt(constant)))) {
      if (AddOverflow(index.constant, constant->getSExtValue(), next.constant))
        return false;
    } else if (match(user, m_c_Add(m_Specific(index.value), m_Value(term))) && isInvariant(term)) {
      next.added.push_back(term);
    } else if (match(user, m_Sub(m_Specific(index.value), m_Value(term))) && isInvariant(term)) {
      next.subtracted.push_back(term);
    } else {
      return false;
    }
    worklist.push_back(next);
    return true;
  }

  struct Address {
    GetElementPtrInst *address;
    size_t base;
    int64_t constant;
  };

  PHINode &induction;
  BasicBlock &preheader;
  SmallPtrSet<const BasicBlock *, 8> inside;
  SmallVector<Base, mostBases> bases;
  SmallVector<Address, 8> addresses;
};

} // namespace

bool countFromZero(PHINode &induction, BasicBlock &preheader, ArrayRef<BasicBlock *> blocks) {
  Rewriter rewriter(induction, preheader, blocks);
  rewriter.hoist(blocks);
  if (!rewriter.collect())
    return false;
  rewriter.rewrite();
  return true;
}

} // namespace xc
