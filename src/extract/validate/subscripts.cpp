#include "subscripts.h"
#include "llvm/ADT/STLExtras.h"
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>

using namespace llvm;

namespace xc {

namespace {

constexpr unsigned maxPitches = 4;
constexpr unsigned maxVariables = 32;
/// Bounds what isl may do for one question; more would not be worth the compile time.
constexpr unsigned long maxOperations = 200'000;

bool hasCounter(const Monomial &monomial) { return any_of(monomial, isCounter); }

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

/// p / divisor, as far as the leading term of `divisor` divides the terms of p; p becomes the remainder. A constant is
/// divided by a constant with a remainder that is not negative.
Polynomial divide(Polynomial &p, const Polynomial &divisor) {
  auto [leadMonomial, leadFactor] = leadingTerm(divisor);
  Polynomial quotient;
  constexpr unsigned maxSteps = 16;
  for (unsigned step = 0; step != maxSteps; ++step) {
    auto it = find_if(p.terms(), [&](const auto &term) {
      return term.second % leadFactor == 0 &&
             std::includes(term.first.begin(), term.first.end(), leadMonomial.begin(), leadMonomial.end());
    });
    if (it == p.terms().end()) {
      if (auto pitch = divisor.constant()) {
        Wide constant = p.constantTerm(), whole = constant / *pitch - (constant % *pitch < 0 ? 1 : 0);
        quotient = quotient + Polynomial(whole);
        p = p - Polynomial(whole * *pitch);
      }
      return quotient;
    }
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

/// A system of linear constraints over the counters of two iterations, one on each side, and over products of atoms,
/// which are as good as variables of their own.
class System {
public:
  System(Forms &forms, const Loop &loop, bool fixedOuter) : forms(forms), loop(loop), fixedOuter(fixedOuter) {}

  enum Side { A, B };
  /// p (side A) - q (side B) = 0.
  void equate(const Polynomial &p, const Polynomial &q) {
    Row row;
    isLinear &= add(row, p, 1, A) && add(row, q, -1, B);
    equations.push_back(std::move(row));
  }
  /// p >= 0 on one side.
  void require(const Polynomial &p, Side side) {
    Row row;
    isLinear &= add(row, p, 1, side);
    inequalities.push_back(std::move(row));
  }
  /// True if it cannot be fulfilled with the loop's counter on side A being less than, or greater than, on side B.
  bool isEmpty(bool less);

private:
  using Column = std::pair<Monomial, Side>;
  struct Row {
    std::map<Column, Wide> factors;
    Wide constant = 0;
  };

  bool add(Row &row, const Polynomial &p, Wide factor, Side side);
  Side sideOf(Variable counter, Side side) const {
    const Loop *inner = forms.loopOf(counter);
    return fixedOuter && inner != &loop && inner->contains(&loop) ? A : side;
  }
  /// 0 <= counter <= last iteration, once for each counter that occurs.
  bool boundCounters();

  Forms &forms;
  const Loop &loop;
  bool fixedOuter;
  bool isLinear = true;
  std::vector<Row> equations, inequalities;
  std::set<Column> columns;
};

bool System::add(Row &row, const Polynomial &p, Wide factor, Side side) {
  if (!p.isValid())
    return false;
  for (const auto &[monomial, c] : p.terms()) {
    if (monomial.empty()) {
      row.constant += c * factor;
      continue;
    }
    if (hasCounter(monomial) && monomial.size() != 1)
      return false;
    Column column{monomial, hasCounter(monomial) ? sideOf(monomial.front(), side) : A};
    row.factors[column] += c * factor;
    columns.insert(column);
  }
  return true;
}

bool System::boundCounters() {
  std::set<Column> done;
  while (true) {
    auto next = find_if(columns, [&](const Column &column) { return hasCounter(column.first) && !done.count(column); });
    if (next == columns.end())
      return isLinear;
    Column column = *next;
    done.insert(column);
    if (columns.size() > maxVariables)
      return false;
    Variable k = column.first.front();
    require(Polynomial::variable(k), column.second);
    require(forms.last(forms.loopOf(k)) - Polynomial::variable(k), column.second);
  }
}

bool System::isEmpty(bool less) {
  Polynomial k = Polynomial::variable(forms.counter(&loop)), zero;
  System ordered = *this;
  // The difference of the two counters, less one, is not negative.
  Row row{{}, -1};
  ordered.isLinear &= ordered.add(row, k, less ? -1 : 1, A) && ordered.add(row, k, less ? 1 : -1, B);
  ordered.inequalities.push_back(std::move(row));
  if (!ordered.boundCounters())
    return false;

  SmallVector<Column, maxVariables> order(ordered.columns.begin(), ordered.columns.end());
  isl_ctx *context = isl_ctx_alloc();
  isl_options_set_on_error(context, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(context, maxOperations);
  isl_space *space = isl_space_set_alloc(context, 0, order.size());
  isl_basic_set *set = isl_basic_set_universe(isl_space_copy(space));
  isl_local_space *local = isl_local_space_from_space(space);
  bool fits = true;
  auto number = [&](Wide value) {
    fits &= value >= INT64_MIN && value <= INT64_MAX;
    return isl_val_int_from_si(context, long(value));
  };
  auto constrain = [&](const Row &row, bool isEquation) {
    isl_constraint *constraint = isEquation ? isl_constraint_alloc_equality(isl_local_space_copy(local))
                                            : isl_constraint_alloc_inequality(isl_local_space_copy(local));
    for (const auto &[column, factor] : row.factors)
      constraint = isl_constraint_set_coefficient_val(constraint, isl_dim_set, int(find(order, column) - order.begin()),
                                                      number(factor));
    constraint = isl_constraint_set_constant_val(constraint, number(row.constant));
    set = isl_basic_set_add_constraint(set, constraint);
  };
  for (const Row &equation : ordered.equations)
    constrain(equation, true);
  for (const Row &inequality : ordered.inequalities)
    constrain(inequality, false);
  // Also false when isl has given up.
  bool isEmpty = isl_basic_set_is_empty(set) == isl_bool_true && fits;
  isl_local_space_free(local);
  isl_basic_set_free(set);
  isl_ctx_free(context);
  return isEmpty;
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

  System system(forms, loop, fixedOuter);
  for (unsigned d = 0; d != pitches.bytes.size(); ++d)
    system.equate((*inA)[d], (*inB)[d]);
  if (!system.isEmpty(true) || !system.isEmpty(false))
    return std::nullopt;
  return within;
}

} // namespace

std::optional<std::vector<Inequality>> separateBySubscripts(Forms &forms, const Loop &loop, bool fixedOuter,
                                                            const Access &a, const Access &b) {
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
          if (any_of(coefficient.terms(), [](const auto &term) { return hasCounter(term.first); }))
            return std::nullopt;
          coefficients.push_back(coefficient);
          for (const auto &[part, factor] : coefficient.terms())
            terms.push_back(product(part, factor < 0 ? -factor : factor));
        }
  Wide element = std::max(*sizeA, *sizeB);
  for (const std::vector<Polynomial> &candidates : {terms, coefficients}) {
    Pitches pitches = chainOf(candidates, element);
    if (pitches.bytes.size() == 1)
      continue;
    if (auto within = separate(forms, loop, fixedOuter, a, b, pitches))
      return within;
  }
  return std::nullopt;
}

} // namespace xc
