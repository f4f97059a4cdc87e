/* Heat spreading over a plate: Jacobi iteration with a five-point stencil.
 *
 *   heat [size [steps]]
 *
 * Each step reads one grid and writes the other, so all points of a step are independent.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void step(double *to, const double *from, int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      to[i * n + j] = 0.2 * (from[i * n + j] + from[(i - 1) * n + j] + from[(i + 1) * n + j] + from[i * n + j - 1] +
                             from[i * n + j + 1]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int steps = argc > 2 ? atoi(argv[2]) : 2500;

  double *a = calloc((size_t)n * n, sizeof *a);
  double *b = calloc((size_t)n * n, sizeof *b);
  if (!a || !b)
    return 1;

  /* A hot upper edge and a warm left edge; both grids carry the border. */
  for (int i = 0; i < n; i++) {
    a[i] = b[i] = 100.0;
    a[i * n] = b[i * n] = 25.0 + i % 50;
  }

  for (int s = 0; s < steps; s++) {
    step(b, a, n);
    double *t = a;
    a = b;
    b = t;
  }

  double warmest = 0;
  uint64_t bits = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      double v = a[i * n + j];
      uint64_t word;
      memcpy(&word, &v, sizeof word);
      bits ^= word * (uint64_t)(2 * j + 1);
      if (v > warmest)
        warmest = v;
    }
  printf("heat %dx%d, %d steps: warmest inner point %.17g, checksum %016llx\n", n, n, steps, warmest,
         (unsigned long long)bits);
  free(a);
  free(b);
  return 0;
}
