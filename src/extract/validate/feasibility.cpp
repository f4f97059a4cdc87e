#include "feasibility.h"
#include "linear_system.h"

using namespace llvm;

namespace xc {

namespace {

/// A run with fewer items is not what a block is made for.
constexpr unsigned minItems = 16;
/// Nor is an inner loop there for one iteration.
constexpr unsigned minInner = 2;
/// Of the facts that are multiplied with each other.
constexpr unsigned maxFactors = 8;
constexpr Wide noLimit = Wide(1) << 61;

bool isInvariant(const Polynomial &p) {
  return p.isValid() && all_of(p.terms(), [](const auto &term) { return !any_of(term.first, isCounter); });
}

std::set<Variable> atomsOf(ArrayRef<Polynomial> polynomials) {
  std::set<Variable> atoms;
  for (const Polynomial &p : polynomials)
    for (const auto &[monomial, c] : p.terms())
      for (Variable v : monomial)
        if (!isCounter(v))
          atoms.insert(v);
  return atoms;
}

/// a <= b, or what follows from it without its clamped terms: a polynomial that is not negative. Null if nothing does.
std::optional<Polynomial> necessary(const Inequality &i) {
  Polynomial difference = i.b.base - i.a.base;
  if ((!i.isHarderByClamps() && !i.isClampedAlike()) || !isInvariant(difference))
    return std::nullopt;
  return difference;
}

} // namespace

void Feasibility::collectFacts() {
  if (scratch)
    return;
  scratch = std::make_unique<Forms>(*block.forms);
  auto learn = [&](const Polynomial &p) {
    if (isInvariant(p) && !p.constant())
      facts.push_back(p);
  };
  learn(scratch->last(block.loop) - Polynomial(minItems - 1));
  const size_t own = facts.size();
  for (const Loop *inner : block.loop->getLoopsInPreorder())
    if (inner != block.loop)
      learn(scratch->last(inner) - Polynomial(minInner - 1));
  // Of two inner loops perhaps only one can run at all.
  LinearSystem together(*scratch, *block.loop, false);
  for (const Polynomial &fact : facts)
    together.require(fact, LinearSystem::A);
  if (facts.size() > own + 1 && together.isEmpty())
    facts.resize(own);
  std::vector<Polynomial> inOffsets = facts;
  for (const Access &access : block.accesses)
    inOffsets.push_back(access.offset);
  for (Variable atom : atomsOf(inOffsets))
    for (const Polynomial &fact : scratch->likelyFacts(atom))
      learn(fact);
  for (Variable atom : atomsOf(facts)) {
    Polynomial p = Polynomial::variable(atom);
    if (auto least = scratch->leastValue(p); least && *least > -noLimit)
      learn(p - Polynomial(*least));
    if (auto greatest = scratch->greatestValue(p); greatest && *greatest < noLimit)
      learn(Polynomial(*greatest) - p);
  }
}

/// And, for systems of a higher degree, what follows from two of them.
void Feasibility::addFacts(LinearSystem &system, unsigned degree) const {
  for (const Polynomial &fact : facts)
    system.require(fact, LinearSystem::A);
  for (unsigned i = 0; i != std::min<size_t>(facts.size(), maxFactors); ++i)
    for (unsigned j = 0; j <= i; ++j)
      if (facts[i].degree() + facts[j].degree() <= degree)
        system.require(facts[i] * facts[j], LinearSystem::A);
}

bool Feasibility::canHold(const Conjunction &conjunction) {
  LinearSystem system(*scratch, *block.loop, false);
  unsigned degree = 0;
  for (const Inequality &i : conjunction)
    if (auto p = necessary(i)) {
      degree = std::max(degree, p->degree());
      system.require(*p, LinearSystem::A);
    }
  addFacts(system, degree);
  return degree == 0 || !system.isEmpty();
}

bool Feasibility::mustHold(const Inequality &i) {
  Polynomial violation = i.a.base - i.b.base - Polynomial(1);
  if (!i.isClampedAlike() || !isInvariant(violation))
    return false;
  auto [it, isNew] = known.try_emplace(violation);
  if (!isNew)
    return it->second;
  LinearSystem system(*scratch, *block.loop, false);
  system.require(violation, LinearSystem::A);
  addFacts(system, violation.degree());
  return it->second = system.isEmpty();
}

bool Feasibility::mustHold(const Conjunction &conjunction) {
  return all_of(conjunction, [&](const Inequality &i) { return mustHold(i); });
}

bool Feasibility::canHold(const Guard &guard) {
  collectFacts();
  return any_of(guard.anyOf, [&](const Conjunction &conjunction) { return canHold(conjunction); });
}

bool Feasibility::holdsAsUsual(const Guard &guard) {
  collectFacts();
  return any_of(guard.anyOf, [&](const Conjunction &conjunction) { return mustHold(conjunction); });
}

void Feasibility::keepUsual(Guard &guard) {
  collectFacts();
  for (Conjunction &conjunction : reverse(guard.anyOf))
    if (mustHold(conjunction)) {
      guard.anyOf = {std::move(conjunction)};
      return;
    }
}

} // namespace xc
