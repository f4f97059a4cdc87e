/* The triad of the stream benchmark, on global arrays.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 20000000
#include "kernel.h"

enum { MOST = 24000000 };
static double a[MOST], b[MOST], c[MOST];

static void setup(int n) {
  if (n > MOST)
    exit(2);
  fill(b, n, 1);
  fill(c, n, 2);
  memset(a, 0, sizeof *a * n);
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 3.0 * c[i];
}

static uint64_t result(int n) {
  return hash_bytes(a, sizeof *a * n);
}
