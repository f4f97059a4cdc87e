// LIBS: -lm
// LIFT: 2
// Calls into the mathematics library.
// SKIP: cuda, math functions differ in the last bits
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <math.h>

enum { N = 500 };
static double a[N], b[N];
static float f[N];

APART static void waves(int n) {
  for (int i = 0; i < n; i++)
    b[i] = sin(a[i]) * cos(a[i] * 0.5) + exp(-fabs(a[i]));
}

APART static void powers(int n) {
  for (int i = 0; i < n; i++)
    b[i] = pow(fabs(a[i]) + 0.5, 1.0 / (i + 1)) + log(fabs(a[i]) + 1.0) + atan2(a[i], i + 1.0) + tanh(a[i]);
}

APART static void floats(int n) {
  for (int i = 0; i < n; i++)
    f[i] = sinf(f[i]) + expf(f[i] * 0.01f) + sqrtf(fabsf(f[i])) + hypotf(f[i], 2.0f);
}

/* Results through pointers. */
APART static void parts(int n) {
  for (int i = 0; i < n; i++) {
    int e;
    double whole;
    b[i] = frexp(a[i], &e) + modf(a[i], &whole);
    b[i] += e + whole;
  }
}

/* lgamma writes a global. */
APART static double gammas(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    s += lgamma(a[i] + 0.3);
  return s;
}

int main(void) {
  for (int n = 0; n <= N; n += 125) {
    fill_double(a, N, 1);
    fill_float(f, N, 2);
    waves(n), SHOW(b);
    powers(n), SHOW(b);
    floats(n), SHOW(f);
    parts(n), SHOW(b);
    show_double("gammas", gammas(n));
  }
  return 0;
}
