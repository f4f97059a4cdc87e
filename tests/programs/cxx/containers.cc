// LIFT: 5
// std::vector, std::array and plain classes around arrays.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

APART static void scale(std::vector<double> &v, double k) {
  for (std::size_t i = 0; i < v.size(); i++)
    v[i] *= k;
}

APART static void axpy(std::vector<double> &y, const std::vector<double> &x, double k) {
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] += k * x[i];
}

APART static void range_for(std::vector<unsigned> &v) {
  for (auto &x : v)
    x = x * 3 + 1;
}

APART static unsigned long range_sum(const std::vector<unsigned> &v) {
  unsigned long s = 0;
  for (unsigned x : v)
    s += x;
  return s;
}

APART static unsigned iterator_max(const std::vector<unsigned> &v) {
  unsigned best = 0;
  for (auto it = v.begin(); it != v.end(); ++it)
    best = std::max(best, *it);
  return best;
}

template <std::size_t N> APART static void fixed(std::array<int, N> &a, const std::array<int, N> &b) {
  for (std::size_t i = 0; i < N; i++)
    a[i] = b[i] * 2 - static_cast<int>(i);
}

class Matrix {
public:
  Matrix(int rows, int cols) : rows_(rows), cols_(cols), data_(static_cast<std::size_t>(rows) * cols) {}
  double &operator()(int i, int j) { return data_[static_cast<std::size_t>(i) * cols_ + j]; }
  double operator()(int i, int j) const { return data_[static_cast<std::size_t>(i) * cols_ + j]; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  const std::vector<double> &data() const { return data_; }

private:
  int rows_, cols_;
  std::vector<double> data_;
};

APART static void multiply(const Matrix &a, const Matrix &b, Matrix &c) {
  for (int i = 0; i < c.rows(); i++)
    for (int j = 0; j < c.cols(); j++) {
      double s = 0;
      for (int k = 0; k < a.cols(); k++)
        s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
}

/* One vector per row: the rows' buffers are known only at run time. */
APART static void jagged(std::vector<std::vector<unsigned>> &rows) {
  for (std::size_t i = 0; i < rows.size(); i++)
    for (std::size_t j = 0; j < rows[i].size(); j++)
      rows[i][j] += static_cast<unsigned>(i * j);
}

/* Bits share bytes. */
APART static void bits(std::vector<bool> &v) {
  for (std::size_t i = 0; i < v.size(); i++) // NO-LIFT
    v[i] = i % 3 == 0;
}

/* Grows: never parallel. */
APART static void grow(std::vector<unsigned> &v, unsigned n) {
  for (unsigned i = 0; i < n; i++) // NO-LIFT
    v.push_back(i * i);
}

APART static unsigned strings(const std::vector<std::string> &v) {
  unsigned s = 0;
  for (const auto &t : v)
    s += static_cast<unsigned>(t.size());
  return s;
}

int main() {
  std::vector<double> x(1000), y(1000);
  fill_double(x.data(), x.size(), 1);
  fill_double(y.data(), y.size(), 2);
  scale(x, 1.25);
  axpy(y, x, -0.5);
  axpy(x, x, 0.125);
  show("x", x.data(), x.size() * sizeof(double));
  show("y", y.data(), y.size() * sizeof(double));
  std::vector<unsigned> v;
  grow(v, 1000);
  range_for(v);
  show("v", v.data(), v.size() * sizeof(unsigned));
  show_int("sum", static_cast<long long>(range_sum(v)));
  show_int("max", iterator_max(v));
  std::array<int, 300> a{}, b{};
  fill_int(b.data(), b.size(), 3, 1000);
  fixed(a, b);
  fixed(b, a);
  SHOW(a);
  SHOW(b);
  Matrix p(40, 30), q(30, 50), r(40, 50);
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 30; j++)
      p(i, j) = i * 0.5 - j;
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 50; j++)
      q(i, j) = std::sqrt(i + j + 1.0);
  multiply(p, q, r);
  show("r", r.data().data(), r.data().size() * sizeof(double));
  std::vector<std::vector<unsigned>> rows(40);
  for (std::size_t i = 0; i < rows.size(); i++)
    rows[i].resize(i * 3 % 50, 7);
  jagged(rows);
  for (auto &row : rows)
    show("row", row.data(), row.size() * sizeof(unsigned));
  std::vector<bool> flags(777);
  bits(flags);
  long set = 0;
  for (std::size_t i = 0; i < flags.size(); i++)
    set += flags[i] ? static_cast<long>(i) : 0;
  show_int("flags", set);
  std::vector<std::string> words;
  for (int i = 0; i < 200; i++)
    words.push_back(std::string(static_cast<std::size_t>(i % 23), 'x'));
  show_int("strings", strings(words));
  std::unique_ptr<int[]> owned(new int[500]);
  for (int i = 0; i < 500; i++)
    owned[i] = i * 7;
  show("owned", owned.get(), 500 * sizeof(int));
  return 0;
}
