/* Gauss-Seidel stencil: every point needs its neighbours of this very step, so it stays serial.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 700
#include "kernel.h"

static double *a;

static void setup(int n) {
  if (!a)
    a = get(sizeof *a * n * n);
  fill(a, (size_t)n * n, 1);
}

static void kernel(int n) {
  for (int t = 0; t < 60; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i * n + j] = (a[(i - 1) * n + j - 1] + a[(i - 1) * n + j] + a[(i - 1) * n + j + 1] + a[i * n + j - 1] +
                        a[i * n + j] + a[i * n + j + 1] + a[(i + 1) * n + j - 1] + a[(i + 1) * n + j] +
                        a[(i + 1) * n + j + 1]) / 9.0;
}

static uint64_t result(int n) {
  return hash_bytes(a, sizeof *a * n * n);
}
