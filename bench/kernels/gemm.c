/* General matrix product C = beta·C + alpha·A·B, row by row.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 900
#include "kernel.h"

static double *a, *b, *c;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * (size_t)n * n);
    b = get(sizeof *b * (size_t)n * n);
    c = get(sizeof *c * (size_t)n * n);
  }
  fill(a, (size_t)n * n, 1);
  fill(b, (size_t)n * n, 2);
  fill(c, (size_t)n * n, 3);
}

static void kernel(int n) {
  double alpha = 1.5, beta = 1.2;
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
  }
}

static uint64_t result(int n) {
  return hash_bytes(c, sizeof *c * n * n);
}
