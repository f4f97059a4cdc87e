/* Finite differences in the time domain: electric and magnetic fields in a plane.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 1000
#include "kernel.h"

static double *ex, *ey, *hz;

static void setup(int n) {
  if (!ex) {
    ex = get(sizeof *ex * n * n);
    ey = get(sizeof *ey * n * n);
    hz = get(sizeof *hz * n * n);
  }
  fill(ex, (size_t)n * n, 1);
  fill(ey, (size_t)n * n, 2);
  fill(hz, (size_t)n * n, 3);
}

static void kernel(int n) {
  for (int t = 0; t < 60; t++) {
    for (int j = 0; j < n; j++)
      ey[j] = t;
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++)
        ey[i * n + j] -= 0.5 * (hz[i * n + j] - hz[(i - 1) * n + j]);
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
      for (int j = 1; j < n; j++)
        ex[i * n + j] -= 0.5 * (hz[i * n + j] - hz[i * n + j - 1]);
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < n - 1; j++)
        hz[i * n + j] -= 0.7 * (ex[i * n + j + 1] - ex[i * n + j] + ey[(i + 1) * n + j] - ey[i * n + j]);
  }
}

static uint64_t result(int n) {
  return hash_bytes(hz, sizeof *hz * n * n);
}
