// LIFT: 2
// LIBS: -static
// A statically linked program.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 3000 };
static double x[N], y[N];

APART static void saxpy(double k, int n) {
  for (int i = 0; i < n; i++)
    y[i] += k * x[i];
}

APART static long count(int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    s += y[i] > x[i];
  return s;
}

int main(void) {
  fill_double(x, N, 1);
  for (int r = 0; r < 20; r++) {
    saxpy(0.5 * r, N - r);
    show_int("count", count(N));
  }
  SHOW(y);
  return 0;
}
