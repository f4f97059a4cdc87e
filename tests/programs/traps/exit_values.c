// Values that one loop leaves are used by the next.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) long f(int *restrict a, int *restrict b, long lo, long hi, long m) {
  long i = 0, q = 0;
  for (long x = lo; x < hi; x += 7) {
    a[x] = x * 3;
    i++;
    q += 3;
  }
  for (long j = 0; j < m; j++)
    b[j + q] = j;
  return q;
}
__attribute__((noinline)) long g(int *restrict a, int *restrict b, long lo, long hi, long m) {
  int q = 0;
  int i = 0;
  for (long x = lo; x < hi; x += 7) {
    a[x] = x * 3 + i;
    i++;
    q += 3;
  }
  for (long j = 0; j < m; j++)
    b[j + q] = j;
  return q;
}
__attribute__((noinline)) long h(int *restrict a, int *restrict b, char *s, long m) {
  long q = 0;
  while (*s) {
    s++;
    q += 3;
  }
  for (long j = 0; j < m; j++)
    b[j + q] = j;
  return q;
}
int main() {
  int *a = calloc(4, 100000), *b = calloc(4, 100000);
  printf("%ld\n", f(a, b, 3, 70000, 20000));
  printf("%ld\n", g(a, b, 3, 70000, 20000));
  printf("%ld\n", h(a, b, "hello", 20000));
  unsigned z = 0;
  for (int i = 0; i < 100000; i++)
    z = z * 31 + a[i] + b[i];
  printf("%u\n", z);
}
