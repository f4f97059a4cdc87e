/* Rank-two update and two products of a matrix with vectors.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 5000
#include "kernel.h"

static double *a, *u1, *v1, *u2, *v2, *x, *y, *z, *w;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * n * n);
    u1 = get(sizeof *u1 * n);
    v1 = get(sizeof *v1 * n);
    u2 = get(sizeof *u2 * n);
    v2 = get(sizeof *v2 * n);
    x = get(sizeof *x * n);
    y = get(sizeof *y * n);
    z = get(sizeof *z * n);
    w = get(sizeof *w * n);
  }
  fill(a, (size_t)n * n, 1);
  fill(u1, n, 2);
  fill(v1, n, 3);
  fill(u2, n, 4);
  fill(v2, n, 5);
  fill(y, n, 6);
  fill(z, n, 7);
  memset(x, 0, sizeof *x * n);
  memset(w, 0, sizeof *w * n);
}

static void kernel(int n) {
  double alpha = 1.5, beta = 1.2;
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] += beta * a[j * n + i] * y[j];
  for (int i = 0; i < n; i++)
    x[i] += z[i];
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      w[i] += alpha * a[i * n + j] * x[j];
}

static uint64_t result(int n) {
  return hash_bytes(w, sizeof *w * n);
}
