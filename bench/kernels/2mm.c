/* Two matrix products in a row: D = alpha·A·B·C + beta·D.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 640
#include "kernel.h"

static double *a, *b, *c, *d, *t;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * (size_t)n * n);
    b = get(sizeof *b * (size_t)n * n);
    c = get(sizeof *c * (size_t)n * n);
    d = get(sizeof *d * (size_t)n * n);
    t = get(sizeof *t * (size_t)n * n);
  }
  fill(a, (size_t)n * n, 1);
  fill(b, (size_t)n * n, 2);
  fill(c, (size_t)n * n, 3);
  fill(d, (size_t)n * n, 4);
}

static void kernel(int n) {
  double alpha = 1.5, beta = 1.2;
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      t[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        t[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
    }
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d[i * n + j] *= beta;
      for (int k = 0; k < n; k++)
        d[i * n + j] += t[i * n + k] * c[k * n + j];
    }
}

static uint64_t result(int n) {
  return hash_bytes(d, sizeof *d * n * n);
}
