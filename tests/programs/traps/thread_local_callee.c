// A callee without side effects that yields the address of a thread-local variable.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
static __thread int tls = 1;
__attribute__((noinline)) static int *slot(void) { return &tls; }
__attribute__((noinline)) void f(int **restrict p, long n) {
  for (long i = 0; i < n; i++)
    p[i] = slot();
}
__attribute__((noinline)) void g(int *restrict p, long n) {
  for (long i = 0; i < n; i++)
    if (p[i] & 1)
      p[i] = *slot();
}
int main() {
  long n = 1 << 20;
  int **p = malloc(8 * n);
  int *q = malloc(4 * n);
  tls = 5;
  f(p, n);
  long bad = 0;
  for (long i = 0; i < n; i++)
    bad += p[i] != &tls;
  for (long i = 0; i < n; i++)
    q[i] = i;
  g(q, n);
  long bad2 = 0;
  for (long i = 0; i < n; i++)
    bad2 += q[i] != ((i & 1) ? 5 : i);
  printf("%ld %ld\n", bad, bad2);
}
