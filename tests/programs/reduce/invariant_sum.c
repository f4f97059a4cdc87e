// A sum of an invariant in an inner loop reads like an induction variable.
// LIFT: 1
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>
static double a[2000];
__attribute__((noinline)) static uint32_t f(double *p, long n, unsigned m, unsigned w) {
  uint32_t acc = 100;
  for (unsigned i = 0; i < (unsigned)n; i++)
    for (uint8_t j = 0; j != (uint8_t)m; j++) {
      p[(long)j - 3 * (long)i] *= (double)(int)j;
      acc += w;
    }
  return acc;
}
int main(void) {
  volatile long n = 200;
  volatile unsigned m = 3, w = 12;
  printf("%u (7300)\n", f(a + 1000, n, m, w));
  return 0;
}
