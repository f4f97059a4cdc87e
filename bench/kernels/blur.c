/* Box blur of a picture of bytes, radius three.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 6000
#include "kernel.h"

static unsigned char *in, *out;

static void setup(int n) {
  if (!in) {
    in = get((size_t)n * n);
    out = get((size_t)n * n);
  }
  unsigned x = 1;
  for (int i = 0; i < n * n; i++) {
    x = x * 1664525u + 1013904223u;
    in[i] = (unsigned char)(x >> 24);
  }
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int y = 3; y < n - 3; y++)
    for (int x = 3; x < n - 3; x++) {
      unsigned s = 0;
      for (int v = -3; v <= 3; v++)
        for (int u = -3; u <= 3; u++)
          s += in[(y + v) * n + x + u];
      out[y * n + x] = (unsigned char)(s / 49);
    }
}

static uint64_t result(int n) {
  return hash_bytes(out, (size_t)n * n);
}
