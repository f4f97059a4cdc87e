/* Scalar product of whole numbers.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 30000000
#include "kernel.h"

static int *a, *b;
static unsigned sum;

static void setup(int n) {
  if (!a) {
    a = get(sizeof *a * n);
    b = get(sizeof *b * n);
  }
  fill_int(a, n, 1, 1000);
  fill_int(b, n, 2, 1000);
}

static void kernel(int n) {
  unsigned s = 0;
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : s)
#endif
  for (int i = 0; i < n; i++)
    s += (unsigned)a[i] * (unsigned)b[i];
  sum = s;
}

static uint64_t result(int n) {
  (void)n;
  return sum;
}
