#include "dependences.h"
#include "../acquire/source_names.h"
#include "feasibility.h"
#include "subscripts.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Analysis/MemoryLocation.h"
#include <numeric>

using namespace llvm;

namespace xc {

namespace {

constexpr unsigned maxGuards = 96;
constexpr unsigned maxPaired = 256; ///< Accesses to an array that are compared with each other.
/// Pairs of accesses that subscripts are compared of: what that takes shows in a compile.
constexpr unsigned maxQuestions = 96;
/// A dependence at a constant distance below this many iterations makes a guard pointless.
constexpr int64_t minUsefulDistance = 4096;

Wide greatestCommonDivisor(Wide a, Wide b) {
  while (b != 0)
    std::swap(a %= b, b);
  return a < 0 ? -a : a;
}

/// The interval that an access covers in one iteration: its bounds are linear in the counter of the parallel loop.
struct Interval {
  Bound lo, hi;
};

class Prover {
public:
  Prover(Block &block, const Loop &loop, bool fixedOuter)
      : block(block), forms(*block.forms), loop(loop), k(forms.counter(&loop)), last(forms.last(&loop)),
        fixedOuter(fixedOuter) {}

  /// Adds to `alternatives` every way in which iterations of the loop that touch `a` and `b` can be shown apart.
  /// True if one of them is a fact.
  bool separate(const Access &a, const Access &b, std::vector<std::vector<Inequality>> &alternatives);
  /// True if the last answer holds in every program that respects the array's declaration.
  bool isByDeclaration() const { return byDeclaration; }
  /// Whether another way than by subscripts is of interest only where that one does not exist.
  void preferSubscripts(bool yes) { prefersSubscripts = yes; }

private:
  using Conjunction = std::vector<Inequality>;
  enum class Truth { Yes, No, Unknown };

  std::optional<Interval> interval(const Access &access) const;
  Truth evaluate(const Inequality &i) const;
  /// Simplifies a conjunction; true if it is a fact. Drops it by setting `possible` to false.
  bool simplify(Conjunction &conjunction, bool &possible) const;
  bool apartByGcd(const Access &a, const Access &b) const;
  bool dependsAtShortDistance(const Access &a, const Access &b) const;
  void advance(const Interval &a, const Interval &b, bool ascending, Conjunction &out) const;

  Bound at(const Bound &bound, const Polynomial &iteration) const {
    return {bound.base.substitute(k, iteration), bound.clamped, bound.upper};
  }
  static Bound constant(Polynomial p) { return {std::move(p), {}, false}; }

  const Block &block;
  Forms &forms;
  const Loop &loop;
  Variable k;
  Polynomial last;
  /// The loop is an inner dimension: both accesses are in the same iteration of the loops around it.
  bool fixedOuter;
  unsigned questions = 0; ///< Put to isl.
  bool byDeclaration = false;
  bool prefersSubscripts = false;
};

std::optional<Interval> Prover::interval(const Access &access) const {
  auto lo = forms.bound(access.offset, false, &loop), hi = forms.bound(access.offset + access.size, true, &loop);
  if (!lo || !hi)
    return std::nullopt;
  return Interval{*lo, *hi};
}

Prover::Truth Prover::evaluate(const Inequality &i) const {
  Polynomial difference = i.a.base - i.b.base;
  if (!i.isClampedAlike()) {
    auto least = forms.leastValue(difference);
    return i.isHarderByClamps() && least && *least > 0 ? Truth::No : Truth::Unknown;
  }
  if (!difference.isValid())
    return Truth::Unknown;
  if (auto greatest = forms.greatestValue(difference); greatest && *greatest <= 0)
    return Truth::Yes;
  if (auto least = forms.leastValue(difference); least && *least > 0)
    return Truth::No;
  return Truth::Unknown;
}

bool Prover::simplify(Conjunction &conjunction, bool &possible) const {
  possible = true;
  erase_if(conjunction, [&](const Inequality &i) {
    Truth truth = evaluate(i);
    possible &= truth != Truth::No;
    return truth == Truth::Yes;
  });
  for (const Inequality &i : conjunction)
    possible &= i.a.base.isValid() && i.b.base.isValid();
  return possible && conjunction.empty();
}

/// Offsets that differ by something that is never in the window in which the two accesses overlap, modulo the
/// greatest common divisor of the coefficients of everything that varies.
bool Prover::apartByGcd(const Access &a, const Access &b) const {
  auto sizeA = a.size.constant(), sizeB = b.size.constant();
  if (!sizeA || !sizeB || !a.offset.isValid() || !b.offset.isValid())
    return false;
  Wide divisor = 0;
  auto fold = [&](const Polynomial &p, bool countersOnly) {
    for (const auto &[monomial, c] : p.terms()) {
      bool varies = any_of(monomial, isCounter);
      if (!monomial.empty() && (varies || !countersOnly))
        divisor = greatestCommonDivisor(divisor, c);
    }
  };
  // Counters take different values on the two sides; atoms do not, so what is common to both cancels.
  fold(a.offset, true);
  fold(b.offset, true);
  Polynomial difference = a.offset - b.offset;
  fold(difference, false);
  if (divisor == 0)
    return false;
  Wide distance = difference.constantTerm() % divisor;
  if (distance < 0)
    distance += divisor;
  return distance >= *sizeB && divisor - distance >= *sizeA;
}

/// True if the two accesses certainly meet in iterations a few apart, so that no guard could hold in a long run.
bool Prover::dependsAtShortDistance(const Access &a, const Access &b) const {
  Polynomial stride = a.offset.coefficient(k), distance = a.offset - b.offset;
  if (!stride.isValid() || !distance.isValid() || b.offset.coefficient(k) != stride)
    return false;
  if (stride.isZero())
    return distance.constant().has_value(); // At one place in every iteration.
  if (distance.isZero())
    return false;
  // Not within one row of the loop's dimension: iterations that meet would leave it.
  auto bytes = distance.constant(), step = stride.constant();
  for (const Polynomial &pitch : block.arrays[a.array].pitches)
    if (bytes && step && std::max(*step, -*step) < *pitch.constant() && std::max(*bytes, -*bytes) >= *pitch.constant())
      return false;
  // distance = steps * stride, both possibly symbolic.
  const auto &[monomial, c] = *stride.terms().begin();
  auto it = distance.terms().find(monomial);
  if (it == distance.terms().end() || it->second % c != 0)
    return false;
  Wide steps = it->second / c;
  if (auto most = forms.greatestValue(last); most && *most < std::max(steps, -steps))
    return false; // No run has as many iterations.
  return steps < minUsefulDistance && steps > -minUsefulDistance && distance == stride * Polynomial(steps);
}

/// hi of `a` in an iteration <= lo of `b` in any later one (ascending) or earlier one (descending).
void Prover::advance(const Interval &a, const Interval &b, bool ascending, Conjunction &out) const {
  Polynomial zero, one(1), beforeLast = last - one;
  if (ascending) {
    // lo of b does not fall; then the next iteration is the closest, and linear bounds need a look at both ends only.
    out.push_back({constant(zero), constant(b.lo.base.coefficient(k))});
    out.push_back({at(a.hi, zero), at(b.lo, one)});
    out.push_back({at(a.hi, beforeLast), at(b.lo, last)});
  } else {
    out.push_back({constant(a.hi.base.coefficient(k)), constant(zero)});
    out.push_back({at(a.hi, one), at(b.lo, zero)});
    out.push_back({at(a.hi, last), at(b.lo, beforeLast)});
  }
}

bool Prover::separate(const Access &a, const Access &b, std::vector<Conjunction> &alternatives) {
  byDeclaration = false;
  if (apartByGcd(a, b))
    return true;
  bool same = &a == &b;
  if (dependsAtShortDistance(a, b))
    return false;
  auto offer = [&](Conjunction conjunction) {
    bool possible;
    if (simplify(conjunction, possible))
      return true;
    if (possible)
      alternatives.push_back(std::move(conjunction));
    return false;
  };

  // Guards that are made of subscripts have nearly all in common.
  auto bySubscripts = [&] {
    auto within = separateBySubscripts(forms, loop, fixedOuter, block.arrays[a.array], a, b);
    if (!within)
      return false;
    size_t others = alternatives.size();
    if (offer(std::move(within->conditions)))
      return true;
    bool isOffered = alternatives.size() != others;
    byDeclaration = within->isDeclared && isOffered;
    if (isOffered && (byDeclaration || prefersSubscripts))
      alternatives = {std::move(alternatives.back())};
    return false;
  };
  if (prefersSubscripts && questions++ < maxQuestions) {
    if (bySubscripts())
      return true;
    if (!alternatives.empty())
      return false;
  }

  auto ia = interval(a), ib = interval(b);
  if (ia && ib && last.isValid())
    for (bool ascending : {true, false}) {
      Conjunction conjunction;
      advance(*ia, *ib, ascending, conjunction);
      if (!same)
        advance(*ib, *ia, ascending, conjunction);
      if (offer(std::move(conjunction)))
        return true;
    }
  if (!prefersSubscripts && questions++ < maxQuestions && bySubscripts())
    return true;
  if (byDeclaration || same || fixedOuter)
    return false;
  auto loA = forms.bound(a.offset, false, nullptr), hiA = forms.bound(a.offset + a.size, true, nullptr);
  auto loB = forms.bound(b.offset, false, nullptr), hiB = forms.bound(b.offset + b.size, true, nullptr);
  if (!loA || !hiA || !loB || !hiB)
    return false;
  return offer({{*hiA, *loB}}) || offer({{*hiB, *loA}});
}

std::string describe(const Block &block, const Access &a, const Access &b) {
  std::string text = "'" + block.arrays[a.array].name + "' written" + atLine(a.location);
  if (&a != &b)
    text += (b.isWritten ? " and written" : " and read") + atLine(b.location);
  return text;
}

/// Makes what an access covers in all iterations of an inner loop, if that is known and has no gaps, one access.
void sweep(Access &access, const Block &block) {
  auto loops = block.loop->getLoopsInPreorder();
  for (const Loop *inner : reverse(loops)) {
    Variable k = block.forms->counter(inner);
    auto stride = access.offset.coefficient(k).constant(), size = access.size.constant(),
         last = block.forms->last(inner).constant();
    if (inner == block.loop || !stride || !size || !last || *stride == 0 || *last < 0)
      continue;
    Wide step = *stride < 0 ? -*stride : *stride;
    if (step > *size)
      continue;
    access.offset = access.offset.without(k) + Polynomial(*stride < 0 ? *stride * *last : 0);
    access.size = Polynomial(*size + step * *last);
  }
}

/// The accesses to an array, those of a kind that cover bytes without a gap as one: members of a struct, or the
/// unrolled last dimension. Nothing is lost: together they touch in each iteration just these bytes.
std::vector<Access> joinedAccesses(const Block &block, unsigned array) {
  auto kindOf = [](const Access &access) { return std::pair(access.isRead, access.isWritten); };
  // By what is not constant of the offset; then by the constant.
  std::map<std::pair<Polynomial, std::pair<bool, bool>>, std::map<Wide, Access>> groups;
  std::vector<Access> joined;
  for (Access access : block.accesses) {
    if (access.array != array)
      continue;
    sweep(access, block);
    auto size = access.size.constant();
    if (!size || !access.offset.isValid()) {
      joined.push_back(access);
      continue;
    }
    Wide start = access.offset.constantTerm();
    auto &group = groups[{access.offset - Polynomial(start), kindOf(access)}];
    auto [it, isNew] = group.try_emplace(start, access);
    if (!isNew && *size > *it->second.size.constant())
      it->second = access;
  }
  // Not across the end of a row, as far as rows are declared: subscripts are to tell the parts apart.
  Wide row = 0;
  for (const Polynomial &pitch : block.arrays[array].pitches)
    if (Wide bytes = *pitch.constant(); bytes > block.arrays[array].element && (bytes < row || row == 0))
      row = bytes;
  auto isOneRow = [&](Wide start, Wide end) {
    auto rowOf = [&](Wide byte) { return byte / row - (byte % row < 0); };
    return row == 0 || rowOf(start) == rowOf(end - 1);
  };
  for (auto &[key, group] : groups) {
    Wide first = 0, end = 0;
    for (auto &[start, access] : group) {
      Wide newEnd = start + *access.size.constant();
      if (&access == &group.begin()->second || start > end || !isOneRow(first, newEnd)) {
        joined.push_back(access);
        first = start;
        end = newEnd;
      } else {
        end = std::max(end, newEnd);
        joined.back().size = end - first;
      }
    }
  }
  return joined;
}

bool isPlain(const Inequality &i) { return i.a.clamped.empty() && i.b.clamped.empty(); }

/// How much less room the one leaves than the other, if that is known.
std::optional<Wide> stricterBy(const Inequality &one, const Inequality &other) {
  return ((other.b.base - other.a.base) - (one.b.base - one.a.base)).constant();
}

/// Adds a condition to others that must hold together, unless one of them is as strict.
void addInequality(std::vector<Inequality> &conjunction, Inequality added) {
  for (Inequality &other : conjunction) {
    if (other == added)
      return;
    if (!isPlain(other) || !isPlain(added))
      continue;
    auto stricter = stricterBy(added, other);
    if (!stricter)
      continue;
    if (*stricter > 0)
      other = std::move(added);
    return;
  }
  conjunction.push_back(std::move(added));
}

/// True if the block runs only where `wanted` holds.
bool isGuarded(const Block &block, const Inequality &wanted) {
  return any_of(block.guards, [&](const Guard &guard) {
    return guard.anyOf.size() == 1 && any_of(guard.anyOf.front(), [&](const Inequality &held) {
             if (held == wanted)
               return true;
             auto stricter = isPlain(held) && isPlain(wanted) ? stricterBy(wanted, held) : std::nullopt;
             return stricter && *stricter <= 0;
           });
  });
}

/// Adds a guard about an array to those from `first` on, which are about the same: pairs of accesses have much in
/// common.
void addGuard(std::vector<Guard> &guards, size_t first, Guard added) {
  for (Guard &other : drop_begin(guards, first)) {
    if (other.anyOf == added.anyOf)
      return;
    if (other.anyOf.size() != 1 || added.anyOf.size() != 1)
      continue;
    for (Inequality &inequality : added.anyOf.front())
      addInequality(other.anyOf.front(), std::move(inequality));
    other.mayFail |= added.mayFail;
    return;
  }
  guards.push_back(std::move(added));
}

} // namespace

Refusal validateDependences(Block &block, AAResults &AA, function_ref<bool(unsigned)> makeWorkArray) {
  Prover prover(block, *block.loop, false);
  Feasibility feasibility(block);
  /// Adds what is to be checked to the guards from `first` on.
  auto validatePair = [&](const Access &x, const Access &y, size_t first) -> Refusal {
    const Access &a = x.isWritten ? x : y, &b = x.isWritten ? y : x;
    Guard guard;
    if (!a.isWritten || prover.separate(a, b, guard.anyOf))
      return {};
    if (!prover.isByDeclaration() && !feasibility.canHold(guard)) {
      Variable k = block.forms->counter(block.loop);
      bool shared = &a == &b && a.offset.coefficient(k).isZero();
      return {shared ? Reason::SharedWrite : Reason::CarriedDependence, describe(block, a, b), a.location};
    }
    if (!prover.isByDeclaration() && guard.anyOf.size() > 1)
      feasibility.keepUsual(guard);
    const std::string &name = block.arrays[a.array].name;
    guard.mayFail = !prover.isByDeclaration() && !feasibility.holdsAsUsual(guard);
    guard.failure = "iterations may touch the same part of " + name;
    guard.requirement = "iterations touch different parts of '" + name + "'";
    addGuard(block.guards, first, std::move(guard));
    if (block.guards.size() > maxGuards)
      return {Reason::TooComplex, "", a.location};
    return {};
  };
  auto isInOwnWay = [&](const Access &access) {
    auto stride = access.offset.coefficient(block.forms->counter(block.loop));
    auto size = access.size.constant();
    return access.isWritten && access.offset.isValid() && stride.isZero() && size && *size > 0;
  };
  auto validateArray = [&](unsigned array, ArrayRef<Access> accesses) -> Refusal {
    size_t first = block.guards.size();
    constexpr size_t mostWithAlternatives = 4;
    for (unsigned i = 0; i != accesses.size(); ++i)
      for (unsigned j = i; j != accesses.size(); ++j) {
        if (accesses[i].array != array || accesses[j].array != array)
          continue;
        prover.preferSubscripts(block.guards.size() - first >= mostWithAlternatives);
        if (Refusal refusal = validatePair(accesses[i], accesses[j], first))
          return refusal;
      }
    return {};
  };
  for (unsigned array = 0; array != block.arrays.size(); ++array) {
    size_t before = block.guards.size();
    auto isOfArray = [&](const Access &access) { return access.array == array; };
    if (none_of(block.accesses, [&](const Access &access) { return isOfArray(access) && access.isWritten; }))
      continue;
    std::vector<Access> joined = joinedAccesses(block, array);
    // What every iteration writes takes no looking at pairs.
    bool isShared = any_of(joined, [&](const Access &access) { return isInOwnWay(access); });
    if (isShared && makeWorkArray(array))
      continue;
    if (joined.size() > maxPaired)
      return {Reason::TooComplex, "", joined.front().location};
    Refusal refusal = validateArray(array, joined);
    auto isSettled = [&] {
      return !refusal && none_of(drop_begin(block.guards, before), [](const Guard &guard) { return guard.mayFail; });
    };
    // The two that are to blame count. What is joined may also lie across rows.
    if (!isSettled() && count_if(block.accesses, isOfArray) <= maxPaired) {
      block.guards.resize(before);
      refusal = validateArray(array, block.accesses);
    }
    if (isSettled())
      continue;
    auto added = drop_begin(block.guards, before);
    std::vector<Guard> guards(added.begin(), added.end());
    block.guards.resize(before);
    if (!isShared && makeWorkArray(array))
      continue;
    if (refusal)
      return refusal;
    append_range(block.guards, guards);
  }

  for (unsigned i = 0; i != block.arrays.size(); ++i)
    for (unsigned j = i + 1; j != block.arrays.size(); ++j) {
      const Array &a = block.arrays[i], &b = block.arrays[j];
      if (!a.isWritten && !b.isWritten)
        continue;
      bool apart = AA.isNoAlias(MemoryLocation::getBeforeOrAfter(a.base), MemoryLocation::getBeforeOrAfter(b.base));
      block.disjoint.push_back({i, j});
      if (!apart)
        block.overlapGuards.push_back({i, j});
    }
  return {};
}

Refusal validateRanges(Block &block) {
  Forms &forms = *block.forms;
  Guard guard{"an index may wrap around", "no index wraps around", {}, false};
  std::vector<Inequality> all;
  auto isFact = [&](const Bound &bound, Wide limit) {
    auto end = bound.upper ? forms.greatestValue(bound.base) : forms.leastValue(bound.base);
    return end && bound.clamped.empty() && (bound.upper ? *end <= limit : *end >= limit);
  };
  for (size_t i = 0; i != forms.conditions.size(); ++i) { // Bounds may add conditions of their own.
    RangeCondition condition = forms.conditions[i];
    bool isRepeated = std::any_of(forms.conditions.begin(), forms.conditions.begin() + i, [&](const auto &c) {
      return c.value == condition.value && c.lo == condition.lo && c.hi == condition.hi;
    });
    if (isRepeated)
      continue;
    auto least = forms.bound(condition.value, false, nullptr), greatest = forms.bound(condition.value, true, nullptr);
    if (!least || !greatest)
      return {Reason::CarriedDependence, "an index may wrap around", block.loop->getStartLoc()};
    if (condition.isAssumed || !isFact(*least, condition.lo))
      all.push_back({Bound{Polynomial(condition.lo), {}, false}, *least});
    if (condition.isAssumed || !isFact(*greatest, condition.hi))
      all.push_back({*greatest, Bound{Polynomial(condition.hi), {}, false}});
  }
  // A condition that is assumed may change which way a bound is found.
  for (const Access &access : block.accesses)
    for (const Loop *within : {static_cast<const Loop *>(nullptr), static_cast<const Loop *>(block.loop)})
      if (!forms.bound(access.offset, false, within) || !forms.bound(access.offset + access.size, true, within))
        return {Reason::TooComplex, "", access.location};
  if (all.empty())
    return {};
  guard.anyOf.push_back(std::move(all));
  block.guards.push_back(std::move(guard));
  return {};
}

bool areIndependent(Block &block, const Loop &inner) {
  Prover prover(block, inner, true);
  for (unsigned array = 0; array != block.arrays.size(); ++array) {
    std::vector<Access> accesses;
    for (const ArrayUse &use : block.arrays[array].uses)
      if (inner.contains(use.instruction))
        accesses.push_back({array, use.offset, use.size, !use.isWrite, use.isWrite, use.instruction->getDebugLoc()});
    if (accesses.size() > maxGuards)
      return false;
    for (const Access &a : accesses)
      for (const Access &b : accesses) {
        std::vector<std::vector<Inequality>> alternatives;
        if (!a.isWritten || prover.separate(a, b, alternatives))
          continue;
        bool isApart = any_of(alternatives, [&](const auto &conjunction) {
          return all_of(conjunction, [&](const Inequality &inequality) { return isGuarded(block, inequality); });
        });
        if (!isApart)
          return false;
      }
  }
  return true;
}

void validateGrid(Block &block) {
  for (unsigned d = 1; d < block.grid.size(); ++d) {
    Prover prover(block, *block.grid[d].loop, true);
    for (const Access &a : block.accesses)
      for (const Access &b : block.accesses) {
        if (a.array != b.array || !a.isWritten)
          continue;
        std::vector<std::vector<Inequality>> alternatives;
        if (!prover.separate(a, b, alternatives)) {
          block.grid.resize(d);
          return;
        }
      }
  }
}

} // namespace xc
