/* Product of a sparse matrix (compressed rows, about eleven entries each) with a vector.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 1000000
#include "kernel.h"

static int *start, *column;
static double *value, *x, *y;

static void setup(int n) {
  if (!start) {
    start = get(sizeof *start * (n + 1));
    column = get(sizeof *column * n * 16);
    value = get(sizeof *value * n * 16);
    x = get(sizeof *x * n);
    y = get(sizeof *y * n);
  }
  start[0] = 0;
  for (int i = 0; i < n; i++)
    start[i + 1] = start[i] + 7 + i % 9;
  fill_int(column, start[n], 1, n);
  fill(value, start[n], 2);
  fill(x, n, 3);
}

static void kernel(int n) {
  for (int r = 0; r < 3; r++)
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int k = start[i]; k < start[i + 1]; k++)
        s += value[k] * x[column[k]];
      y[i] = s;
    }
}

static uint64_t result(int n) {
  return hash_bytes(y, sizeof *y * n);
}
