/* The two products of the biconjugate gradient method: s = Aᵀ·r, q = A·p.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 6000
#include "kernel.h"

static double *a, *s, *q, *p, *r;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * n * n);
    s = get(sizeof *s * n);
    q = get(sizeof *q * n);
    p = get(sizeof *p * n);
    r = get(sizeof *r * n);
  }
  fill(a, (size_t)n * n, 1);
  fill(p, n, 2);
  fill(r, n, 3);
}

static void kernel(int n) {
  for (int i = 0; i < n; i++)
    s[i] = 0;
#ifdef _OPENMP
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp for nowait schedule(static)
    for (int j = 0; j < n; j++)
      s[j] += r[i] * a[i * n + j];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    q[i] = 0;
    for (int j = 0; j < n; j++)
      q[i] += a[i * n + j] * p[j];
  }
#else
  for (int i = 0; i < n; i++) {
    q[i] = 0;
    for (int j = 0; j < n; j++) {
      s[j] += r[i] * a[i * n + j];
      q[i] += a[i * n + j] * p[j];
    }
  }
#endif
}

static uint64_t result(int n) {
  return hash_bytes(s, sizeof *s * n) ^ hash_bytes(q, sizeof *q * n) * 3;
}
