#include "interchange.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace xc {

namespace {

/// Items side by side: a few arrays of so many elements and the rows they meet stay in the first-level cache.
constexpr uint64_t stripLength = 512;
/// Fewer are better off in registers.
constexpr uint64_t leastItems = 16;
constexpr unsigned mostHomes = 4;

/// What an iteration does up to the next loop inside, or such a loop: blocks in reverse post-order, one way in and one
/// way on.
struct Piece {
  SmallVector<BasicBlock *, 4> blocks;
  Loop *loop = nullptr;
};

class Interchange {
public:
  Interchange(Loop &items, ScalarEvolution &SE, const SmallPtrSetImpl<const Instruction *> &sinkable)
      : items(items), SE(SE), sinkable(sinkable), expander(SE, items.getHeader()->getDataLayout(), "strip"),
        builder(items.getHeader()->getContext()) {}

  bool isPossible() { return findPieces() && checkInductions() && checkInstructions() && findHomes(); }
  void rewrite();

private:
  using Values = DenseMap<Value *, Value *>;

  bool findPieces();
  bool checkInductions();
  bool checkInstructions();
  bool findHomes();

  bool isOutside(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    return !I || !items.contains(I);
  }
  bool canExpand(const SCEV *S) {
    return !isa<SCEVCouldNotCompute>(S) && SE.isLoopInvariant(S, &items) &&
           expander.isSafeToExpandAt(S, items.getLoopPreheader()->getTerminator());
  }
  Value *expand(const SCEV *S) {
    return expander.expandCodeFor(S, S->getType(), items.getLoopPreheader()->getTerminator());
  }
  Value *expandCount(const Loop &loop) {
    const SCEV *taken = SE.getNoopOrZeroExtend(SE.getBackedgeTakenCount(&loop), builder.getInt64Ty());
    return expand(SE.getAddExpr(taken, SE.getOne(taken->getType())));
  }
  BasicBlock *insertBlock(const Twine &name) {
    BasicBlock *header = items.getHeader();
    return BasicBlock::Create(builder.getContext(), name, header->getParent(), header);
  }

  Loop *startingAt(const BasicBlock *BB) const;
  /// Where control goes on, other than around a loop inside.
  SmallVector<BasicBlock *, 2> waysFrom(BasicBlock *BB) const {
    if (BasicBlock *way = taken.lookup(BB))
      return {way};
    return {succ_begin(BB), succ_end(BB)};
  }
  unsigned pieceOf(const Value *I) const { return pieceNumber.lookup(cast<Instruction>(I)->getParent()); }
  Value *originOf(Value *V) const;
  SmallVector<unsigned, 2> waysInto(const PHINode &phi) const;
  bool isItemCounter(const Value *V) const {
    return isa<PHINode>(V) && cast<PHINode>(V)->getParent() == items.getHeader();
  }
  bool isCarried(const PHINode &phi) const {
    const Piece &piece = pieces[pieceOf(&phi)];
    return piece.loop && phi.getParent() == piece.loop->getHeader() && !uniform.contains(&phi);
  }
  bool isUniform(const Value *V) const { return isOutside(V) || uniform.contains(V); }
  bool canRecompute(Value *V) const;
  void forEachInput(unsigned number, function_ref<void(Value *)> take) const;

  Value *valueOf(Value *V);
  Value *homeOf(Value *V) { return builder.CreateGEP(V->getType(), homes.lookup(V), item); }
  Value *load(Value *V) { return markAccess(builder.CreateLoad(V->getType(), homeOf(V))); }
  void store(Value *V, Value *home) { markAccess(builder.CreateStore(V, home)); }
  void clone(Instruction &I);
  template <class T> T *markAccess(T *I) {
    I->setMetadata(LLVMContext::MD_access_group, group);
    return I;
  }
  void emitItems(function_ref<void()> emitItem);
  void emitBlocks(const Piece &piece);
  void emitStraight(unsigned number);
  void emitLoop(const Piece &piece);
  Value *emitColumn(const Piece &piece, Value *from, Value *end, unsigned together);

  Loop &items;
  ScalarEvolution &SE;
  const SmallPtrSetImpl<const Instruction *> &sinkable;
  SCEVExpander expander;
  IRBuilder<> builder;

  SmallVector<Piece, 4> pieces; ///< Every other one is a loop.
  DenseMap<const BasicBlock *, unsigned> pieceNumber;
  /// Invariant conditions with the values for which the loops inside run, and where their branches go then.
  SmallVector<std::pair<Value *, bool>, 2> conditions;
  DenseMap<const BasicBlock *, BasicBlock *> taken;
  SmallPtrSet<const Value *, 16> uniform; ///< In the loops: the same for all items of one iteration.
  MapVector<Value *, Value *> homes;      ///< Values that outlive their piece, by item.
  DenseMap<Value *, PHINode *> carriedAs; ///< What a carried value becomes.
  SmallPtrSet<const StoreInst *, 2> sunk; ///< Stores to be done once, behind their loop.

  MDNode *group = nullptr;
  Value *length = nullptr, *position = nullptr; ///< Of the strip.
  Value *item = nullptr;                        ///< Within the strip.
  Values values;                                ///< In the piece that is being emitted.
};

/// The loop inside whose header `BB` is.
Loop *Interchange::startingAt(const BasicBlock *BB) const {
  auto inner = find_if(items, [&](Loop *loop) { return loop->getHeader() == BB; });
  return inner == items.end() ? nullptr : *inner;
}

/// Follows an iteration through the loops inside.
bool Interchange::findPieces() {
  BasicBlock *latch = items.getLoopLatch();
  if (!items.getLoopPreheader() || !latch || items.getExitingBlock() != latch || !items.getExitBlock() ||
      isa<PHINode>(items.getExitBlock()->front()))
    return false;
  auto leadsToLoop = [&](BasicBlock *BB) {
    while (!startingAt(BB) && BB != latch && BB->getSingleSuccessor())
      BB = BB->getSingleSuccessor();
    return startingAt(BB) != nullptr;
  };
  for (BasicBlock *BB : items.blocks())
    if (auto *branch = dyn_cast<BranchInst>(BB->getTerminator());
        branch && branch->isConditional() && BB != latch && isOutside(branch->getCondition())) {
      bool isFirst = leadsToLoop(branch->getSuccessor(0));
      if (isFirst == leadsToLoop(branch->getSuccessor(1)))
        continue;
      conditions.push_back({branch->getCondition(), isFirst});
      taken[BB] = branch->getSuccessor(isFirst ? 0 : 1);
    }

  size_t found = 0;
  auto add = [&](ArrayRef<BasicBlock *> postOrder, Loop *loop) {
    Piece piece{{postOrder.rbegin(), postOrder.rend()}, loop};
    for (BasicBlock *BB : piece.blocks)
      pieceNumber[BB] = pieces.size();
    found += piece.blocks.size();
    pieces.push_back(std::move(piece));
  };
  for (BasicBlock *start = items.getHeader(); start;) {
    // Depth first; a stack of blocks and the ways from them that are left.
    SmallVector<std::pair<BasicBlock *, SmallVector<BasicBlock *, 2>>, 8> path{{start, waysFrom(start)}};
    SmallPtrSet<BasicBlock *, 8> seen{start};
    SmallVector<BasicBlock *, 8> postOrder;
    Loop *next = nullptr;
    bool isLast = false;
    while (!path.empty()) {
      auto &[BB, ways] = path.back();
      if (BB == latch) {
        isLast = true;
        ways.clear();
      }
      if (ways.empty()) {
        postOrder.push_back(BB);
        path.pop_back();
        continue;
      }
      BasicBlock *way = ways.pop_back_val();
      if (pieceNumber.contains(way))
        return false;
      if (Loop *loop = startingAt(way)) {
        if (next)
          return false; // Two ways into loops.
        next = loop;
      } else if (seen.insert(way).second) {
        path.push_back({way, waysFrom(way)});
      }
    }
    if (isLast == (next != nullptr))
      return false;
    // One way on.
    BasicBlock *end = next ? next->getLoopPreheader() : latch;
    if (postOrder.front() != end || (next && waysFrom(end).size() != 1))
      return false;
    add(postOrder, nullptr);
    if (!next)
      break;
    start = next->getExitBlock();
    if (next->getNumBlocks() != 1 || !start)
      return false;
    add(next->getHeader(), next);
  }
  return pieces.size() > 1;
}

bool Interchange::checkInductions() {
  auto isInduction = [&](PHINode &phi, const Loop &loop) {
    if (!SE.isSCEVable(phi.getType()) || SE.getTypeSizeInBits(phi.getType()) > 64)
      return false;
    auto *rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&phi));
    return rec && rec->getLoop() == &loop && rec->isAffine() && canExpand(rec->getStart()) &&
           canExpand(rec->getStepRecurrence(SE));
  };
  if (!canExpand(SE.getBackedgeTakenCount(&items)) ||
      !all_of(items.getHeader()->phis(), [&](PHINode &phi) { return isInduction(phi, items); }))
    return false;
  for (const Piece &piece : pieces) {
    if (!piece.loop)
      continue;
    if (!canExpand(SE.getBackedgeTakenCount(piece.loop)))
      return false;
    for (PHINode &phi : piece.blocks.front()->phis())
      if (isInduction(phi, *piece.loop))
        uniform.insert(&phi);
      else
        carriedAs[phi.getIncomingValueForBlock(piece.loop->getLoopLatch())] = &phi;
  }
  return true;
}

bool Interchange::checkInstructions() {
  // Functions of the mathematical library may set errno: one after the other, in the order of the items.
  std::optional<unsigned> calls;
  for (auto [number, piece] : enumerate(pieces))
    for (BasicBlock *BB : piece.blocks)
      for (Instruction &I : *BB) {
        if (I.isTerminator())
          continue;
        if (isa<LoadInst, StoreInst>(I)) {
          if (I.isVolatile() || I.isAtomic())
            return false;
        } else if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects()) {
          if (!isa<CallInst>(I) || isa<IntrinsicInst>(I) || piece.loop || calls.value_or(number) != number)
            return false;
          calls = number;
        }
        if (any_of(I.users(), [&](User *user) { return isOutside(user); }))
          return false;
        // Independent iterations do not write what all of them read.
        if (piece.loop && !isa<PHINode, StoreInst>(I) &&
            all_of(I.operands(), [&](const Use &use) { return isUniform(use); }))
          uniform.insert(&I);
      }
  for (const Piece &piece : pieces)
    if (piece.loop)
      for (Instruction &I : *piece.blocks.front())
        if (auto *store = dyn_cast<StoreInst>(&I); store && sinkable.contains(store)) {
          auto carried = carriedAs.find(store->getValueOperand());
          if (carried != carriedAs.end() && carried->second->getParent() == store->getParent() &&
              canRecompute(store->getPointerOperand()))
            sunk.insert(store);
        }
  return true;
}

/// The incoming values of a phi that is no loop's that can come on our way.
SmallVector<unsigned, 2> Interchange::waysInto(const PHINode &phi) const {
  SmallVector<unsigned, 2> ways;
  for (auto [index, from] : enumerate(phi.blocks()))
    if (pieceNumber.contains(from) && is_contained(waysFrom(from), phi.getParent()))
      ways.push_back(index);
  return ways;
}

/// Looks through phis that have one value on our way.
Value *Interchange::originOf(Value *V) const {
  while (true) {
    auto *phi = dyn_cast<PHINode>(V);
    if (!phi || isOutside(phi) || pieces[pieceOf(phi)].loop || isItemCounter(phi))
      return V;
    auto ways = waysInto(*phi);
    if (ways.size() != 1)
      return V;
    V = phi->getIncomingValue(ways.front());
  }
}

bool Interchange::canRecompute(Value *V) const {
  V = originOf(V);
  if (isOutside(V) || isItemCounter(V))
    return true;
  auto *I = cast<Instruction>(V);
  bool isCheap = isa<GetElementPtrInst, CastInst>(I) || I->getOpcode() == Instruction::Add ||
                 I->getOpcode() == Instruction::Sub || I->getOpcode() == Instruction::Mul ||
                 I->getOpcode() == Instruction::Shl;
  return isCheap && !pieces[pieceOf(I)].loop &&
         all_of(I->operands(), [&](const Use &use) { return canRecompute(use); });
}

/// Calls `take` with every value of an item that a piece needs and does not compute itself.
void Interchange::forEachInput(unsigned number, function_ref<void(Value *)> take) const {
  const Piece &piece = pieces[number];
  auto offer = [&](Value *V) {
    V = originOf(V);
    if (!isOutside(V) && (isItemCounter(V) || pieceOf(V) != number))
      take(V);
  };
  for (BasicBlock *BB : piece.blocks)
    for (Instruction &I : *BB) {
      if (auto *phi = dyn_cast<PHINode>(&I)) {
        if (!piece.loop && !isItemCounter(phi))
          for (unsigned way : waysInto(*phi))
            offer(phi->getIncomingValue(way));
      } else if (auto *store = dyn_cast<StoreInst>(&I); !store || !sunk.contains(store)) {
        if (!uniform.contains(&I) && !(I.isTerminator() && waysFrom(BB).size() == 1))
          for (Value *operand : I.operands())
            if (!isa<BasicBlock>(operand))
              offer(operand);
      }
    }
  if (piece.loop)
    return;
  if (number != 0)
    for (const StoreInst *store : sunk)
      if (pieceOf(store) == number - 1)
        for (Value *operand : store->operands())
          offer(operand);
  // What the loop behind it starts from is stored here.
  if (number + 1 != pieces.size())
    for (PHINode &phi : pieces[number + 1].blocks.front()->phis())
      if (isCarried(phi))
        offer(phi.getIncomingValueForBlock(pieces[number + 1].loop->getLoopPreheader()));
}

/// Finds the values that must be kept from one piece to another.
bool Interchange::findHomes() {
  auto keep = [&](Value *V) {
    homes[V] = nullptr;
    TypeSize size = items.getHeader()->getDataLayout().getTypeAllocSize(V->getType());
    return !size.isScalable() && size <= 8 && V->getType()->isSingleValueType();
  };
  bool areKept = true;
  for (const Piece &piece : pieces)
    if (piece.loop)
      for (PHINode &phi : piece.blocks.front()->phis())
        if (isCarried(phi))
          areKept &= keep(&phi);
  for (unsigned number = 0; number != pieces.size(); ++number)
    forEachInput(number, [&](Value *V) {
      if (canRecompute(V) || carriedAs.contains(V))
        return;
      // A counter, or what a loop carries, has moved on when the loop is done.
      bool isLoopsPhi = isa<PHINode>(V) && pieces[pieceOf(V)].loop;
      areKept &= !isUniform(V) && !isLoopsPhi && keep(V);
    });
  return areKept && homes.size() <= mostHomes;
}

/// The value of the plain loop's V for the current item, at the builder's place.
Value *Interchange::valueOf(Value *V) {
  V = originOf(V);
  if (isOutside(V))
    return V;
  if (Value *known = values.lookup(V))
    return known;
  auto *I = cast<Instruction>(V);
  Value *result;
  if (isItemCounter(I)) {
    const SCEV *step = cast<SCEVAddRecExpr>(SE.getSCEV(I))->getStepRecurrence(SE);
    Value *start = cast<PHINode>(I)->getIncomingValueForBlock(items.getLoopPreheader());
    Value *number = builder.CreateZExtOrTrunc(builder.CreateAdd(position, item), step->getType());
    Value *moved = step->isOne() ? number : builder.CreateMul(number, expand(step));
    result = I->getType()->isPointerTy() ? builder.CreatePtrAdd(start, moved) : builder.CreateAdd(start, moved);
  } else if (canRecompute(I)) {
    Instruction *copy = I->clone();
    for (Use &operand : copy->operands())
      operand.set(valueOf(operand));
    result = builder.Insert(copy, I->getName());
  } else {
    auto carried = carriedAs.find(I);
    result = load(carried == carriedAs.end() ? V : carried->second);
  }
  return values[V] = result;
}

void Interchange::clone(Instruction &I) {
  Instruction *copy = I.clone();
  for (Use &operand : copy->operands())
    operand.set(valueOf(operand));
  builder.Insert(copy, I.getName());
  values[&I] = copy;
  if (isa<LoadInst, StoreInst>(copy))
    markAccess(copy);
  if (homes.count(&I))
    store(copy, homeOf(&I));
}

/// A loop over the items of the strip, from the builder's block; leaves the builder behind it.
void Interchange::emitItems(function_ref<void()> emitItem) {
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock(), *loop = insertBlock("items");
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *counter = builder.CreatePHI(builder.getInt64Ty(), 2, "item");
  counter->addIncoming(builder.getInt64(0), before);
  item = counter;
  emitItem();
  BasicBlock *after = insertBlock("items.done");
  Value *next = builder.CreateAdd(counter, builder.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
  counter->addIncoming(next, builder.GetInsertBlock());
  auto *branch = builder.CreateCondBr(builder.CreateICmpULT(next, length), loop, after);
  MDNode *parallel = MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"), group});
  MDNode *id = MDNode::getDistinct(context, {nullptr, parallel});
  id->replaceOperandWith(0, id);
  branch->setMetadata(LLVMContext::MD_loop, id);
  builder.SetInsertPoint(after);
}

/// The piece's instructions for the current item, from the builder's block on; leaves the builder where they end.
void Interchange::emitBlocks(const Piece &piece) {
  DenseMap<BasicBlock *, BasicBlock *> copies;
  for (BasicBlock *BB : piece.blocks)
    copies[BB] = BB == piece.blocks.front() ? builder.GetInsertBlock() : insertBlock(BB->getName());
  SmallVector<std::pair<PHINode *, PHINode *>, 4> phis;
  for (BasicBlock *BB : piece.blocks) {
    builder.SetInsertPoint(copies[BB]);
    for (Instruction &I : *BB) {
      if (auto *phi = dyn_cast<PHINode>(&I)) {
        if (piece.loop || isItemCounter(phi) || originOf(phi) != phi)
          continue;
        PHINode *copy = builder.CreatePHI(phi->getType(), 2, phi->getName());
        values[phi] = copy;
        phis.push_back({phi, copy});
      } else if (!I.isTerminator()) {
        auto *store = dyn_cast<StoreInst>(&I);
        if (!uniform.contains(&I) && !(store && sunk.contains(store)))
          clone(I);
      } else if (BB != piece.blocks.back()) {
        auto ways = waysFrom(BB);
        if (ways.size() == 1) {
          builder.CreateBr(copies[ways.front()]);
          continue;
        }
        Instruction *copy = I.clone();
        for (Use &operand : copy->operands()) {
          auto *target = dyn_cast<BasicBlock>(operand);
          operand.set(target ? copies[target] : valueOf(operand));
        }
        copy->setMetadata(LLVMContext::MD_loop, nullptr);
        builder.Insert(copy);
      }
    }
    // A phi that is kept is stored behind the phis.
    for (auto [phi, copy] : phis)
      if (phi->getParent() == BB && homes.count(phi)) {
        IRBuilderBase::InsertPointGuard guard(builder);
        builder.SetInsertPoint(copies[BB], copies[BB]->getFirstInsertionPt());
        store(copy, homeOf(phi));
      }
  }
  for (auto [phi, copy] : phis)
    for (unsigned way : waysInto(*phi))
      copy->addIncoming(valueOf(phi->getIncomingValue(way)), copies[phi->getIncomingBlock(way)]);
}

void Interchange::emitStraight(unsigned number) {
  const Piece &piece = pieces[number], *next = number + 1 == pieces.size() ? nullptr : &pieces[number + 1];
  values.clear();
  emitItems([&] {
    // In front, where they dominate all blocks.
    forEachInput(number, [&](Value *V) { valueOf(V); });
    if (number != 0)
      for (Instruction &I : *pieces[number - 1].blocks.front())
        if (auto *last = dyn_cast<StoreInst>(&I); last && sunk.contains(last)) {
          Instruction *copy = last->clone();
          copy->setOperand(0, valueOf(last->getValueOperand()));
          copy->setOperand(1, valueOf(last->getPointerOperand()));
          markAccess(builder.Insert(copy));
        }
    emitBlocks(piece);
    if (next)
      for (PHINode &phi : next->blocks.front()->phis())
        if (isCarried(phi))
          store(valueOf(phi.getIncomingValueForBlock(next->loop->getLoopPreheader())), homeOf(&phi));
  });
}

/// Iterations of a loop inside, from number `from` on as long as `together` of them are left before `end`: each time so
/// many for all items. Returns the number of the first that is left.
Value *Interchange::emitColumn(const Piece &piece, Value *from, Value *end, unsigned together) {
  BasicBlock *body = piece.blocks.front(), *before = builder.GetInsertBlock(), *header = insertBlock("column");
  BasicBlock *done = insertBlock("column.done");
  Value *amount = builder.getInt64(together);
  auto isLeft = [&](Value *number) { return builder.CreateICmpUGE(builder.CreateSub(end, number), amount); };
  builder.CreateCondBr(isLeft(from), header, done);
  builder.SetInsertPoint(header);
  PHINode *counter = builder.CreatePHI(builder.getInt64Ty(), 2);
  counter->addIncoming(from, before);
  SmallVector<Values, 4> shared(together);
  for (unsigned u = 0; u != together; ++u) {
    values.clear();
    Value *number = builder.CreateAdd(counter, builder.getInt64(u), "", /*HasNUW=*/true, /*HasNSW=*/true);
    for (PHINode &phi : body->phis())
      if (uniform.contains(&phi)) {
        auto *rec = cast<SCEVAddRecExpr>(SE.getSCEV(&phi));
        const SCEV *step = rec->getStepRecurrence(SE);
        Value *scaled = builder.CreateZExtOrTrunc(number, step->getType()), *start = expand(rec->getStart());
        if (!step->isOne())
          scaled = builder.CreateMul(scaled, expand(step));
        values[&phi] =
            phi.getType()->isPointerTy() ? builder.CreatePtrAdd(start, scaled) : builder.CreateAdd(start, scaled);
      }
    for (Instruction &I : *body)
      if (uniform.contains(&I) && !isa<PHINode>(I))
        clone(I);
    shared[u] = values;
  }
  emitItems([&] {
    Values carried;
    for (PHINode &phi : body->phis())
      if (isCarried(phi))
        carried[&phi] = load(&phi);
    for (unsigned u = 0; u != together; ++u) {
      values = shared[u];
      for (auto [phi, value] : carried)
        values[phi] = value;
      emitBlocks(piece);
      for (auto &[phi, value] : carried)
        value = valueOf(cast<PHINode>(phi)->getIncomingValueForBlock(body));
    }
    for (PHINode &phi : body->phis())
      if (isCarried(phi))
        store(carried.lookup(&phi), homeOf(&phi));
  });
  BasicBlock *latch = builder.GetInsertBlock();
  Value *next = builder.CreateAdd(counter, amount, "", /*HasNUW=*/true, /*HasNSW=*/true);
  counter->addIncoming(next, latch);
  builder.CreateCondBr(isLeft(next), header, done);
  builder.SetInsertPoint(done);
  PHINode *reached = builder.CreatePHI(builder.getInt64Ty(), 2);
  reached->addIncoming(from, before);
  reached->addIncoming(next, latch);
  return reached;
}

void Interchange::emitLoop(const Piece &piece) {
  constexpr unsigned mostTogether = 4, mostInstructions = 16;
  Value *end = expandCount(*piece.loop), *reached = builder.getInt64(0);
  // So what is carried is loaded and stored less often.
  if (piece.blocks.front()->sizeWithoutDebug() <= mostInstructions)
    reached = emitColumn(piece, reached, end, mostTogether);
  emitColumn(piece, reached, end, 1);
}

void Interchange::rewrite() {
  LLVMContext &context = builder.getContext();
  BasicBlock *preheader = items.getLoopPreheader(), *header = items.getHeader(), *exit = items.getExitBlock();
  group = MDNode::getDistinct(context, {});
  BasicBlock &entry = header->getParent()->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.begin());
  for (auto &[V, home] : homes)
    home = builder.CreateAlloca(V->getType(), builder.getInt64(stripLength), V->getName() + ".strip");

  Value *count = expandCount(items);
  builder.SetInsertPoint(preheader->getTerminator());
  Value *isLong = builder.CreateICmpUGE(count, builder.getInt64(leastItems));
  for (auto [condition, expected] : conditions)
    isLong = builder.CreateLogicalAnd(isLong, expected ? condition : builder.CreateNot(condition));

  BasicBlock *strip = insertBlock("strip");
  builder.SetInsertPoint(strip);
  PHINode *start = builder.CreatePHI(builder.getInt64Ty(), 2, "position");
  start->addIncoming(builder.getInt64(0), preheader);
  position = start;
  length = builder.CreateBinaryIntrinsic(Intrinsic::umin, builder.CreateSub(count, start),
                                         builder.getInt64(stripLength), nullptr, "length");
  for (auto [number, piece] : enumerate(pieces))
    if (piece.loop)
      emitLoop(piece);
    else
      emitStraight(number);
  Value *next = builder.CreateAdd(start, builder.getInt64(stripLength), "", /*HasNUW=*/true, /*HasNSW=*/true);
  start->addIncoming(next, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpULT(next, count), strip, exit);

  Instruction *old = preheader->getTerminator();
  builder.SetInsertPoint(old);
  builder.CreateCondBr(isLong, strip, header);
  old->eraseFromParent();
}

} // namespace

bool interchange(Loop &items, ScalarEvolution &SE, const SmallPtrSetImpl<const Instruction *> &sinkable) {
  Interchange rewriting(items, SE, sinkable);
  if (!rewriting.isPossible())
    return false;
  rewriting.rewrite();
  return true;
}

} // namespace xc
