// LIFT: 32
// FLAGS: -std=c++20
// One loop for each way in which C++ programs write one: containers, ranges, iterators, lambdas, templates, operators.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <valarray>
#include <vector>

using Numbers = std::vector<double>;
using Words = std::vector<unsigned>;

APART static void by_index(Numbers &v, double k) {
  for (std::size_t i = 0; i < v.size(); i++)
    v[i] *= k;
}

APART static void by_int(Numbers &v, double k) {
  for (int i = 0; i < static_cast<int>(v.size()); i++)
    v[i] *= k;
}

APART static void two_vectors(Numbers &v, const Numbers &w) {
  for (std::size_t i = 0; i < v.size(); i++)
    v[i] += w[i];
}

/* Elements of the type in which sizes are kept. */
APART static void of_sizes(std::vector<std::size_t> &v) {
  for (std::size_t i = 0; i < v.size(); i++)
    v[i] *= 3;
}

APART static void by_range(Numbers &v) {
  for (auto &x : v)
    x = x * 2 + 1;
}

APART static void by_iterator(Numbers &v) {
  for (auto it = v.begin(); it != v.end(); ++it)
    *it *= 0.5;
}

APART static void by_iterator_below(Numbers &v) {
  for (auto it = v.begin(); it < v.end(); it += 1)
    *it += 3;
}

APART static void backwards(Numbers &v) {
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    *it -= 1;
}

APART static void fixed_size(std::array<int, 500> &a) {
  for (std::size_t i = 0; i < a.size(); i++)
    a[i] *= 3;
}

APART static void fixed_size_range(std::array<int, 500> &a) {
  for (int &x : a)
    x ^= 5;
}

APART static void array_of_arrays(std::array<std::array<int, 40>, 30> &a) {
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t j = 0; j < a[i].size(); j++)
      a[i][j] += static_cast<int>(i * j);
}

APART static void span_index(std::span<float> s) {
  for (std::size_t i = 0; i < s.size(); i++)
    s[i] *= 3;
}

APART static void span_range(std::span<float> s) {
  for (float &x : s)
    x += 3;
}

APART static void span_of_part(std::span<float> to, std::span<const float> from) {
  for (std::size_t i = 0; i < from.size(); i++)
    to[i] = from[i] * 0.5f;
}

template <class F> static void times(int n, F f) {
  for (int i = 0; i < n; i++)
    f(i);
}

APART static void lambda_by_reference(Words &v, unsigned k) {
  times(static_cast<int>(v.size()), [&](int i) { v[i] = v[i] * k + static_cast<unsigned>(i); });
}

APART static void lambda_in_loop(unsigned *p, int n) {
  auto f = [](unsigned x) { return x * 3 + 1; };
  for (int i = 0; i < n; i++)
    p[i] = f(p[i]);
}

template <typename T, int N> struct Square {
  T m[N][N];
  T &operator()(int i, int j) { return m[i][j]; }
  T operator()(int i, int j) const { return m[i][j]; }
};

APART static void product(Square<double, 40> &c, const Square<double, 40> &a, const Square<double, 40> &b) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++) {
      double s = 0;
      for (int k = 0; k < 40; k++)
        s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
}

struct Vec {
  float x, y, z;
  Vec operator*(float k) const { return {x * k, y * k, z * k}; }
  Vec operator+(const Vec &o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec &operator+=(const Vec &o) { return *this = *this + o; }
};

APART static void operators(Vec *p, const Vec *q, int n) {
  for (int i = 0; i < n; i++)
    p[i] = p[i] * 0.5f + q[i];
}

APART static void operators_in_vector(std::vector<Vec> &p, const std::vector<Vec> &q) {
  for (std::size_t i = 0; i < p.size(); i++)
    p[i] += q[i] * 2.0f;
}

class Table {
public:
  Table(int rows, int cols) : rows(rows), cols(cols), cells(static_cast<std::size_t>(rows) * cols) {}
  double &operator()(int i, int j) { return cells[static_cast<std::size_t>(i) * cols + j]; }
  double operator()(int i, int j) const { return cells[static_cast<std::size_t>(i) * cols + j]; }
  void scale(double k);
  void smooth(const Table &from);
  int rows, cols;
  Numbers cells;
};

APART void Table::scale(double k) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      (*this)(i, j) *= k;
}

APART void Table::smooth(const Table &from) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < cols - 1; j++)
      (*this)(i, j) = from(i - 1, j) + from(i + 1, j) + from(i, j - 1) + from(i, j + 1);
}

APART static void product(Table &c, const Table &a, const Table &b) {
  for (int i = 0; i < c.rows; i++)
    for (int j = 0; j < c.cols; j++) {
      double s = 0;
      for (int k = 0; k < a.cols; k++)
        s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
}

APART static void rows_of_rows(std::vector<Numbers> &v) {
  for (auto &row : v)
    for (auto &x : row)
      x *= 2;
}

APART static void checked_in_range(Words &v) {
  for (std::size_t i = 0; i < v.size(); i++)
    v.at(i) = static_cast<unsigned>(i) * 7; // can never throw
}

APART static void owned(std::unique_ptr<double[]> &p, int n) {
  for (int i = 0; i < n; i++)
    p[i] *= 2;
}

APART static void value_array(std::valarray<double> &a, const std::valarray<double> &b) {
  for (std::size_t i = 0; i < a.size(); i++)
    a[i] += b[i] * 2;
}

APART static double largest(const Numbers &v) {
  double m = 0;
  for (double x : v)
    m = std::max(m, x);
  return m;
}

struct Sum {
  unsigned value = 0;
  void add(unsigned x) { value += x; }
};

APART static unsigned sum_object(const Words &v) {
  Sum s;
  for (unsigned x : v)
    s.add(x);
  return s.value;
}

APART static void pairs(std::vector<std::pair<int, double>> &v) {
  for (auto &[key, value] : v)
    value = value * 2 + key;
}

APART static void local_array(Numbers &to, const Numbers &from) {
  for (std::size_t i = 0; i < to.size(); i++) {
    std::array<double, 16> t;
    for (std::size_t k = 0; k < 16; k++)
      t[k] = from[i] * static_cast<double>(k);
    double s = 0;
    for (std::size_t k = 0; k < 16; k++)
      s += t[15 - k] * static_cast<double>(k);
    to[i] = s;
  }
}

APART static void local_vector(Numbers &to, const Numbers &from, int m) {
  for (std::size_t i = 0; i < to.size(); i++) {
    Numbers t(static_cast<std::size_t>(m));
    for (int k = 0; k < m; k++)
      t[k] = from[i] * k;
    double s = 0;
    for (int k = 0; k < m; k++)
      s += t[m - 1 - k] * k;
    to[i] = s;
  }
}

APART static void complex_scale(std::vector<std::complex<double>> &z) {
  for (auto &c : z)
    c *= 0.5;
}

APART static void complex_product(std::vector<std::complex<double>> &z) {
  for (auto &c : z)
    c *= std::complex<double>(0.5, -0.25);
}

APART static void assumes(unsigned *p, int n, int m) {
  [[assume(n >= 0 && m > 0)]];
  for (int i = 0; i < n; i++) {
    [[assume(i < n)]];
    for (int j = 0; j < m; j++) {
      [[assume(j != m)]];
      p[i * m + j] = p[i * m + j] * 3 + static_cast<unsigned>(i ^ j);
    }
  }
}

/* None of these may run in another order, or leave from the middle. */
APART static void sorts_rows(std::vector<Numbers> &v) {
  for (auto &row : v) // NO-LIFT
    std::sort(row.begin(), row.end());
}

APART static void sorts_parts(double *p, int n, int m) {
  for (int i = 0; i < n; i++) // NO-LIFT
    std::sort(p + i * m, p + i * m + 2 * m);
}

APART static int throws_at(Words &v, unsigned limit) {
  try {
    for (std::size_t i = 0; i < v.size(); i++) { // NO-LIFT
      if (v[i] % limit == 3)
        throw std::range_error("limit");
      v[i] = v[i] * 3 + 1;
    }
  } catch (const std::exception &) {
    return 1;
  }
  return 0;
}

APART static int out_of_range(Words &v, std::size_t n) {
  try {
    for (std::size_t i = 0; i < n; i++) // NO-LIFT
      v.at(i) += 5;
  } catch (const std::out_of_range &) {
    return 1;
  }
  return 0;
}

static void show_numbers(const char *what, const Numbers &v) { show(what, v.data(), v.size() * sizeof(double)); }
static void show_words(const char *what, const Words &v) { show(what, v.data(), v.size() * sizeof(unsigned)); }

static void all(std::size_t n) {
  Numbers v(n), w(n);
  fill_double(v.data(), n, 1);
  fill_double(w.data(), n, 2);
  by_index(v, 1.5), by_int(v, 0.75), two_vectors(v, w), two_vectors(w, w);
  by_range(v), by_iterator(v), by_iterator_below(v), backwards(v);
  show_numbers("v", v);
  std::vector<std::size_t> sizes(n, 5);
  of_sizes(sizes);
  std::array<int, 500> a{};
  fill_int(a.data(), a.size(), 3, 1000);
  fixed_size(a), fixed_size_range(a), SHOW(a);
  std::array<std::array<int, 40>, 30> aa{};
  array_of_arrays(aa), SHOW(aa);
  std::vector<float> f(n + 10);
  fill_float(f.data(), f.size(), 4);
  span_index(f), span_range(f);
  span_of_part(std::span(f).subspan(10), std::span<const float>(f).first(n));
  span_of_part(std::span(f).first(n), std::span<const float>(f).subspan(10));
  show("f", f.data(), f.size() * sizeof(float));
  Words u(n);
  fill_bytes(u.data(), n * sizeof(unsigned), 5);
  lambda_by_reference(u, 9), lambda_in_loop(u.data(), static_cast<int>(n));
  show_words("u", u);
  static Square<double, 40> p, q, r;
  fill_double(&p.m[0][0], 1600, 6);
  fill_double(&q.m[0][0], 1600, 7);
  product(r, p, q), SHOW(r);
  product(r, r, q), SHOW(r);
  std::vector<Vec> s(n), t(n);
  fill_float(reinterpret_cast<float *>(s.data()), 3 * n, 8);
  fill_float(reinterpret_cast<float *>(t.data()), 3 * n, 9);
  operators(s.data(), t.data(), static_cast<int>(n)), operators_in_vector(s, t), operators_in_vector(s, s);
  if (n > 2)
    operators(s.data() + 1, s.data(), static_cast<int>(n) - 1);
  show("s", s.data(), n * sizeof(Vec));
  int side = static_cast<int>(n) / 20;
  Table c(side, 20), d(side, side), e(side, 20);
  fill_double(d.cells.data(), d.cells.size(), 10);
  fill_double(e.cells.data(), e.cells.size(), 11);
  product(c, d, e), c.scale(0.5), e.smooth(c), c.smooth(c);
  show_numbers("c", c.cells), show_numbers("e", e.cells);
  std::vector<Numbers> rows;
  for (std::size_t i = 0; i < n / 10; i++)
    rows.emplace_back(i % 13, static_cast<double>(i));
  rows_of_rows(rows), sorts_rows(rows);
  for (const auto &row : rows)
    show_numbers("row", row);
  show_int("throws", throws_at(u, 1u << 20) + throws_at(u, 41)), show_words("u", u);
  show_int("range", out_of_range(u, n) + 2 * out_of_range(u, n + 3)), show_words("u", u);
  checked_in_range(u), show_words("u", u);
  std::unique_ptr<double[]> o(new double[n]);
  fill_double(o.get(), n, 12);
  owned(o, static_cast<int>(n)), show("o", o.get(), n * sizeof(double));
  std::valarray<double> x(1.0, n + 1), y(2.0, n + 1);
  value_array(x, y), value_array(x, x);
  show_double("x", x.sum());
  show_double("largest", largest(v));
  show_int("sum", sum_object(u));
  std::vector<std::pair<int, double>> pp(n, {3, 0.5});
  pairs(pp);
  show_double("pair", n ? pp.back().second : 0);
  local_array(w, v), show_numbers("w", w);
  local_vector(w, v, 11), show_numbers("w", w);
  std::vector<std::complex<double>> z(n);
  fill_double(reinterpret_cast<double *>(z.data()), 2 * n, 13);
  complex_scale(z), complex_product(z);
  show("z", z.data(), n * sizeof z[0]);
  assumes(u.data(), static_cast<int>(n) / 20, 20);
  show_words("u", u);
  if (n >= 60)
    sorts_parts(v.data(), 10, 5), show_numbers("v", v);
}

int main() {
  for (std::size_t n = 0; n <= 480; n += 120)
    all(n);
  return 0;
}
