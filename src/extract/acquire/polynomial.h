/// \file Polynomials with exact integer coefficients over run-time values: the arithmetic of the dependence tests.
///
/// A variable is either an atom (a value known before the loop starts) or the counter of a loop (0 in its first
/// iteration). Polynomials stand for mathematical integers: nothing here wraps, an operation whose coefficients leave
/// +-2^100, or whose degree becomes large, yields an invalid polynomial, which every test treats as "not proved".
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace xc {

using Wide = __int128;
/// Index of an atom or counter in its Forms.
using Variable = unsigned;
/// Sorted, with repetitions: {2, 2, 5} is v2 * v2 * v5; {} is 1.
using Monomial = std::vector<Variable>;

class Polynomial {
public:
  Polynomial() = default;
  Polynomial(Wide constant);
  static Polynomial variable(Variable v);
  static Polynomial invalid();

  bool isValid() const { return valid; }
  const std::map<Monomial, Wide> &terms() const { return coefficients; }
  bool isZero() const { return valid && coefficients.empty(); }
  /// The value if no variable occurs.
  std::optional<Wide> constant() const;
  Wide constantTerm() const;
  unsigned degree() const;
  bool contains(Variable v) const;

  /// The factor of `v`: the sum of all terms that contain `v`, divided by it once. Still contains `v` if not linear.
  Polynomial coefficient(Variable v) const;
  /// The terms without `v`.
  Polynomial without(Variable v) const;
  Polynomial substitute(Variable v, const Polynomial &value) const;

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator-(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  bool operator==(const Polynomial &other) const = default;
  bool operator<(const Polynomial &other) const { return coefficients < other.coefficients; }

private:
  void add(const Monomial &monomial, Wide value);

  std::map<Monomial, Wide> coefficients; // No zeros.
  bool valid = true;
};

} // namespace xc
