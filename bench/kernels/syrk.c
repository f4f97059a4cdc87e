/* Symmetric rank-k update of a lower triangle.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 900
#include "kernel.h"

static double *a, *c;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * (size_t)n * n);
    c = get(sizeof *c * (size_t)n * n);
  }
  fill(a, (size_t)n * n, 1);
  fill(c, (size_t)n * n, 2);
}

static void kernel(int n) {
  double alpha = 1.5, beta = 1.2;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 8)
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      c[i * n + j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j <= i; j++)
        c[i * n + j] += alpha * a[i * n + k] * a[j * n + k];
  }
}

static uint64_t result(int n) {
  return hash_bytes(c, sizeof *c * n * n);
}
