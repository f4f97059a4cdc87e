// LIFT: 2
// LIBS: -lm
// Minimum and maximum of floating-point numbers with zeros of both signs, infinities and NaNs; and float sums, which
// must keep their order.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <math.h>

enum { N = 800 };
static double a[N];
static float f[N];

APART static double smallest(int n, double s) {
  for (int i = 0; i < n; i++)
    if (a[i] < s)
      s = a[i];
  return s;
}

APART static double largest(int n, double s) {
  for (int i = 0; i < n; i++)
    s = a[i] > s ? a[i] : s;
  return s;
}

/* With the operands the other way round a NaN in the array replaces the value. */
APART static double largest_other_way(int n, double s) {
  for (int i = 0; i < n; i++)
    s = s > a[i] ? s : a[i];
  return s;
}

APART static double smallest_or_equal(int n, double s) {
  for (int i = 0; i < n; i++)
    if (a[i] <= s)
      s = a[i];
  return s;
}

APART static float by_fmin(int n, float s) {
  for (int i = 0; i < n; i++)
    s = fminf(s, f[i]);
  return s;
}

APART static double largest_magnitude(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (fabs(a[i]) > s)
      s = fabs(a[i]);
  return s;
}

APART static double sum(int n, double s) {
  for (int i = 0; i < n; i++) // NO-LIFT
    s += a[i];
  return s;
}

APART static float dot(int n) {
  float s = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    s += f[i] * f[i];
  return s;
}

APART static double product(int n) {
  double s = 1;
  for (int i = 0; i < n; i++) // NO-LIFT
    s *= 1.0 + a[i] * 1e-9;
  return s;
}

APART static double counted(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (a[i] > 0)
      s += 0.1;
  return s;
}

/* Any NaN prints the same: its sign and payload are not part of the result. */
static void show_value(const char *what, double v) {
  if (isnan(v))
    printf("%s nan\n", what);
  else
    show_double(what, v);
}

int main(void) {
  for (int round = 0; round < 6; round++)
    for (int n = 0; n <= N; n += 200) {
      fill_double(a, N, 1 + round);
      fill_float(f, N, 2 + round);
      if (round & 1)
        for (int i = 0; i < N; i++) {
          a[i] = i % 3 ? 0.0 : -0.0;
          f[i] = i % 5 ? -0.0f : 0.0f;
        }
      show_value("sum", sum(n, 0.25));
      show_value("dot", dot(n));
      show_value("product", product(n));
      show_value("counted", counted(n));
      if (round & 2)
        for (int i = round; i < N; i += 97) {
          a[i] = i & 1 ? NAN : INFINITY;
          f[i] = i & 1 ? NAN : -INFINITY;
        }
      double starts[] = {0.0, -0.0, 1e300, -1e300, INFINITY, -INFINITY, NAN};
      for (int k = 0; k < 7; k++) {
        show_value("smallest", smallest(n, starts[k]));
        show_value("largest", largest(n, starts[k]));
        show_value("other way", largest_other_way(n, starts[k]));
        show_value("or equal", smallest_or_equal(n, starts[k]));
        if (!(round & 2)) /* fmin is free in the sign of zero, so only where it does not matter below. */
          show_value("fmin", by_fmin(n, (float)starts[k]) + 1.0f);
      }
      show_value("magnitude", largest_magnitude(n));
    }
  return 0;
}
