/* Cholesky factor of a symmetric matrix, in place.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 1100
#include "kernel.h"

#include <math.h>

static double *a;

static void setup(int n) {
  if (!a)
    a = get(sizeof *a * n * n);
  fill(a, (size_t)n * n, 1);
  for (int i = 0; i < n; i++)
    a[i * n + i] = n + 2.0;
}

static void kernel(int n) {
  for (int k = 0; k < n; k++) {
    a[k * n + k] = sqrt(a[k * n + k]);
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 16)
#endif
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j <= i; j++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}

static uint64_t result(int n) {
  return hash_bytes(a, sizeof *a * n * n);
}
