#include "rewritten.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace xc {

namespace {

/// Bytes [lo, hi).
struct Range {
  Polynomial lo, hi;
};

class Coverage {
public:
  Coverage(ArrayRef<LocalUse> uses, const Loop &loop, Forms &forms, const DominatorTree &DT)
      : uses(uses), loop(loop), forms(forms), DT(DT) {}

  bool isCovered(const LocalUse &read);

private:
  /// The loop of the candidate around `block` that lies directly in `within`; null if there is none.
  const Loop *childOf(const Loop &within, const BasicBlock *block) const;
  const Loop &commonLoop(const LocalUse &a, const LocalUse &b) const;
  bool isEnteredBefore(const Loop &inner, const BasicBlock *block) const;
  bool precedes(const LocalUse &write, const LocalUse &read, const Loop &common) const;
  std::optional<Range> written(const LocalUse &write, const Loop &within);
  bool isNotBelow(const Polynomial &a, const Polynomial &b) const {
    auto sign = forms.sign(a - b);
    return sign && *sign >= 0;
  }

  ArrayRef<LocalUse> uses;
  const Loop &loop;
  Forms &forms;
  const DominatorTree &DT;
};

/// The innermost loop around a block, as far as the candidate goes.
const Loop *innermost(const Loop &loop, const BasicBlock *block) {
  const Loop *result = &loop;
  for (bool isDeeper = true; isDeeper;) {
    isDeeper = false;
    for (const Loop *inner : *result)
      if (inner->contains(block)) {
        result = inner;
        isDeeper = true;
        break;
      }
  }
  return result;
}

const Loop *Coverage::childOf(const Loop &within, const BasicBlock *block) const {
  auto it = find_if(within, [&](const Loop *inner) { return inner->contains(block); });
  return it == within.end() ? nullptr : *it;
}

const Loop &Coverage::commonLoop(const LocalUse &a, const LocalUse &b) const {
  const Loop *common = innermost(loop, a.instruction->getParent());
  while (!common->contains(b.instruction))
    common = common->getParentLoop();
  return *common;
}

/// True if what leads to `block` in an iteration leads through `inner` before. Where the loop is entered under a
/// condition, `block` may stand under the same one.
bool Coverage::isEnteredBefore(const Loop &inner, const BasicBlock *block) const {
  if (DT.dominates(inner.getHeader(), block))
    return true;
  auto entryOf = [](const BasicBlock *to) -> std::pair<const Value *, bool> {
    const BasicBlock *from = to ? to->getSinglePredecessor() : nullptr;
    auto *branch = from ? dyn_cast<BranchInst>(from->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return {nullptr, false};
    return {branch->getCondition(), branch->getSuccessor(0) == to};
  };
  const BasicBlock *preheader = inner.getLoopPreheader();
  auto entry = entryOf(preheader);
  if (!entry.first || !loop.isLoopInvariant(entry.first) || !DT.dominates(preheader->getSinglePredecessor(), block))
    return false;
  for (const DomTreeNode *node = DT.getNode(block); node && loop.contains(node->getBlock()); node = node->getIDom())
    if (entryOf(node->getBlock()) == entry)
      return true;
  return false;
}

/// True if in an iteration of `common` everything that `write` writes is written before `read` reads.
bool Coverage::precedes(const LocalUse &write, const LocalUse &read, const Loop &common) const {
  const BasicBlock *block = write.instruction->getParent();
  const Loop *outer = childOf(common, block);
  if (!outer)
    return write.instruction != read.instruction && DT.dominates(write.instruction, read.instruction);
  if (outer->contains(read.instruction) || !isEnteredBefore(*outer, read.instruction->getParent()))
    return false;
  // Each of the loops runs to its end, and to the next one in each iteration.
  for (const Loop *inner = innermost(loop, block); inner != &common; inner = inner->getParentLoop()) {
    const BasicBlock *latch = inner->getLoopLatch();
    if (!latch || inner->getExitingBlock() != latch || !forms.isCounted(inner) || !DT.dominates(block, latch))
      return false;
    block = inner->getHeader();
  }
  return true;
}

/// What `write` writes in an iteration of `within`, if that has no gaps.
std::optional<Range> Coverage::written(const LocalUse &write, const Loop &within) {
  Polynomial lo = write.offset, extent = write.size;
  for (const Loop *inner = innermost(loop, write.instruction->getParent()); inner != &within;
       inner = inner->getParentLoop()) {
    Variable k = forms.counter(inner);
    Polynomial stride = lo.coefficient(k), last = forms.last(inner);
    if (!last.isValid() || !stride.isValid() || stride.contains(k) || extent.contains(k))
      return std::nullopt;
    auto sign = forms.sign(stride);
    if (!sign)
      return std::nullopt;
    Polynomial length = *sign < 0 ? Polynomial() - stride : stride;
    if (!isNotBelow(extent, length))
      return std::nullopt;
    lo = lo.without(k) + (*sign < 0 ? stride * last : Polynomial());
    extent = extent + length * last;
  }
  if (!lo.isValid() || !extent.isValid())
    return std::nullopt;
  return Range{lo, lo + extent};
}

bool Coverage::isCovered(const LocalUse &read) {
  std::vector<std::pair<Wide, Wide>> parts; // Several writes together, where all is constant.
  for (const LocalUse &write : uses) {
    if (!write.isWrite || !write.offset.isValid() || !write.size.isValid())
      continue;
    const Loop &common = commonLoop(write, read);
    if (!precedes(write, read, common))
      continue;
    auto range = written(write, common);
    auto lo = forms.bound(read.offset, false, &common), hi = forms.bound(read.offset + read.size, true, &common);
    if (!range || !lo || !hi || !lo->clamped.empty() || !hi->clamped.empty())
      continue;
    if (isNotBelow(lo->base, range->lo) && isNotBelow(range->hi, hi->base))
      return true;
    auto first = range->lo.constant(), end = range->hi.constant();
    if (first && end)
      parts.push_back({*first, *end});
  }
  auto lo = forms.bound(read.offset, false, &loop), hi = forms.bound(read.offset + read.size, true, &loop);
  auto least = lo && lo->clamped.empty() ? lo->base.constant() : std::nullopt;
  auto end = hi && hi->clamped.empty() ? hi->base.constant() : std::nullopt;
  if (!least || !end)
    return false;
  llvm::sort(parts);
  for (auto [from, to] : parts)
    if (from <= *least)
      least = std::max(*least, to);
  return *least >= *end;
}

} // namespace

bool isRewritten(ArrayRef<LocalUse> uses, const Loop &loop, Forms &forms, const DominatorTree &DT) {
  Coverage coverage(uses, loop, forms, DT);
  return all_of(uses, [&](const LocalUse &use) { return use.isWrite || coverage.isCovered(use); });
}

} // namespace xc
