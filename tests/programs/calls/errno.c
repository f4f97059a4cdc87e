// LIBS: -lm
// Loops that use errno: what functions of the mathematical library leave there, and what they assign to it themselves.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"
#include <errno.h>
#include <math.h>

enum { N = 5000 };
static double x[N], y[N];
static unsigned a[N], b[N];

APART static void seen(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    errno = 0;
    y[i] = log(x[i]);
    b[i] = (unsigned)errno;
  }
}

APART static void left(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    errno = (int)(a[i] & 7);
    b[i] = errno == 3;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i % 7 ? i : -1.0;
    a[i] = (unsigned)i;
  }
  seen(N);
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum += b[i];
  printf("%u\n", sum);
  for (unsigned last = 0; last < 3; last++) {
    a[N - 1] = last;
    errno = 5;
    left(N);
    printf("%d\n", errno);
  }
  return 0;
}
