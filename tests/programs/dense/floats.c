// LIFT: 6
// Floating-point bodies that must round exactly as the plain loop does, special values included.
// LIBS: -lm
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <float.h>
#include <math.h>

enum { N = 640 };
static double a[N], b[N], c[N];
static float f[N], g[N], h[N];

APART static void arithmetic(int n) {
  for (int i = 0; i < n; i++)
    c[i] = (a[i] + b[i]) * (a[i] - b[i]) / (b[i] * b[i] + 1.0);
}

APART static void contracted(int n) {
  for (int i = 0; i < n; i++)
    h[i] = f[i] * g[i] + f[(i + 1) % N] * 3.0f - g[i];
}

APART static void roots(int n) {
  for (int i = 0; i < n; i++) {
    c[i] = sqrt(fabs(a[i])) + fma(a[i], b[i], -a[i]);
    h[i] = sqrtf(fabsf(f[i])) - g[i];
  }
}

APART static void rounding(int n) {
  for (int i = 0; i < n; i++)
    c[i] = floor(a[i]) + ceil(b[i]) + trunc(a[i] * 0.5) + fmin(a[i], b[i]) - fmax(a[i], b[i]) + copysign(0.5, b[i]);
}

APART static void special(int n) {
  for (int i = 0; i < n; i++) {
    double x = i % 5 == 0 ? INFINITY : i % 5 == 1 ? -0.0 : i % 5 == 2 ? DBL_MIN / 3 : i % 5 == 3 ? DBL_MAX : a[i];
    c[i] = x * 0.5 + (x < b[i] ? 1e-300 : -0.0);
    f[i] = (float)x * 2.0f;
  }
}

APART static void polynomial(int n, int terms) {
  for (int i = 0; i < n; i++) {
    double p = 0;
    for (int k = terms; k > 0; k--)
      p = p * a[i] * 1e-2 + k;
    c[i] = p;
  }
}

APART static void float_to_double(int n) {
  for (int i = 0; i < n; i++)
    c[i] = (double)f[i] * g[i] + (double)(f[i] * g[i]);
}

APART static void classify(int n) {
  for (int i = 0; i < n; i++)
    c[i] = isnan(a[i]) ? 1.0 : isinf(b[i]) ? 2.0 : signbit(a[i]) ? 3.0 : 4.0;
}

/* A floating-point induction variable is a chain of roundings. */
APART static void float_counter(int n) {
  double x = 0.1;
  for (int i = 0; i < n; i++) { // NO-LIFT
    c[i] = x;
    x += 0.1;
  }
}

int main(void) {
  for (int n = 0; n <= N; n += N / 4) {
    fill_double(a, N, 1);
    fill_double(b, N, 2);
    fill_float(f, N, 3);
    fill_float(g, N, 4);
    arithmetic(n), SHOW(c);
    contracted(n), SHOW(h);
    roots(n), SHOW(c), SHOW(h);
    rounding(n), SHOW(c);
    special(n), SHOW(c), SHOW(f);
    fill_float(f, N, 3);
    polynomial(n, 9), SHOW(c);
    float_to_double(n), SHOW(c);
    classify(n), SHOW(c);
    float_counter(n), SHOW(c);
  }
  return 0;
}
