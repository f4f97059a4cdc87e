/* Product of two square matrices.
 *
 *   matmul [size]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void multiply(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1200;

  double *a = malloc(sizeof *a * n * n);
  double *b = malloc(sizeof *b * n * n);
  double *c = malloc(sizeof *c * n * n);
  if (!a || !b || !c)
    return 1;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] = (double)(i * 7 + j * 3 + 1) / n;
      b[i * n + j] = (double)(i - j) / (n + 1);
    }

  multiply(n, a, b, c);

  uint64_t bits = 0;
  for (int i = 0; i < n * n; i++) {
    uint64_t word;
    memcpy(&word, &c[i], sizeof word);
    bits += word * (uint64_t)(i + 1);
  }
  printf("matmul %dx%d: corner %.17g, checksum %016llx\n", n, n, c[n * n - 1], (unsigned long long)bits);
  free(a);
  free(b);
  free(c);
  return 0;
}
