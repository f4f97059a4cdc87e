#include "linear_system.h"
#include "llvm/ADT/STLExtras.h"
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/lp.h>
#include <isl/mat.h>
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
    for (const Polynomial &limit : forms.limits(forms.loopOf(k)))
      require(limit - Polynomial::variable(k), column.second);
  }
}

bool LinearSystem::isBoundedEmpty() const {
  SmallVector<Column, maxVariables> order(columns.begin(), columns.end());
  isl_ctx *context = isl_ctx_alloc();
  isl_options_set_on_error(context, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(context, maxOperations);
  bool fits = true;
  auto matrix = [&](const std::vector<Row> &rows) {
    isl_mat *result = isl_mat_alloc(context, unsigned(rows.size()), unsigned(order.size()) + 1);
    auto fill = [&](size_t row, size_t column, Wide value) {
      fits &= value >= INT64_MIN && value <= INT64_MAX;
      result = isl_mat_set_element_val(result, int(row), int(column), isl_val_int_from_si(context, long(value)));
    };
    for (auto [i, row] : enumerate(rows)) {
      for (auto [j, column] : enumerate(order)) {
        auto it = row.factors.find(column);
        fill(i, j, it == row.factors.end() ? 0 : it->second);
      }
      fill(i, order.size(), row.constant);
    }
    return result;
  };
  isl_mat *equal = matrix(equations), *notNegative = matrix(inequalities);
  isl_space *space = isl_space_set_alloc(context, 0, unsigned(order.size()));
  isl_aff *zero = isl_aff_zero_on_domain_space(isl_space_copy(space));
  isl_basic_set *set = isl_basic_set_from_constraint_matrices(space, equal, notNegative, isl_dim_set, isl_dim_div,
                                                              isl_dim_param, isl_dim_cst);
  // Most systems without an integer solution have no rational one, which takes far less to see.
  isl_val *least = isl_basic_set_min_lp_val(set, zero);
  bool isEmpty = isl_val_is_nan(least) == isl_bool_true;
  if (!isEmpty && !equations.empty())
    isEmpty = isl_basic_set_is_empty(set) == isl_bool_true;
  isEmpty &= fits; // Also false when isl has given up.
  isl_val_free(least);
  isl_aff_free(zero);
  isl_basic_set_free(set);
  isl_ctx_free(context);
  return isEmpty;
}

} // namespace xc
