#include "polynomial.h"
#include <algorithm>

namespace xc {

namespace {
constexpr Wide limit = Wide(1) << 100;
constexpr unsigned maxTerms = 64;
constexpr unsigned maxDegree = 6;
Wide magnitude(Wide x) { return x < 0 ? -x : x; }
} // namespace

Polynomial::Polynomial(Wide constant) { add({}, constant); }

Polynomial Polynomial::variable(Variable v) {
  Polynomial p;
  p.coefficients[{v}] = 1;
  return p;
}

Polynomial Polynomial::invalid() {
  Polynomial p;
  p.valid = false;
  return p;
}

void Polynomial::add(const Monomial &monomial, Wide value) {
  if (value == 0)
    return;
  Wide &slot = coefficients[monomial];
  slot += value; // Both are within +-2^100.
  if (magnitude(slot) >= limit)
    valid = false;
  if (slot == 0)
    coefficients.erase(monomial);
  if (coefficients.size() > maxTerms)
    valid = false;
}

std::optional<Wide> Polynomial::constant() const {
  if (!valid || coefficients.size() > 1)
    return std::nullopt;
  if (coefficients.empty())
    return 0;
  if (!coefficients.begin()->first.empty())
    return std::nullopt;
  return coefficients.begin()->second;
}

Wide Polynomial::constantTerm() const {
  auto it = coefficients.find({});
  return it == coefficients.end() ? 0 : it->second;
}

unsigned Polynomial::degree() const {
  size_t d = 0;
  for (const auto &[monomial, c] : coefficients)
    d = std::max(d, monomial.size());
  return d;
}

bool Polynomial::contains(Variable v) const {
  return std::any_of(coefficients.begin(), coefficients.end(),
                     [&](const auto &t) { return std::binary_search(t.first.begin(), t.first.end(), v); });
}

Polynomial Polynomial::coefficient(Variable v) const {
  Polynomial p;
  p.valid = valid;
  for (const auto &[monomial, c] : coefficients) {
    auto it = std::lower_bound(monomial.begin(), monomial.end(), v);
    if (it == monomial.end() || *it != v)
      continue;
    Monomial rest = monomial;
    rest.erase(rest.begin() + (it - monomial.begin()));
    p.add(rest, c);
  }
  return p;
}

Polynomial Polynomial::without(Variable v) const {
  Polynomial p;
  p.valid = valid;
  for (const auto &[monomial, c] : coefficients)
    if (!std::binary_search(monomial.begin(), monomial.end(), v))
      p.add(monomial, c);
  return p;
}

Polynomial Polynomial::substitute(Variable v, const Polynomial &value) const {
  if (!contains(v))
    return *this;
  return without(v) + coefficient(v).substitute(v, value) * value;
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial p = *this;
  p.valid = valid && other.valid;
  if (!p.valid)
    return p;
  for (const auto &[monomial, c] : other.coefficients)
    p.add(monomial, c);
  return p;
}

Polynomial Polynomial::operator-(const Polynomial &other) const { return *this + other * Polynomial(-1); }

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial p;
  p.valid = valid && other.valid;
  if (!p.valid)
    return p;
  if (degree() + other.degree() > maxDegree)
    return invalid();
  // Coefficients of at most 2^63 each, or one of them small: the product stays below 2^127.
  constexpr Wide half = Wide(1) << 63;
  for (const auto &[ma, a] : coefficients)
    for (const auto &[mb, b] : other.coefficients) {
      bool fits = (magnitude(a) <= half && magnitude(b) <= half) || magnitude(a) <= 16 || magnitude(b) <= 16;
      if (!fits || magnitude(a * b) >= limit)
        return invalid();
      Monomial product;
      std::merge(ma.begin(), ma.end(), mb.begin(), mb.end(), std::back_inserter(product));
      p.add(product, a * b);
    }
  return p;
}

} // namespace xc
