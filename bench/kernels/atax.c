/* y = Aᵀ·(A·x).
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 6000
#include "kernel.h"

static double *a, *x, *y, *t;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * n * n);
    x = get(sizeof *x * n);
    y = get(sizeof *y * n);
    t = get(sizeof *t * n);
  }
  fill(a, (size_t)n * n, 1);
  fill(x, n, 2);
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    t[i] = s;
  }
  for (int j = 0; j < n; j++)
    y[j] = 0;
  /* The sums run along the rows; by hand each thread takes a band of columns, which keeps the order of every sum. */
#ifdef _OPENMP
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp for nowait schedule(static)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * t[i];
  }
#else
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * t[i];
#endif
}

static uint64_t result(int n) {
  return hash_bytes(y, sizeof *y * n);
}
