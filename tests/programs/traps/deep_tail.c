// Tail calls behind a loop stay jumps: a frame for each of millions of calls would overflow the stack.
// NO-DEVICE: millions of runs
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
static int buf[64];
__attribute__((noinline)) long walk(long depth, int *a, int n, long acc) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 3 + (int)depth;
  if (depth == 0)
    return acc;
  return walk(depth - 1, a, n, acc + a[depth & 3]);
}
int main(int argc, char **argv) { printf("%ld\n", walk(3000000, buf, argc * 8, 0)); }
