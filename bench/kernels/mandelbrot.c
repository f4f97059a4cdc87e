/* Escape times: the work per point varies a great deal.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 1000
#include "kernel.h"

static int *steps;

static void setup(int n) {
  if (!steps)
    steps = get(sizeof *steps * n * n);
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 4)
#endif
  for (int row = 0; row < n; row++)
    for (int col = 0; col < n; col++) {
      double cx = -2.2 + 3.2 * col / n, cy = -1.2 + 2.4 * row / n, x = 0, y = 0;
      int k = 0;
      while (k < 500 && x * x + y * y <= 4.0) {
        double t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        k++;
      }
      steps[row * n + col] = k;
    }
}

static uint64_t result(int n) {
  return hash_bytes(steps, sizeof *steps * n * n);
}
