/* Two products of a matrix with vectors, one with the transposed matrix.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 6000
#include "kernel.h"

static double *a, *x, *y, *u, *v;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * n * n);
    x = get(sizeof *x * n);
    y = get(sizeof *y * n);
    u = get(sizeof *u * n);
    v = get(sizeof *v * n);
  }
  fill(a, (size_t)n * n, 1);
  fill(x, n, 2);
  fill(y, n, 3);
  fill(u, n, 4);
  fill(v, n, 5);
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] += a[i * n + j] * u[j];
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[j * n + i] * v[j];
}

static uint64_t result(int n) {
  return hash_bytes(x, sizeof *x * n) ^ hash_bytes(y, sizeof *y * n) * 3;
}
