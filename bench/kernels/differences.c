/* Relative differences of neighbours, with the neighbour kept from the iteration before.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 4000000
#include "kernel.h"

static double *a, *d;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * (size_t)n);
    d = get(sizeof *d * (size_t)n);
  }
  fill(a, n, 1);
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double previous = i ? a[i - 1] : 1;
    d[i] = (a[i] - previous) / (a[i] * a[i] + previous * previous + 0.1) / (1 + a[i] * previous / 2);
  }
#else
  double previous = 1;
  for (int i = 0; i < n; i++) {
    d[i] = (a[i] - previous) / (a[i] * a[i] + previous * previous + 0.1) / (1 + a[i] * previous / 2);
    previous = a[i];
  }
#endif
}

static uint64_t result(int n) {
  return hash_bytes(d, sizeof *d * n);
}
