#include "forms.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace xc {

Forms::Forms(ScalarEvolution &SE, const DataLayout &DL, Loop &loop) : SE(SE), DL(DL), loop(loop) {
  for (Loop *inner : loop.getLoopsInPreorder())
    counterLoops.push_back(inner);
}

Variable Forms::counter(const Loop *inner) {
  auto it = find(counterLoops, inner);
  assert(it != counterLoops.end() && "not a loop of the candidate");
  return firstCounter + (it - counterLoops.begin());
}

Polynomial Forms::atomForm(const SCEV *S) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  if (!S->getType()->isIntegerTy() || SE.getTypeSizeInBits(S->getType()) > 64)
    return Polynomial::invalid();
  S = SE.getNoopOrSignExtend(S, I64);
  auto [it, isNew] = atomIndex.try_emplace(S, atomList.size());
  if (isNew) {
    SCEVExpander expander(SE, DL, "xc");
    if (!expander.isSafeToExpandAt(S, loop.getLoopPreheader()->getTerminator())) {
      atomIndex.erase(S);
      return Polynomial::invalid();
    }
    atomList.push_back(S);
    // The conditions under which the loop is entered hold wherever a guard is evaluated.
    ConstantRange range =
        SE.getSignedRange(S).intersectWith(SE.getSignedRange(SE.applyLoopGuards(S, &loop)), ConstantRange::Signed);
    atomLimits.push_back({range.getSignedMin().getSExtValue(), range.getSignedMax().getSExtValue()});
  }
  return Polynomial::variable(it->second);
}

Polynomial Forms::valueOf(const SCEV *operand, bool isSigned) {
  unsigned width = SE.getTypeSizeInBits(operand->getType());
  if (width > 64)
    return Polynomial::invalid();
  Polynomial p = of(operand);
  if (!p.isValid())
    return p;
  Wide lo = isSigned ? -(Wide(1) << (width - 1)) : 0;
  Wide hi = (Wide(1) << (width - (isSigned ? 1 : 0))) - 1;
  if (auto c = p.constant()) {
    // A constant has one representative in range.
    Wide modulus = Wide(1) << width, value = *c % modulus;
    if (value < lo)
      value += modulus;
    if (value > hi)
      value -= modulus;
    return Polynomial(value);
  }
  auto least = leastValue(p), greatest = greatestValue(p);
  if (least && greatest && *least >= lo && *greatest <= hi)
    return p;
  conditions.push_back({p, lo, hi});
  // What is going to be checked may be assumed from here on, so that proofs find a size to be positive, say.
  if (p.terms().size() == 1 && p.degree() == 1 && p.terms().begin()->second == 1) {
    Variable v = p.terms().begin()->first.front();
    if (!isCounter(v)) {
      conditions.back().isAssumed = true;
      atomLimits[v] = {std::max(atomLimits[v].lo, lo), std::min(atomLimits[v].hi, hi)};
    }
  }
  return p;
}

/// A recurrence of a loop around the candidate, rewritten over one of that loop's own induction variables, so that
/// k and k + 1 cancel.
Polynomial Forms::outerRecurrence(const SCEVAddRecExpr *rec) {
  auto *iv = rec->isAffine() ? unitInduction(rec->getLoop(), rec->getType()) : nullptr;
  if (!iv)
    return atomForm(rec);
  Polynomial start = of(rec->getStart()), step = of(rec->getStepRecurrence(SE));
  return start + step * iterationOf(iv);
}

/// How often the loop of an induction with step 1 or -1 has gone on.
Polynomial Forms::iterationOf(const SCEVAddRecExpr *iv) {
  return of(iv->getStepRecurrence(SE)) * (atomForm(iv) - of(iv->getStart()));
}

const SCEVAddRecExpr *Forms::unitInduction(const Loop *outer, Type *type) const {
  for (PHINode &phi : outer->getHeader()->phis()) {
    if (!SE.isSCEVable(phi.getType()) || (type && phi.getType() != type))
      continue;
    auto *iv = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&phi));
    if (!iv || iv->getLoop() != outer || !iv->isAffine())
      continue;
    if (const SCEV *step = iv->getStepRecurrence(SE); step->isOne() || step->isAllOnesValue())
      return iv;
  }
  return nullptr;
}

Polynomial Forms::of(const SCEV *S) {
  auto it = known.find(S);
  if (it != known.end())
    return it->second;
  Polynomial p = compute(S);
  known[S] = p;
  return p;
}

Polynomial Forms::compute(const SCEV *S) {
  if (!S->getType()->isIntegerTy() || SE.getTypeSizeInBits(S->getType()) > 64)
    return Polynomial::invalid();
  switch (S->getSCEVType()) {
  case scConstant:
    return Polynomial(Wide(cast<SCEVConstant>(S)->getAPInt().getSExtValue()));
  case scAddExpr: {
    Polynomial p;
    for (const SCEV *operand : cast<SCEVAddExpr>(S)->operands())
      p = p + of(operand);
    return p;
  }
  case scMulExpr: {
    Polynomial p(1);
    for (const SCEV *operand : cast<SCEVMulExpr>(S)->operands())
      p = p * of(operand);
    return p;
  }
  case scAddRecExpr: {
    auto *rec = cast<SCEVAddRecExpr>(S);
    if (!loop.contains(rec->getLoop())) {
      if (!SE.isLoopInvariant(S, &loop))
        return Polynomial::invalid();
      if (rec->getLoop()->contains(&loop))
        return outerRecurrence(rec);
      const SCEV *last = SE.getSCEVAtScope(S, loop.getParentLoop()); // What a loop in front of this one has left.
      return last == S ? atomForm(S) : of(last);
    }
    if (!rec->isAffine())
      return Polynomial::invalid();
    return of(rec->getStart()) + of(rec->getStepRecurrence(SE)) * Polynomial::variable(counter(rec->getLoop()));
  }
  case scTruncate:
    if (SE.isLoopInvariant(S, &loop))
      return atomForm(S);
    return of(cast<SCEVTruncateExpr>(S)->getOperand());
  case scZeroExtend:
    return valueOf(cast<SCEVZeroExtendExpr>(S)->getOperand(), false);
  case scSignExtend:
    return valueOf(cast<SCEVSignExtendExpr>(S)->getOperand(), true);
  default:
    return SE.isLoopInvariant(S, &loop) ? atomForm(S) : Polynomial::invalid();
  }
}

Polynomial Forms::failure(Value *condition, bool expected) {
  Polynomial holds = Polynomial() - atomForm(SE.getSCEV(condition)); // True is -1.
  return expected ? Polynomial(1) - holds : holds;
}

/// A count of the form rest + max(start, min(a, b)), as loops have that are cut into pieces, with start + rest <= 0 for
/// when there is nothing to do: it is at most rest + a and rest + b where neither is negative, which is a condition.
SmallVector<Polynomial, 1> Forms::leastLimits(const SCEV *taken) {
  constexpr Wide most = Wide(1) << 62; // More iterations would never end.
  if (SE.getTypeSizeInBits(taken->getType()) != 64)
    return {};
  SmallVector<const SCEV *, 4> rest;
  const SCEV *extreme = nullptr;
  for (const SCEV *term : isa<SCEVAddExpr>(taken) ? cast<SCEVAddExpr>(taken)->operands() : ArrayRef(taken)) {
    auto *cast = dyn_cast<SCEVIntegralCastExpr>(term);
    bool isExtreme = isa<SCEVMinMaxExpr>(cast ? cast->getOperand() : term) && !SE.isLoopInvariant(term, &loop);
    if (isExtreme && extreme)
      return {};
    if (isExtreme)
      extreme = term;
    else
      rest.push_back(term);
  }
  if (!extreme)
    return {};
  const SCEV *sum = rest.empty() ? SE.getZero(taken->getType()) : SE.getAddExpr(rest);
  const Polynomial distance = of(sum);
  SmallVector<Polynomial, 1> limits;
  auto addLimit = [&](const Polynomial &value) {
    limits.push_back(value + distance);
    conditions.push_back({limits.back(), 0, most});
    return limits.back().isValid();
  };
  if (isa<SCEVSMaxExpr, SCEVUMaxExpr>(extreme)) {
    bool isSigned = isa<SCEVSMaxExpr>(extreme);
    const SCEV *left = nullptr;
    for (const SCEV *operand : cast<SCEVMinMaxExpr>(extreme)->operands()) {
      auto *count = dyn_cast<SCEVConstant>(SE.getAddExpr(operand, sum));
      bool isStart = count && count->getAPInt().isNonPositive();
      if (isStart ? !valueOf(operand, isSigned).isValid() : left != nullptr)
        return {};
      if (!isStart)
        left = operand;
    }
    if (!left)
      return {};
    const SCEV *inner = isa<SCEVIntegralCastExpr>(left) ? cast<SCEVIntegralCastExpr>(left)->getOperand() : left;
    if (!isa<SCEVSMinExpr, SCEVUMinExpr>(inner)) {
      if (!addLimit(valueOf(left, isSigned)))
        return {};
      return limits;
    }
    extreme = left;
  }
  const SCEV *wide = extreme;
  bool isExtended = isa<SCEVZeroExtendExpr>(extreme);
  if (isExtended || isa<SCEVSignExtendExpr>(extreme))
    extreme = cast<SCEVIntegralCastExpr>(extreme)->getOperand();
  bool isSigned = isa<SCEVSMinExpr>(extreme);
  if (!isSigned && (!isa<SCEVUMinExpr>(extreme) || isa<SCEVSignExtendExpr>(wide)))
    return {};
  for (const SCEV *operand : cast<SCEVMinMaxExpr>(extreme)->operands()) {
    Polynomial value = valueOf(operand, isSigned);
    if (isExtended) // The least one is itself when it is extended.
      conditions.push_back({value, 0, most});
    if (!addLimit(value))
      return {};
  }
  // The piece's own length first, if it is one of them.
  auto own = find_if(limits, [](const Polynomial &p) {
    return none_of(p.terms(), [](const auto &term) { return any_of(term.first, isCounter); });
  });
  if (own != limits.end())
    std::swap(limits.front(), *own);
  return limits;
}

ArrayRef<Polynomial> Forms::limits(const Loop *inner) {
  auto it = lastIteration.find(inner);
  if (it != lastIteration.end())
    return it->second;
  const SCEV *taken = SE.getBackedgeTakenCount(inner);
  if (isa<SCEVCouldNotCompute>(taken) && inner != &loop)
    taken = SE.getSymbolicMaxBackedgeTakenCount(inner); // A break may end it earlier.
  SmallVector<Polynomial, 1> limits;
  if (!isa<SCEVCouldNotCompute>(taken)) {
    if (inner != &loop)
      limits = leastLimits(taken);
    if (limits.empty()) {
      if (auto *zext = dyn_cast<SCEVZeroExtendExpr>(taken))
        taken = zext->getOperand();
      // Entering the loop may imply that the count is not negative as a signed number; otherwise it is unsigned.
      bool isSigned = SE.isLoopEntryGuardedByCond(inner, ICmpInst::ICMP_SGE, taken, SE.getZero(taken->getType()));
      limits.push_back(valueOf(taken, isSigned));
    }
  }
  if (limits.empty())
    limits.push_back(Polynomial::invalid());
  return lastIteration[inner] = std::move(limits);
}

std::optional<int> Forms::sign(const Polynomial &p) const {
  if (!p.isValid())
    return std::nullopt;
  if (p.isZero())
    return 0;
  if (auto least = leastValue(p); least && *least >= 0)
    return 1;
  if (auto greatest = greatestValue(p); greatest && *greatest <= 0)
    return -1;
  return std::nullopt;
}

/// Each monomial lies between the extremes of the products of its variables' limits; counters have no upper one.
std::optional<Wide> Forms::extremeValue(const Polynomial &p, bool upper) const {
  constexpr Wide infinity = Wide(1) << 62;
  auto multiply = [](Wide a, Wide b) -> std::optional<Wide> {
    Wide product;
    // Both are within +-2^100 here: check by division.
    if (a == 0 || b == 0)
      return Wide(0);
    product = Wide(static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b));
    Wide limit = Wide(1) << 110;
    if (product / b != a || product > limit || product < -limit)
      return std::nullopt;
    return product;
  };
  Wide sum = 0;
  for (const auto &[monomial, c] : p.terms()) {
    Wide lo = 1, hi = 1;
    bool isUnbounded = false;
    for (Variable v : monomial) {
      Limits limits = isCounter(v) ? Limits{0, infinity} : atomLimits[v];
      isUnbounded |= isCounter(v);
      Wide least = 0, greatest = 0;
      bool first = true;
      for (Wide a : {lo, hi})
        for (Wide b : {limits.lo, limits.hi}) {
          auto product = multiply(a, b);
          if (!product)
            return std::nullopt;
          least = first ? *product : std::min(least, *product);
          greatest = first ? *product : std::max(greatest, *product);
          first = false;
        }
      lo = least;
      hi = greatest;
    }
    // With a counter in it, only the sign of the product is known.
    Wide end = (c > 0) == upper ? hi : lo;
    if (isUnbounded && end != 0)
      return std::nullopt;
    auto term = multiply(end, c);
    if (!term)
      return std::nullopt;
    sum += *term;
    if (sum > (Wide(1) << 120) || sum < -(Wide(1) << 120))
      return std::nullopt;
  }
  return sum;
}

std::optional<Wide> Forms::leastValue(const Polynomial &p) const { return extremeValue(p, false); }
std::optional<Wide> Forms::greatestValue(const Polynomial &p) const { return extremeValue(p, true); }

std::vector<Polynomial> Forms::likelyFacts(Variable atom) {
  const SCEV *S = atomList[atom];
  while (auto *cast = dyn_cast<SCEVIntegralCastExpr>(S))
    S = cast->getOperand();
  auto *rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!rec || !rec->isAffine())
    return {};
  Polynomial here = Polynomial::variable(atom), first = of(rec->getStart()), step = of(rec->getStepRecurrence(SE));
  if (step == Polynomial(1) || step == Polynomial(-1)) {
    const SCEV *taken = SE.getBackedgeTakenCount(rec->getLoop());
    if (isa<SCEVCouldNotCompute>(taken))
      return {};
    Polynomial gone = step * (here - first);
    return {gone, of(taken) - gone};
  }
  auto *iv = unitInduction(rec->getLoop(), nullptr);
  if (!iv)
    return {};
  Polynomial same = first + step * iterationOf(iv);
  return {here - same, same - here};
}

std::optional<Bound> Forms::bound(const Polynomial &p, bool upper, const Loop *within) {
  Bound b{p, {}, upper};
  for (const Loop *inner : reverse(counterLoops)) { // A count may depend on the loops around it, not the reverse.
    if (within && inner->contains(within))
      continue;
    Variable k = counter(inner);
    Polynomial c = b.base.coefficient(k);
    if (c.isZero())
      continue;
    for (const auto &[monomial, value] : c.terms())
      if (any_of(monomial, isCounter))
        return std::nullopt;
    // Over the whole run, what a piece has of the end of all.
    Polynomial end = within ? limits(inner).front() : limits(inner).back();
    if (!end.isValid() || !b.base.isValid())
      return std::nullopt;
    if (auto s = sign(c)) {
      b.base = b.base.without(k) + (upper == (*s > 0) ? c * end : Polynomial());
    } else {
      // Of unknown sign: clamp c * (the greatest last iteration), which may not depend on any counter.
      for (const Loop *outer : reverse(counterLoops)) {
        Variable ko = counter(outer);
        Polynomial co = end.coefficient(ko);
        if (co.isZero())
          continue;
        auto so = co.constant();
        Polynomial outerEnd = last(outer);
        if (!so || !outerEnd.isValid())
          return std::nullopt;
        end = end.without(ko) + (*so > 0 ? co * outerEnd : Polynomial());
      }
      b.clamped.push_back(c * end);
      b.base = b.base.without(k);
    }
    if (!b.base.isValid())
      return std::nullopt;
  }
  for (const Polynomial &clamp : b.clamped)
    if (!clamp.isValid())
      return std::nullopt;
  return b;
}

} // namespace xc
