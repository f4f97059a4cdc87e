#include "rewritten.h"
#include "entry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include <map>

using namespace llvm;

namespace xc {

namespace {

/// So many parts are tried in any order, where it is not known which one begins first.
constexpr size_t mostGuesses = 6;

/// Bytes that are written, and polynomials that are not negative if they are.
struct Given {
  ByteRange range;
  SmallVector<Polynomial, 2> facts;
};

class Coverage {
public:
  Coverage(ArrayRef<ArrayUse> uses, const Loop &loop, Forms &forms, const DominatorTree &DT)
      : uses(uses), loop(loop), forms(forms), DT(DT) {}

  /// True if every byte that `read` may read has been written before in the same iteration; with `assumed`, if that is
  /// so as long as the conditions hold that are appended there.
  bool isCovered(const ArrayUse &read, Conditions *assumed = nullptr);
  /// True if what `read` reads is the same in every iteration, or has been written before in the same one.
  bool isStable(const ArrayUse &read);
  /// The invariant conditions under which `use` happens in every iteration, in each one of the loops around it.
  std::optional<Conditions> conditionsOf(const ArrayUse &use) const;
  bool isUnder(const BasicBlock *block, std::pair<Value *, bool> condition) const;
  /// Of `parts`, those that are sure where `use` happens.
  SmallVector<Given, 4> partsFor(const ArrayUse &use, ArrayRef<WorkArray::Part> parts) const;
  /// What `write` writes in an iteration of `within`, if that has no gaps.
  std::optional<ByteRange> written(const ArrayUse &write, const Loop &within);
  /// What is not negative if control comes to `use` in an iteration of `within`: the numbers of the last iterations of
  /// the loops in between.
  SmallVector<Polynomial, 2> factsAt(const ArrayUse &use, const Loop &within);
  /// What `use` may touch in an iteration of `within`. Null: in all iterations.
  std::optional<ByteRange> touched(const ArrayUse &use, const Loop *within);
  /// True if `parts` together certainly contain `wanted`. Appends the numbers of those that it takes to `used`.
  bool cover(ArrayRef<Given> parts, const ByteRange &wanted) const {
    return cover(parts, to_vector<8>(seq(parts.size())), wanted, nullptr);
  }
  bool cover(ArrayRef<Given> parts, ArrayRef<size_t> numbers, const ByteRange &wanted,
             SmallVectorImpl<size_t> *used) const;
  /// True if a >= b, given what else is not negative.
  bool isNotBelow(const Polynomial &a, const Polynomial &b, ArrayRef<Polynomial> facts = {}) const;

private:
  const Loop &commonLoop(const ArrayUse &a, const ArrayUse &b) const;
  bool climb(const BasicBlock *&block, const BasicBlock *target, Conditions &conditions) const;
  bool precedes(const ArrayUse &write, const ArrayUse &read, const Loop &common, Conditions &open) const;
  bool runsToItsEnd(const Loop &inner, const BasicBlock *block) const;

  ArrayRef<ArrayUse> uses;
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

const Loop &Coverage::commonLoop(const ArrayUse &a, const ArrayUse &b) const {
  const Loop *common = innermost(loop, a.instruction->getParent());
  while (!common->contains(b.instruction))
    common = common->getParentLoop();
  return *common;
}

/// Goes from `block` towards the header, up to a block that `target` is only reached through. Appends the conditions on
/// the way; false if one of them is not invariant.
bool Coverage::climb(const BasicBlock *&block, const BasicBlock *target, Conditions &conditions) const {
  while (!DT.dominates(block, target)) {
    auto entry = entryOf(*block);
    // Behind an inner loop that always ends: where that begins, unless the target comes in between.
    if (const Loop *inner = entry ? innermost(loop, entry->from) : &loop;
        inner != &loop && !inner->contains(block) && !inner->contains(target) && runsToItsEnd(*inner, entry->from) &&
        inner->getLoopPreheader()) {
      block = inner->getLoopPreheader();
      continue;
    }
    if (!entry || (entry->condition && !loop.isLoopInvariant(entry->condition)))
      return false;
    if (entry->condition)
      conditions.push_back({entry->condition, entry->value});
    block = entry->from;
  }
  return true;
}

/// True if `block` is only reached where an invariant condition has this value.
bool Coverage::isUnder(const BasicBlock *block, std::pair<Value *, bool> condition) const {
  const DataLayout &DL = block->getDataLayout();
  for (const DomTreeNode *node = DT.getNode(block); node && loop.contains(node->getBlock()); node = node->getIDom())
    if (auto entry = entryOf(*node->getBlock()); entry && entry->condition && loop.isLoopInvariant(entry->condition))
      if (auto implied = isImpliedCondition(entry->condition, condition.first, DL, entry->value);
          implied && *implied == condition.second)
        return true;
  return false;
}

/// True if `inner` runs `block` in each of its iterations, and nothing but its count ends it.
bool Coverage::runsToItsEnd(const Loop &inner, const BasicBlock *block) const {
  const BasicBlock *latch = inner.getLoopLatch();
  return latch && inner.getExitingBlock() == latch && forms.isCounted(&inner) && DT.dominates(block, latch);
}

/// True if in an iteration of `common` everything that `write` writes is written before `read` reads, or in no
/// iteration at all: the first if the conditions hold that are left in `open`, which are invariant.
bool Coverage::precedes(const ArrayUse &write, const ArrayUse &read, const Loop &common, Conditions &open) const {
  const BasicBlock *block = write.instruction->getParent(), *target = read.instruction->getParent();
  const Loop *outer = childOf(common, block);
  if (outer && outer->contains(read.instruction))
    return false;
  if (!outer && block == target)
    return write.instruction != read.instruction && DT.dominates(write.instruction, read.instruction);
  // Each of the loops runs to its end, and to the next one in each iteration.
  for (const Loop *inner = innermost(loop, block); inner != &common; inner = inner->getParentLoop()) {
    if (!inner->getLoopLatch() || !climb(block, inner->getLoopLatch(), open) || !runsToItsEnd(*inner, block))
      return false;
    block = inner->getHeader();
  }
  if (outer && !DT.dominates(block, target))
    block = outer->getLoopPreheader();
  if (!block || !climb(block, target, open))
    return false;
  erase_if(open, [&](auto &condition) { return isUnder(target, condition); });
  return block != target; // What comes out at the target itself comes after it.
}

std::optional<Conditions> Coverage::conditionsOf(const ArrayUse &use) const {
  Conditions conditions;
  const BasicBlock *block = use.instruction->getParent();
  for (const Loop *within = innermost(loop, block);; within = within->getParentLoop()) {
    const BasicBlock *latch = within->getLoopLatch();
    if (!latch || !climb(block, latch, conditions))
      return std::nullopt;
    if (within == &loop)
      return conditions;
    if (!runsToItsEnd(*within, block) || !within->getLoopPreheader())
      return std::nullopt;
    block = within->getLoopPreheader();
  }
}

bool Coverage::isNotBelow(const Polynomial &a, const Polynomial &b, ArrayRef<Polynomial> facts) const {
  auto isPositive = [&](const Polynomial &p) {
    auto sign = forms.sign(p);
    return sign && *sign >= 0;
  };
  const Polynomial difference = a - b;
  if (isPositive(difference))
    return true;
  if (!difference.isValid())
    return false;
  return any_of(facts, [&](const Polynomial &fact) {
    return any_of(fact.terms(), [&](const auto &term) {
      auto it = difference.terms().find(term.first);
      if (term.first.empty() || it == difference.terms().end() || it->second % term.second != 0)
        return false;
      Wide times = it->second / term.second;
      return times > 0 && isPositive(difference - fact * Polynomial(times));
    });
  });
}

SmallVector<Polynomial, 2> Coverage::factsAt(const ArrayUse &use, const Loop &within) {
  SmallVector<Polynomial, 2> facts;
  for (const Loop *inner = innermost(loop, use.instruction->getParent()); inner != &within;
       inner = inner->getParentLoop())
    if (Polynomial last = forms.last(inner); last.isValid() && !last.constant())
      facts.push_back(last);
  return facts;
}

SmallVector<Given, 4> Coverage::partsFor(const ArrayUse &use, ArrayRef<WorkArray::Part> parts) const {
  SmallVector<Given, 4> result;
  for (const WorkArray::Part &part : parts)
    if (all_of(part.conditions, [&](auto &condition) { return isUnder(use.instruction->getParent(), condition); }))
      result.push_back({part.range, {}});
  return result;
}

std::optional<ByteRange> Coverage::written(const ArrayUse &write, const Loop &within) {
  Polynomial lo = write.offset, extent = write.size;
  const auto facts = factsAt(write, within);
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
    if (!isNotBelow(extent, length, facts))
      return std::nullopt;
    lo = lo.without(k) + (*sign < 0 ? stride * last : Polynomial());
    extent = extent + length * last;
  }
  if (!lo.isValid() || !extent.isValid())
    return std::nullopt;
  return ByteRange{lo, lo + extent};
}

std::optional<ByteRange> Coverage::touched(const ArrayUse &use, const Loop *within) {
  auto lo = forms.bound(use.offset, false, within), hi = forms.bound(use.offset + use.size, true, within);
  if (!lo || !hi || !lo->clamped.empty() || !hi->clamped.empty())
    return std::nullopt;
  return ByteRange{lo->base, hi->base};
}

bool Coverage::cover(ArrayRef<Given> parts, ArrayRef<size_t> numbers, const ByteRange &wanted,
                     SmallVectorImpl<size_t> *used) const {
  if (isNotBelow(wanted.lo, wanted.hi))
    return true;
  for (size_t number : numbers) {
    const auto &[part, facts] = parts[number];
    if (!isNotBelow(wanted.lo, part.lo, facts) || isNotBelow(wanted.lo, part.hi))
      continue;
    SmallVector<size_t, 8> others(make_filter_range(numbers, [&](size_t other) { return other != number; }));
    bool isProgress = isNotBelow(part.hi, wanted.lo, facts);
    if (!isProgress && !isNotBelow(part.hi, wanted.hi, facts) && others.size() >= mostGuesses)
      continue;
    // Where the part ends before the wanted bytes begin, more is wanted than need be.
    if (cover(parts, others, {part.hi, wanted.hi}, used)) {
      if (used)
        used->push_back(number);
      return true;
    }
    if (isProgress)
      return false;
  }
  return false;
}

bool Coverage::isCovered(const ArrayUse &read, Conditions *assumed) {
  SmallVector<Given, 8> parts;
  SmallVector<Conditions, 8> conditions;
  for (const ArrayUse &write : uses) {
    if (!write.isWrite || !write.offset.isValid() || !write.size.isValid())
      continue;
    const Loop &common = commonLoop(write, read);
    Conditions open;
    if (!precedes(write, read, common, open) || (!assumed && !open.empty()))
      continue;
    if (auto given = written(write, common)) {
      parts.push_back({*given, factsAt(write, common)});
      conditions.push_back(open);
    }
  }
  SmallVector<size_t, 8> used, numbers = to_vector<8>(seq(parts.size()));
  sort(numbers,
       [&](size_t a, size_t b) { return std::pair(conditions[a].size(), a) < std::pair(conditions[b].size(), b); });
  for (const Loop *within = innermost(loop, read.instruction->getParent());; within = within->getParentLoop()) {
    if (auto wanted = touched(read, within); wanted && cover(parts, numbers, *wanted, &used)) {
      for (size_t number : used)
        for (auto &condition : conditions[number])
          if (!is_contained(*assumed, condition))
            assumed->push_back(condition);
      return true;
    }
    if (within == &loop)
      return false;
  }
}

bool Coverage::isStable(const ArrayUse &read) {
  return all_of(uses, [&](const ArrayUse &write) {
    if (!write.isWrite)
      return true;
    auto given = written(write, loop), everything = touched(write, nullptr);
    Conditions open;
    return &commonLoop(write, read) == &loop && precedes(write, read, loop, open) && given && everything &&
           cover(Given{*given, {}}, *everything);
  });
}

/// `uses`, and for writes in a row that cover bytes without a gap, such as the members of a struct, one of all of them
/// where the last one happens.
std::vector<ArrayUse> withJoinedWrites(ArrayRef<ArrayUse> uses) {
  // By block and by what is not constant of the offset; then by the constant.
  std::map<std::pair<const BasicBlock *, Polynomial>, std::multimap<Wide, const ArrayUse *>> groups;
  for (const ArrayUse &use : uses)
    if (use.isWrite && use.offset.isValid() && use.size.constant()) {
      Wide start = use.offset.constantTerm();
      groups[{use.instruction->getParent(), use.offset - Polynomial(start)}].insert({start, &use});
    }
  std::vector<ArrayUse> result(uses);
  for (auto &[key, group] : groups)
    for (auto it = group.begin(); it != group.end();) {
      ArrayUse joined = *it->second;
      const Wide start = it->first;
      Wide end = start + *joined.size.constant();
      unsigned count = 1;
      for (++it; it != group.end() && it->first <= end; ++it, ++count) {
        end = std::max(end, it->first + *it->second->size.constant());
        if (joined.instruction->comesBefore(it->second->instruction))
          joined.instruction = it->second->instruction;
      }
      joined.size = Polynomial(end - start);
      if (count > 1)
        result.push_back(joined);
    }
  return result;
}

} // namespace

bool isRewritten(ArrayRef<ArrayUse> accesses, const Loop &loop, Forms &forms, const DominatorTree &DT) {
  const std::vector<ArrayUse> uses = withJoinedWrites(accesses);
  Coverage coverage(uses, loop, forms, DT);
  return all_of(uses, [&](const ArrayUse &use) { return use.isWrite || coverage.isCovered(use); });
}

static void addOnce(WorkArray::Part part, std::vector<WorkArray::Part> &parts) {
  if (!is_contained(parts, part))
    parts.push_back(std::move(part));
}

std::optional<WorkArray> findWorkArray(ArrayRef<ArrayUse> accesses, const Loop &loop, Forms &forms,
                                       const DominatorTree &DT) {
  const std::vector<ArrayUse> uses = withJoinedWrites(accesses);
  Coverage coverage(uses, loop, forms, DT);
  WorkArray result{};
  SmallVector<const ArrayUse *, 4> fromOutside;
  for (const ArrayUse &use : uses) {
    if (use.isWrite || coverage.isCovered(use))
      continue;
    if (coverage.isStable(use))
      fromOutside.push_back(&use);
    else if (!coverage.isCovered(use, &result.assumed))
      return std::nullopt;
  }

  const Variable k = forms.counter(&loop);
  const Polynomial last = forms.last(&loop);
  std::vector<WorkArray::Part> certain;
  for (const ArrayUse &use : uses) {
    auto range = coverage.touched(use, nullptr);
    if (!range || !range->lo.isValid() || !range->hi.isValid())
      return std::nullopt;
    // What begins at a constant most likely begins first, and ends first what ends at one.
    auto isFarther = [&](const Polynomial &end, const Polynomial &other, bool isLower) {
      bool seems = (end.degree() < other.degree()) == isLower && end.degree() != other.degree();
      auto sign = forms.sign(other - end);
      return sign ? *sign == (isLower ? 1 : -1) : seems;
    };
    if (&use == &uses.front() || isFarther(range->lo, result.touched.lo, true))
      result.touched.lo = range->lo;
    if (&use == &uses.front() || isFarther(range->hi, result.touched.hi, false))
      result.touched.hi = range->hi;
    auto conditions = coverage.conditionsOf(use);
    if (!conditions)
      continue;
    addOnce({*range, *conditions}, certain);
    auto given = use.isWrite ? coverage.written(use, loop) : std::nullopt;
    if (!given)
      continue;
    ByteRange finally{given->lo.substitute(k, last), given->hi.substitute(k, last)};
    if (finally.lo.isValid() && finally.hi.isValid())
      addOnce({finally, *conditions}, result.results);
  }
  for (const ArrayUse &use : uses) {
    auto range = coverage.touched(use, nullptr);
    if (use.isWrite && !coverage.cover(coverage.partsFor(use, result.results), *range))
      return std::nullopt;
    for (auto [a, b] : {std::pair(result.touched.lo, range->lo), std::pair(range->hi, result.touched.hi)})
      if (!coverage.isNotBelow(b, a))
        result.requirements.push_back({{a, {}, false}, {b, {}, false}});
  }
  for (const ArrayUse *read : fromOutside)
    if (!coverage.cover(coverage.partsFor(*read, certain), *coverage.touched(*read, nullptr)))
      return std::nullopt;
  if (!fromOutside.empty())
    result.inputs = std::move(certain);
  return result;
}

} // namespace xc
