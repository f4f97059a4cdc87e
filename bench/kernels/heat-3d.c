/* Heat equation in three dimensions, on arrays of variable length.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 120
#include "kernel.h"

static double *a, *b;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * (size_t)n * n * n);
    b = get(sizeof *b * (size_t)n * n * n);
  }
  fill(a, (size_t)n * n * n, 1);
  fill(b, (size_t)n * n * n, 2);
}

static void step(int n, double to[n][n][n], double from[n][n][n]) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        to[i][j][k] = 0.125 * (from[i + 1][j][k] - 2.0 * from[i][j][k] + from[i - 1][j][k]) +
                      0.125 * (from[i][j + 1][k] - 2.0 * from[i][j][k] + from[i][j - 1][k]) +
                      0.125 * (from[i][j][k + 1] - 2.0 * from[i][j][k] + from[i][j][k - 1]) + from[i][j][k];
}

static void kernel(int n) {
  for (int t = 0; t < 30; t++) {
    step(n, (double(*)[n][n])b, (double(*)[n][n])a);
    step(n, (double(*)[n][n])a, (double(*)[n][n])b);
  }
}

static uint64_t result(int n) {
  return hash_bytes(a, sizeof *a * n * n * n);
}
