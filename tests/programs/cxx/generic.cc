// LIFT: 5
// Templates, lambdas, functors, and algorithms of the standard library.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <algorithm>
#include <complex>
#include <functional>
#include <numeric>
#include <type_traits>
#include <vector>

template <typename F> static void each(int n, F f) {
  for (int i = 0; i < n; i++)
    f(i);
}

template <typename T, typename F> APART static void map(T *to, const T *from, int n, F f) {
  for (int i = 0; i < n; i++)
    to[i] = f(from[i]);
}

template <typename T> APART static T sum(const T *p, int n) {
  T s{};
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

template <int Rows, int Cols> struct Small {
  unsigned m[Rows][Cols];
  Small<Rows, Cols> operator+(const Small &o) const {
    Small r;
    for (int i = 0; i < Rows; i++)
      for (int j = 0; j < Cols; j++)
        r.m[i][j] = m[i][j] + o.m[i][j];
    return r;
  }
};

struct Vec {
  float x, y, z;
  Vec operator*(float k) const { return {x * k, y * k, z * k}; }
  Vec operator+(const Vec &o) const { return {x + o.x, y + o.y, z + o.z}; }
};

APART static void with_lambda(std::vector<unsigned> &v, unsigned k) {
  each(static_cast<int>(v.size()), [&](int i) { v[i] = v[i] * k + static_cast<unsigned>(i); });
}

APART static void vectors(Vec *p, const Vec *q, int n) {
  for (int i = 0; i < n; i++)
    p[i] = p[i] * 0.5f + q[i];
}

APART static void smalls(std::vector<Small<3, 3>> &a, const std::vector<Small<3, 3>> &b) {
  for (std::size_t i = 0; i < a.size(); i++)
    a[i] = a[i] + b[i];
}

/* A lambda that keeps a counter: carried. */
APART static unsigned counter(std::vector<unsigned> &v) {
  unsigned state = 1;
  each(static_cast<int>(v.size()), [&](int i) { // calls the loop above, so its line cannot say NO-LIFT
    state = state * 1664525u + 1013904223u;
    v[i] ^= state;
  });
  return state;
}

/* Through std::function the callee is unknown. */
APART static void unknown(unsigned *p, int n, const std::function<unsigned(unsigned)> &f) {
  for (int i = 0; i < n; i++) // NO-LIFT
    p[i] = f(p[i]);
}

int main() {
  std::vector<unsigned> v(900);
  fill_bytes(v.data(), v.size() * sizeof(unsigned), 1);
  with_lambda(v, 9);
  show("v", v.data(), v.size() * sizeof(unsigned));
  show_int("counter", counter(v));
  show("v", v.data(), v.size() * sizeof(unsigned));
  std::vector<unsigned> w(v.size());
  map(w.data(), v.data(), 900, [](unsigned x) { return x ^ x >> 3; });
  map(w.data() + 1, w.data(), 899, [](unsigned x) { return x + 1; });
  show("w", w.data(), w.size() * sizeof(unsigned));
  std::transform(v.begin(), v.end(), w.begin(), [](unsigned x) { return x * 17u; });
  std::for_each(w.begin(), w.end(), [](unsigned &x) { x += x >> 7; });
  show("w", w.data(), w.size() * sizeof(unsigned));
  show_int("accumulate", std::accumulate(w.begin(), w.end(), 5u));
  show_int("sum", static_cast<long long>(sum(v.data(), 900)));
  show_int("count", std::count_if(v.begin(), v.end(), [](unsigned x) { return x % 3 == 0; }));
  show_int("max", *std::max_element(v.begin(), v.end()));
  std::partial_sum(v.begin(), v.end(), w.begin());
  std::reverse(v.begin(), v.end());
  std::fill(w.begin() + 5, w.begin() + 500, 3u);
  std::iota(v.begin(), v.begin() + 100, 7u);
  std::sort(v.begin(), v.end());
  show("v", v.data(), v.size() * sizeof(unsigned));
  show("w", w.data(), w.size() * sizeof(unsigned));
  std::vector<Vec> p(300), q(300);
  fill_float(&p[0].x, 900, 2);
  fill_float(&q[0].x, 900, 3);
  vectors(p.data(), q.data(), 300);
  vectors(p.data() + 1, p.data(), 299);
  show("p", p.data(), p.size() * sizeof(Vec));
  std::vector<Small<3, 3>> a(100), b(100);
  fill_bytes(a.data(), 100 * sizeof(Small<3, 3>), 4);
  fill_bytes(b.data(), 100 * sizeof(Small<3, 3>), 5);
  smalls(a, b);
  show("a", a.data(), a.size() * sizeof(Small<3, 3>));
  std::vector<std::complex<double>> z(200);
  fill_double(reinterpret_cast<double *>(z.data()), 400, 6);
  for (auto &c : z)
    c = c * std::complex<double>(0.5, -0.25) + 1.0;
  show("z", z.data(), z.size() * sizeof z[0]);
  unsigned calls = 0;
  unknown(v.data(), 900, [&](unsigned x) { return x + calls++; });
  show("v", v.data(), v.size() * sizeof(unsigned));
  return 0;
}
