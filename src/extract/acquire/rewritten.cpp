#include "rewritten.h"
#include "entry.h"
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

  bool isCovered(const LocalUse &use);

private:
  const Loop &commonLoop(const LocalUse &a, const LocalUse &b) const;
  bool isEnteredBefore(const Loop &inner, const BasicBlock *block) const;
  bool precedes(const LocalUse &write, const LocalUse &read, const Loop &common) const;
  std::optional<Range> written(const LocalUse &write, const Loop &within);
  std::optional<Range> read(const LocalUse &read, const Loop &within);
  bool isNotBelow(const Polynomial &a, const Polynomial &b) const {
    auto sign = forms.sign(a - b);
    return sign && *sign >= 0;
  }

  ArrayRef<LocalUse> uses;
  const Loop &loop;
  Forms &forms;
  const DominatorTree &DT;
};

/// The loop around `block` that lies directly in `within`; null if there is none.
const Loop *childOf(const Loop &within, const BasicBlock *block) {
  auto it = find_if(within, [&](const Loop *inner) { return inner->contains(block); });
  return it == within.end() ? nullptr : *it;
}

/// The innermost loop around a block, as far as the candidate goes.
const Loop *innermost(const Loop &loop, const BasicBlock *block) {
  const Loop *result = &loop;
  while (const Loop *inner = childOf(*result, block))
    result = inner;
  return result;
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
  const BasicBlock *preheader = inner.getLoopPreheader();
  auto entry = preheader ? entryOf(*preheader) : std::nullopt;
  if (!entry || !entry->condition || !loop.isLoopInvariant(entry->condition) || !DT.dominates(entry->from, block))
    return false;
  for (const DomTreeNode *node = DT.getNode(block); node && loop.contains(node->getBlock()); node = node->getIDom())
    if (auto other = entryOf(*node->getBlock());
        other && other->condition == entry->condition && other->value == entry->value)
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

/// What `read` may read in an iteration of `within`.
std::optional<Range> Coverage::read(const LocalUse &read, const Loop &within) {
  auto lo = forms.bound(read.offset, false, &within), hi = forms.bound(read.offset + read.size, true, &within);
  if (!lo || !hi || !lo->clamped.empty() || !hi->clamped.empty())
    return std::nullopt;
  return Range{lo->base, hi->base};
}

bool Coverage::isCovered(const LocalUse &use) {
  std::vector<std::pair<Wide, Wide>> parts; // Several writes together, where all is constant.
  for (const LocalUse &write : uses) {
    if (!write.isWrite || !write.offset.isValid() || !write.size.isValid())
      continue;
    const Loop &common = commonLoop(write, use);
    if (!precedes(write, use, common))
      continue;
    auto given = written(write, common), wanted = read(use, common);
    if (!given || !wanted)
      continue;
    if (isNotBelow(wanted->lo, given->lo) && isNotBelow(given->hi, wanted->hi))
      return true;
    auto first = given->lo.constant(), end = given->hi.constant();
    if (first && end)
      parts.push_back({*first, *end});
  }
  auto wanted = read(use, loop);
  auto least = wanted ? wanted->lo.constant() : std::nullopt, end = wanted ? wanted->hi.constant() : std::nullopt;
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
