#include "subscripts.h"
#include "linear_system.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace xc {

namespace {

constexpr unsigned maxPitches = 6;

/// The term of highest degree, the last one in order among them.
std::pair<Monomial, Wide> leadingTerm(const Polynomial &p) {
  std::pair<Monomial, Wide> lead;
  for (const auto &[monomial, c] : p.terms())
    if (lead.second == 0 || monomial.size() >= lead.first.size())
      lead = {monomial, c};
  return lead;
}

Polynomial product(const Monomial &monomial, Wide c) {
  Polynomial p(c);
  for (Variable v : monomial)
    p = p * Polynomial::variable(v);
  return p;
}

/// A value known before the loop, or several of them, times something positive.
bool isSize(const std::pair<const Monomial, Wide> &term) {
  return !term.first.empty() && term.second > 0 && !any_of(term.first, isCounter);
}

/// c / divisor with the remainder next to zero.
Wide nearest(Wide c, Wide divisor) {
  Wide rest = c % divisor;
  return c / divisor + (2 * rest > divisor ? 1 : 2 * rest < -divisor ? -1 : 0);
}

/// p / divisor; p becomes the remainder. The factors of row i, column i, are taken apart so that the column's is next
/// to zero; so is a constant where a size is left (n - 1 further in takes from this one), else its remainder is not
/// negative.
Polynomial divide(Polynomial &p, Wide divisor) {
  Polynomial quotient;
  Wide constant = p.constantTerm();
  for (const auto &[monomial, c] : p.terms())
    if (!monomial.empty())
      quotient = quotient + product(monomial, nearest(c, divisor));
  p = p - quotient * Polynomial(divisor);
  Wide whole =
      any_of(p.terms(), isSize) ? nearest(constant, divisor) : constant / divisor - (constant % divisor < 0 ? 1 : 0);
  p = p - Polynomial(whole * divisor);
  return quotient + Polynomial(whole);
}

/// p / divisor, as far as the leading term of `divisor` divides the terms of p; p becomes the remainder.
Polynomial divide(Polynomial &p, const Polynomial &divisor) {
  if (auto constant = divisor.constant())
    return divide(p, *constant);
  auto [leadMonomial, leadFactor] = leadingTerm(divisor);
  Polynomial quotient;
  constexpr unsigned maxSteps = 16;
  for (unsigned step = 0; step != maxSteps; ++step) {
    auto it = find_if(p.terms(), [&](const auto &term) {
      return term.second % leadFactor == 0 &&
             std::includes(term.first.begin(), term.first.end(), leadMonomial.begin(), leadMonomial.end());
    });
    if (it == p.terms().end())
      return quotient;
    Monomial rest;
    std::set_difference(it->first.begin(), it->first.end(), leadMonomial.begin(), leadMonomial.end(),
                        std::back_inserter(rest));
    Polynomial part = product(rest, it->second / leadFactor);
    quotient = quotient + part;
    p = p - part * divisor;
    if (!p.isValid() || !quotient.isValid())
      break;
  }
  return Polynomial::invalid();
}

/// Bytes from one subscript of each dimension to the next, outermost first; each is a multiple of the one after it.
struct Pitches {
  SmallVector<Polynomial, maxPitches> bytes;
  SmallVector<Polynomial, maxPitches> sizes; ///< Of all dimensions but the first: pitch before / this one.
};

/// The chain of multiples, from the size of an element up, that the coefficients of the counters make.
Pitches chainOf(std::vector<Polynomial> candidates, Wide element) {
  llvm::sort(candidates, [](const Polynomial &a, const Polynomial &b) {
    auto [ma, ca] = leadingTerm(a);
    auto [mb, cb] = leadingTerm(b);
    return std::tuple(ma.size(), ma, ca, a.terms()) < std::tuple(mb.size(), mb, cb, b.terms());
  });
  Pitches pitches;
  pitches.bytes.push_back(Polynomial(element));
  for (const Polynomial &candidate : candidates) {
    Polynomial rest = candidate, size = divide(rest, pitches.bytes.back());
    if (!size.isValid() || !rest.isZero() || size == Polynomial(1) || pitches.bytes.size() == maxPitches)
      continue;
    pitches.bytes.push_back(candidate);
    pitches.sizes.push_back(size);
  }
  std::reverse(pitches.bytes.begin(), pitches.bytes.end());
  std::reverse(pitches.sizes.begin(), pitches.sizes.end());
  return pitches;
}

/// `offset` as the sum of subscript * pitch, and what is left of it: a constant number of bytes into the element.
std::optional<SmallVector<Polynomial, maxPitches>> subscriptsOf(const Polynomial &offset, const Pitches &pitches,
                                                                Wide &byte) {
  SmallVector<Polynomial, maxPitches> subscripts;
  Polynomial rest = offset;
  for (const Polynomial &pitch : pitches.bytes) {
    subscripts.push_back(divide(rest, pitch));
    if (!subscripts.back().isValid())
      return std::nullopt;
  }
  auto left = rest.constant();
  if (!left)
    return std::nullopt;
  byte = *left;
  return subscripts;
}

bool isInvariant(const Polynomial &p) {
  return p.isValid() && all_of(p.terms(), [](const auto &term) { return !any_of(term.first, isCounter); });
}

std::optional<std::vector<Inequality>> separate(Forms &forms, const Loop &loop, bool fixedOuter, const Access &a,
                                                const Access &b, const Pitches &pitches) {
  Wide byteA = 0, byteB = 0;
  auto inA = subscriptsOf(a.offset, pitches, byteA), inB = subscriptsOf(b.offset, pitches, byteB);
  if (!inA || !inB)
    return std::nullopt;
  Wide element = *pitches.bytes.back().constant();
  Wide endA = byteA + *a.size.constant(), endB = byteB + *b.size.constant();
  if (endA > element || endB > element)
    return std::nullopt;

  std::vector<Inequality> within;
  for (unsigned d = 1; d != pitches.bytes.size(); ++d)
    for (const Polynomial &subscript : {(*inA)[d], (*inB)[d]}) {
      auto least = forms.bound(subscript, false, nullptr), greatest = forms.bound(subscript, true, nullptr);
      if (!least || !greatest)
        return std::nullopt;
      within.push_back({Bound{Polynomial(), {}, false}, *least});
      within.push_back({*greatest, Bound{pitches.sizes[d - 1] - Polynomial(1), {}, false}});
    }
  if (endA <= byteB || endB <= byteA) // Different fields.
    return within;

  // Most often one subscript tells: the same function of the loop's counter alone.
  Variable k = forms.counter(&loop);
  for (auto [p, q] : zip(*inA, *inB))
    if (auto step = p.coefficient(k).constant(); step && *step != 0 && p == q && isInvariant(p.without(k)))
      return within;

  LinearSystem meeting(forms, loop, fixedOuter);
  for (unsigned d = 0; d != pitches.bytes.size(); ++d)
    meeting.equate((*inA)[d], (*inB)[d]);
  for (bool isEarlier : {true, false}) {
    LinearSystem ordered = meeting;
    ordered.order(isEarlier);
    if (!ordered.isEmpty())
      return std::nullopt;
  }
  return within;
}

} // namespace

std::optional<SubscriptsWithin> separateBySubscripts(Forms &forms, const Loop &loop, bool fixedOuter,
                                                     const Array &array, const Access &a, const Access &b) {
  auto sizeA = a.size.constant(), sizeB = b.size.constant();
  if (!sizeA || !sizeB || *sizeA <= 0 || *sizeB <= 0 || !a.offset.isValid() || !b.offset.isValid())
    return std::nullopt;
  // A pitch is a coefficient, or, where a counter occurs in several subscripts, a term of one.
  std::vector<Polynomial> coefficients, terms;
  for (const Polynomial &offset : {a.offset, b.offset})
    for (const auto &[monomial, c] : offset.terms())
      for (Variable v : monomial)
        if (isCounter(v)) {
          Polynomial coefficient = offset.coefficient(v);
          if (any_of(coefficient.terms(), [](const auto &term) { return any_of(term.first, isCounter); }))
            return std::nullopt;
          coefficients.push_back(coefficient);
          for (const auto &[part, factor] : coefficient.terms())
            terms.push_back(product(part, factor < 0 ? -factor : factor));
        }
  // A constant subscript shows in no coefficient.
  std::vector<Polynomial> declared = coefficients;
  append_range(declared, array.pitches);
  for (const std::vector<Polynomial> &candidates : {terms, coefficients, declared}) {
    // An access may cover part of an element, as several fields of a struct do.
    Wide size = std::max(*sizeA, *sizeB), element = size;
    auto isMultiple = [&](const Polynomial &pitch) { return pitch.constant().value_or(size) % size == 0; };
    if (!all_of(candidates, isMultiple)) {
      element = 0;
      for (const Polynomial &pitch : candidates)
        if (auto constant = pitch.constant(); constant && *constant >= size && (element == 0 || *constant < element))
          element = *constant;
    }
    if (element == 0)
      continue;
    Pitches pitches = chainOf(candidates, element);
    if (pitches.bytes.size() == 1)
      continue;
    if (auto within = separate(forms, loop, fixedOuter, a, b, pitches))
      return SubscriptsWithin{std::move(*within), all_of(pitches.bytes, [&](const Polynomial &pitch) {
                                return is_contained(array.pitches, pitch);
                              })};
  }
  return std::nullopt;
}

} // namespace xc
