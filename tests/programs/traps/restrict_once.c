// Promises that hold for one call only: a helper with restrict parameters, inlined into a loop in which the next
// iteration's arguments overlap this one's.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 600 };
static unsigned a[N];
static float f[N], g[N];

static inline void step(unsigned *restrict p, const unsigned *restrict q) { *p = *q * 3 + 1; }

static inline void pair(unsigned *restrict p, unsigned *restrict q) {
  *p += 5;
  *q ^= *p;
}

static inline void block(float *restrict to, const float *restrict from, int n) {
  for (int k = 0; k < n; k++)
    to[k] = from[k] * 0.5f + 1.0f;
}

static inline void swap_in(unsigned *restrict p, unsigned *restrict q) {
  unsigned t = *p;
  *p = *q;
  *q = t;
}

APART static void previous(unsigned *p, int n) {
  for (int i = 1; i < n; i++) // NO-LIFT
    step(p + i, p + i - 1);
}

APART static void next(unsigned *p, int n) {
  for (int i = 0; i + 1 < n; i++) // NO-LIFT
    step(p + i, p + i + 1);
}

APART static void neighbours(unsigned *p, int n) {
  for (int i = 0; i + 1 < n; i++) // NO-LIFT
    pair(p + i, p + i + 1);
}

APART static void rows(float *p, int n, int m) {
  for (int i = 1; i < n; i++) // NO-LIFT
    block(p + i * m, p + (i - 1) * m, m);
}

APART static void sliding(float *p, int n) {
  for (int i = 0; i + 16 < n; i++) // NO-LIFT
    block(p + i + 8, p + i, 8);
}

APART static void bubble_pass(unsigned *p, int n) {
  for (int i = 0; i + 1 < n; i++) // NO-LIFT
    swap_in(p + i, p + i + 1);
}

/* A restrict pointer declared in the body: its promise ends with the iteration. */
APART static void local_promise(unsigned *p, int n) {
  for (int i = 1; i < n; i++) { // NO-LIFT
    unsigned *restrict to = p + i;
    const unsigned *restrict from = p + i - 1;
    *to = *from ^ (unsigned)i;
  }
}

/* Here the promise covers the whole loop and may be relied on. */
APART static void honest(float *restrict to, const float *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 3.0f - 1.0f;
}

int main(void) {
  for (int n = 100; n <= N; n += 250) {
    fill_bytes(a, sizeof a, 1);
    fill_float(f, N, 2);
    previous(a, n), SHOW(a);
    fill_bytes(a, sizeof a, 3);
    next(a, n), SHOW(a);
    neighbours(a, n), SHOW(a);
    rows(f, 10, n / 12), SHOW(f);
    sliding(f, n), SHOW(f);
    bubble_pass(a, n), SHOW(a);
    local_promise(a, n), SHOW(a);
    honest(g, f, n), SHOW(g);
  }
  return 0;
}
