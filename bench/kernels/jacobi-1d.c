/* Three-point stencil, back and forth between two arrays.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 2000000
#include "kernel.h"

static double *a, *b;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * n);
    b = get(sizeof *b * n);
  }
  fill(a, n, 1);
  fill(b, n, 2);
}

static void kernel(int n) {
  for (int t = 0; t < 60; t++) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 1; i < n - 1; i++)
      a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
  }
}

static uint64_t result(int n) {
  return hash_bytes(a, sizeof *a * n);
}
