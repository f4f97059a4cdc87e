/* y += a·x.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 30000000
#include "kernel.h"

static float *x, *y;

static void setup(int n) {
  if (!x) {
    x = get(sizeof *x * n);
    y = get(sizeof *y * n);
  }
  fill_float(x, n, 1);
  fill_float(y, n, 2);
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    y[i] += 2.5f * x[i];
}

static uint64_t result(int n) {
  return hash_bytes(y, sizeof *y * n);
}
