/* Matrix product with sizes and pointers in structures, as a library of matrices has it.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 500
#include "kernel.h"

struct matrix {
  int rows, columns;
  double *data;
};

static struct matrix a, b, c;

static void setup(int n) {
  size_t bytes = sizeof *a.data * (size_t)n * n;
  if (!a.data) {
    a = (struct matrix){n, n, get(bytes)};
    b = (struct matrix){n, n, get(bytes)};
    c = (struct matrix){n, n, get(bytes)};
  }
  fill(a.data, (size_t)n * n, 1);
  fill(b.data, (size_t)n * n, 2);
}

static void multiply(struct matrix *to, const struct matrix *left, const struct matrix *right) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < left->rows; i++)
    for (int j = 0; j < right->columns; j++) {
      double s = 0;
      for (int k = 0; k < left->columns; k++)
        s += left->data[i * left->columns + k] * right->data[k * right->columns + j];
      to->data[i * to->columns + j] = s;
    }
}

static void kernel(int n) {
  (void)n;
  multiply(&c, &a, &b);
}

static uint64_t result(int n) {
  return hash_bytes(c.data, sizeof *c.data * n * n);
}
