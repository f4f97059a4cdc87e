// The number of iterations is a product that wraps around.
// FLAGS: -fwrapv
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void f(int *a, int *b, unsigned long n, unsigned long m) {
  long t = (long)(n * m);
  for (long j = 0; j < t; j++)
    a[j + 1] = b[j] + 1;
}
int main(int argc, char **argv) {
  int *a = calloc(4, 196608 + 10);
  f(a, a, -65536ul * argc, (1ul << 48) - 3);
  printf("%d %d\n", a[1000], a[160000]);
}
