/* Product with a triangular matrix, in place: row i needs the rows below it as they were.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 900
#include "kernel.h"

static double *a, *b;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * (size_t)n * n);
    b = get(sizeof *b * (size_t)n * n);
  }
  fill(a, (size_t)n * n, 1);
  fill(b, (size_t)n * n, 2);
}

static void kernel(int n) {
  double alpha = 1.5;
  /* Rows depend on rows below, columns on nothing: by hand the columns are what is shared out. */
#ifdef _OPENMP
#pragma omp parallel
#endif
  for (int i = 0; i < n; i++) {
#ifdef _OPENMP
#pragma omp for schedule(static)
#endif
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < n; k++)
        b[i * n + j] += a[k * n + i] * b[k * n + j];
      b[i * n + j] = alpha * b[i * n + j];
    }
  }
}

static uint64_t result(int n) {
  return hash_bytes(b, sizeof *b * n * n);
}
