// Sums of floating-point numbers in loops that aim at speed: the same value in every mode and with any number of
// threads, and that of the plain loop where nothing is rounded.
// LIFT: 4
// COMPARE: self
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <vector>

enum { N = 20000 };
static double a[N], b[N];
static float f[N];

APART static double dot(int n) {
  double s = 0.5;
#pragma xc goal(speed)
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

APART static double several(int n, double *other, float *third) {
  double s = 0, product = 1;
  float t = 0;
#pragma xc goal(speed)
  for (int i = 0; i < n; i++) {
    s -= a[i];
    if (b[i] > 0)
      t += f[i];
    product *= 1 + a[i] * 1e-6;
  }
  *other = product;
  *third = t;
  return s;
}

APART static double nest(int n, int m) {
  double s = 0;
#pragma xc goal(speed)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i * m + j] / 3;
  return s;
}

template <class T> APART static T total(const std::vector<T> &values) {
  T s = 0;
#pragma xc goal(speed)
  for (T value : values)
    s += value;
  return s;
}

/* Without the pragma a sum keeps its order. */
APART static double ordered(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    s += a[i];
  return s;
}

int main() {
  fill_double(a, N, 1);
  fill_double(b, N, 2);
  fill_float(f, N, 3);
  for (int n = 0; n <= N; n = n * 5 + 3) {
    double other;
    float third;
    show_double("dot", dot(n));
    show_double("several", several(n, &other, &third));
    show_double("product", other);
    show_double("third", third);
    show_double("nest", nest(n / 50, 50));
    show_double("ordered", ordered(n));
    std::vector<double> whole(n);
    std::vector<float> small(n);
    double expected = 0;
    for (int i = 0; i < n; i++) {
      whole[i] = i % 1000 - 300;
      small[i] = i % 8;
      expected += whole[i];
    }
    show_int("whole", total(whole) == expected);
    show_double("small", total(small));
  }
}
