// A step of a sum between two loops is taken once per row, not once per part of a row.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) unsigned f(unsigned *a, int n, int m) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      s += a[(long)i * m + j];
    s += i;
  }
  return s;
}
__attribute__((noinline)) unsigned g(unsigned *a, int n, int m) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) {
    s += 7;
    for (int j = 0; j < m; j++)
      s += a[(long)i * m + j];
  }
  return s;
}
int main() {
  int n = 7, m = 1000;
  unsigned *a = malloc(4l * n * m);
  for (int i = 0; i < n * m; i++)
    a[i] = i * 2654435761u;
  printf("%u %u\n", f(a, n, m), g(a, n, m));
}
