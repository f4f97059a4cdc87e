// LIFT: 4
// Loops whose bodies call the program's own functions, several levels deep, with results through pointers and structs.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 400 };
static unsigned a[N], b[N], c[N];
static unsigned table[32];
static int deepest;

static unsigned leaf(unsigned x) { return x * 2654435761u ^ x >> 15; }
static unsigned twice(unsigned x) { return leaf(leaf(x) + 1); }
static unsigned deep(unsigned x, int level) { return level == 0 ? twice(x) : deep(x + 1, level - 1) + leaf(x); }

/* Large and called from several places, so that it may stay a call. */
APART static unsigned stays(unsigned x) {
  unsigned h = x;
  for (int i = 0; i < 12; i++) {
    h ^= h << 13;
    h ^= h >> 17;
    h ^= h << 5;
    h += table[h & 31];
  }
  return h;
}

APART static void store_at(unsigned *p, unsigned v) { *p = v * 3; }

/* Writes one element beyond the one it is given. */
APART static void store_two(unsigned *p, unsigned v) {
  p[0] = v;
  p[1] = v + 1;
}

APART static unsigned sum_of(const unsigned *p, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

struct pair {
  unsigned lo, hi;
};

static struct pair split(unsigned x) { return (struct pair){x & 0xFFFF, x >> 16}; }

static void swap(unsigned *x, unsigned *y) {
  unsigned t = *x;
  *x = *y;
  *y = t;
}

/* Remembers something in a global: a loop that calls it is not parallel. */
APART static unsigned remembers(unsigned x) {
  if ((int)(x & 63) > deepest)
    deepest = (int)(x & 63);
  return x + (unsigned)deepest;
}

APART static void level_one(int n) {
  for (int i = 0; i < n; i++)
    b[i] = twice(a[i]);
}

APART static void recursive(int n) {
  for (int i = 0; i < n; i++)
    b[i] += deep(a[i], i % 6);
}

APART static void call_stays(int n) {
  for (int i = 0; i < n; i++)
    b[i] = stays(a[i]) + stays(b[i]);
}

APART static void by_pointer(int n) {
  for (int i = 0; i < n; i++)
    store_at(&c[i], a[i]);
}

APART static void by_pointer_two(int n) {
  for (int i = 0; i + 1 < n; i++) // NO-LIFT
    store_two(&c[i], a[i]);
}

APART static void by_pointer_pairs(int n) {
  for (int i = 0; i < n / 2; i++)
    store_two(&c[2 * i], a[i]);
}

APART static void by_value(int n) {
  for (int i = 0; i < n; i++) {
    struct pair p = split(a[i]);
    c[i] = p.hi * 7 - p.lo;
  }
}

APART static void swapping(int n) {
  for (int i = 0; i < n; i++)
    swap(&a[i], &b[i]);
}

APART static void windows(int n) {
  for (int i = 0; i + 8 <= n; i++)
    c[i] = sum_of(a + i, 8);
}

/* The window overlaps what the loop writes. */
APART static void windows_in_place(int n) {
  for (int i = 0; i + 8 <= n; i++) // NO-LIFT
    a[i + 4] = sum_of(a + i, 8);
}

APART static void calls_memory(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    c[i] = remembers(a[i]);
}

int main(void) {
  fill_bytes(table, sizeof table, 5);
  for (int n = 0; n <= N; n += 100) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    level_one(n), SHOW(b);
    recursive(n), SHOW(b);
    call_stays(n), SHOW(b);
    by_pointer(n), SHOW(c);
    by_pointer_two(n), SHOW(c);
    by_pointer_pairs(n), SHOW(c);
    by_value(n), SHOW(c);
    swapping(n), SHOW(a), SHOW(b);
    windows(n), SHOW(c);
    windows_in_place(n), SHOW(a);
    calls_memory(n), SHOW(c);
  }
  return 0;
}
