// Locals of an iteration that are too large for a worker's stack: their storage is not alive around the loop.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
void sink(void *p, long n);
__attribute__((noinline)) long f(int *restrict b, const int *restrict x, long n) {
  long r = 0;
  for (long i = 0; i < n; i++) {
    int t[80000];
    for (long j = 0; j < 8; j++)
      t[8 * i + j] = x[i] + j;
    int s = 0;
    for (long j = 0; j < 8; j++)
      s = s * 3 + t[8 * i + j];
    b[i] = s;
  }
  for (long i = 0; i < n; i++) {
    int u[80000];
    for (long j = 0; j < 8; j++)
      u[8 * i + j] = x[i] + 3 * j;
    int s = 0;
    for (long j = 0; j < 8; j++)
      s = s * 3 + u[8 * i + j];
    b[i] += s;
  }
  return r;
}
int main(int argc, char **argv) {
  long n = 9000;
  int *x = malloc(4 * n), *b = malloc(4 * n);
  for (int i = 0; i < n; i++)
    x[i] = i * 77;
  f(b, x, n);
  unsigned h = 0;
  for (int i = 0; i < n; i++)
    h = h * 31 + b[i];
  printf("%u\n", h);
}
