/* Counting bytes: two iterations may meet in one counter, so it stays serial as written.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 40000000
#include "kernel.h"

static unsigned char *data;
static unsigned counts[256];

static void setup(int n) {
  if (!data)
    data = get(n);
  unsigned x = 1;
  for (int i = 0; i < n; i++) {
    x = x * 1664525u + 1013904223u;
    data[i] = (unsigned char)(x >> 24);
  }
  memset(counts, 0, sizeof counts);
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : counts)
#endif
  for (int i = 0; i < n; i++)
    counts[data[i]]++;
}

static uint64_t result(int n) {
  (void)n;
  return hash_bytes(counts, sizeof counts);
}
