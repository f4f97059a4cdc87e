// LIFT: 3
// FLAGS: -ffast-math
// LIBS: -lm
// COMPARE: self
// Floating-point sums that may be reassociated: the value may differ from the plain loop's, but not from one number
// of threads or one mode to another.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <math.h>

enum { N = 5000 };
static double a[N], b[N];
static float f[N], g[N];
static double m[60][60];

APART static double sum(int n) {
  double s = 0.5;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

APART static float dot(int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += f[i] * g[i];
  return s;
}

APART static double product(int n) {
  double p = 1;
  for (int i = 0; i < n; i++)
    p *= 1.0 + a[i] * 1e-6;
  return p;
}

APART static double norm(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > b[i])
      s += sqrt(fabs(a[i] * b[i]));
  return s;
}

APART static double whole(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += m[i][j] * (i + 1);
  return s;
}

APART static void two_sums(int n, double *x, double *y) {
  double s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    t -= b[i];
    b[i] = a[i] * 0.5;
  }
  *x = s;
  *y = t;
}

int main(void) {
  for (int n = 0; n <= N; n += 1250) {
    fill_double(a, N, 1);
    fill_double(b, N, 2);
    fill_float(f, N, 3);
    fill_float(g, N, 4);
    fill_double(&m[0][0], 3600, 5);
    double x, y;
    show_double("sum", sum(n));
    show_double("dot", dot(n));
    show_double("product", product(n));
    show_double("norm", norm(n));
    show_double("whole", whole(n % 61));
    two_sums(n, &x, &y);
    show_double("x", x);
    show_double("y", y);
    SHOW(b);
  }
  for (int n = 1; n < 40; n++) {
    show_double("sum", sum(n));
    show_double("dot", dot(n));
  }
  return 0;
}
