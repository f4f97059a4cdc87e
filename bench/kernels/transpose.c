/* Out-of-place transposition.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 5000
#include "kernel.h"

static double *a, *t;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * (size_t)n * n);
    t = get(sizeof *t * (size_t)n * n);
  }
  fill(a, (size_t)n * n, 1);
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      t[j * n + i] = a[i * n + j];
}

static uint64_t result(int n) {
  return hash_bytes(t, sizeof *t * n * n);
}
