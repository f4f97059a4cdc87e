// LIFT: 5
// FLAGS: -fno-strict-aliasing
// Two and three pointers that may or may not overlap when the loop runs: all offsets around the edge.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { SIZE = 700 };
static _Alignas(16) int32_t pool[SIZE];
static double reals[SIZE];
static uint8_t bytes[SIZE];

APART static void saxpy(double *y, const double *x, double a, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

APART static void add(int32_t *c, const int32_t *a, const int32_t *b, int n) {
  for (int i = 0; i < n; i++)
    c[i] = (int32_t)((uint32_t)a[i] * 3u + (uint32_t)b[i]);
}

APART static void copy_bytes(uint8_t *to, const uint8_t *from, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = from[i] ^ 0x55;
}

/* Different element sizes over the same memory. */
APART static void widen(int64_t *to, const int32_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (int64_t)from[i] * 5 - 1;
}

APART static void two_targets(int32_t *a, int32_t *b, const int32_t *c, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = (int32_t)((uint32_t)c[i] + 1u);
    b[i] = (int32_t)((uint32_t)c[i] * 2u);
  }
}

int main(void) {
  int base = SIZE / 2 - 50;
  for (int n = 0; n <= 100; n += 25) {
    for (int d = -n - 3; d <= n + 3; d++) {
      fill_double(reals, SIZE, 1);
      saxpy(reals + base, reals + base + d, 1.5, n);
      printf("%d %d ", n, d);
      SHOW(reals);
    }
  }
  for (int n = 1; n <= 64; n += 21)
    for (int d = -n - 2; d <= n + 2; d += 3)
      for (int e = -n - 2; e <= n + 2; e += 5) {
        fill_int(pool, SIZE, 2, 1000);
        add(pool + base, pool + base + d, pool + base + e, n);
        printf("%d %d %d ", n, d, e);
        SHOW(pool);
        two_targets(pool + base, pool + base + d, pool + base + e, n);
        SHOW(pool);
      }
  for (int d = -70; d <= 70; d++) {
    fill_bytes(bytes, SIZE, 3);
    copy_bytes(bytes + base, bytes + base + d, 64);
    SHOW(bytes);
  }
  for (int d = -140; d <= 140; d += 2) {
    fill_int(pool, SIZE, 4, 1000000);
    /* Aligned for 8 bytes whatever d is; memory of the pool is read as ints and written as long ints on purpose, which
       malloc'd memory would allow and which -fno-strict-aliasing makes regular here. */
    widen((int64_t *)(void *)(pool + 300), pool + 300 + d, 60);
    SHOW(pool);
  }
  return 0;
}
