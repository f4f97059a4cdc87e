// The C library declares const what differs between threads: pthread_self() and the address of errno.
// LIBS: -pthread
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void f(pthread_t *restrict p, const int *restrict c, long n) {
  for (long i = 0; i < n; i++)
    if (c[i])
      p[i] = pthread_self();
}
__attribute__((noinline)) void g(int *restrict p, const int *restrict c, long n) {
  for (long i = 0; i < n; i++)
    if (c[i])
      p[i] = errno;
}
int main() {
  long n = 1 << 20;
  pthread_t *p = calloc(8, n);
  int *q = calloc(4, n), *c = malloc(4 * n);
  for (long i = 0; i < n; i++)
    c[i] = i % 3;
  f(p, c, n);
  long bad = 0, bad2 = 0;
  for (long i = 0; i < n; i++)
    bad += c[i] && p[i] != pthread_self();
  errno = 77;
  g(q, c, n);
  for (long i = 0; i < n; i++)
    bad2 += c[i] && q[i] != 77;
  printf("%ld %ld\n", bad, bad2);
}
