#include "linear_system.h"
#include "llvm/ADT/STLExtras.h"
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>

using namespace llvm;

namespace xc {

namespace {

constexpr unsigned maxVariables = 32;
/// Bounds what isl may do for one question; more would not be worth the compile time.
constexpr unsigned long maxOperations = 200'000;

bool hasCounter(const Monomial &monomial) { return any_of(monomial, isCounter); }

} // namespace

void LinearSystem::equate(const Polynomial &p, const Polynomial &q) {
  Row row;
  isLinear &= add(row, p, 1, A) && add(row, q, -1, B);
  equations.push_back(std::move(row));
}

void LinearSystem::require(const Polynomial &p, Side side) {
  Row row;
  isLinear &= add(row, p, 1, side);
  inequalities.push_back(std::move(row));
}

void LinearSystem::order(bool isLess) {
  Polynomial k = Polynomial::variable(forms.counter(&loop));
  Row row{{}, -1}; // The difference, less one, is not negative.
  isLinear &= add(row, k, isLess ? -1 : 1, A) && add(row, k, isLess ? 1 : -1, B);
  inequalities.push_back(std::move(row));
}

bool LinearSystem::isEmpty() const {
  LinearSystem bounded = *this;
  return bounded.boundCounters() && bounded.isBoundedEmpty();
}

LinearSystem::Side LinearSystem::sideOf(Variable counter, Side side) const {
  const Loop *inner = forms.loopOf(counter);
  return fixedOuter && inner != &loop && inner->contains(&loop) ? A : side;
}

bool LinearSystem::add(Row &row, const Polynomial &p, Wide factor, Side side) {
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

/// 0 <= counter <= last iteration, once for each counter that occurs.
bool LinearSystem::boundCounters() {
  std::set<Column> done;
  while (true) {
    if (columns.size() > maxVariables)
      return false;
    auto next = find_if(columns, [&](const Column &column) { return hasCounter(column.first) && !done.count(column); });
    if (next == columns.end())
      return isLinear;
    Column column = *next;
    done.insert(column);
    Variable k = column.first.front();
    require(Polynomial::variable(k), column.second);
    require(forms.last(forms.loopOf(k)) - Polynomial::variable(k), column.second);
  }
}

bool LinearSystem::isBoundedEmpty() const {
  SmallVector<Column, maxVariables> order(columns.begin(), columns.end());
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
  for (const Row &equation : equations)
    constrain(equation, true);
  for (const Row &inequality : inequalities)
    constrain(inequality, false);
  // Also false when isl has given up.
  bool isEmpty = isl_basic_set_is_empty(set) == isl_bool_true && fits;
  isl_local_space_free(local);
  isl_basic_set_free(set);
  isl_ctx_free(context);
  return isEmpty;
}

} // namespace xc
