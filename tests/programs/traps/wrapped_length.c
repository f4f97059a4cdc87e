// The length of a fill is a product that wraps around; the fills overlap.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) void f(char *a, int *b, unsigned long n, unsigned long m, long cnt, long pitch) {
  for (long i = 0; i < cnt; i++) {
    memset(a + i * pitch, b[i], n * m);
  }
}
int main(int argc, char **argv) {
  long cnt = 4000;
  char *a = calloc(1, 200000 + 196608);
  int *b = malloc(4 * cnt);
  for (int i = 0; i < cnt; i++)
    b[i] = i;
  f(a, b, -65536ul * argc, (1ul << 48) - 1, cnt, 1); // 64 KiB each, overlapping
  unsigned h = 0;
  for (int i = 0; i < 200000; i++)
    h = h * 31 + a[i];
  printf("%u\n", h);
}
