// LIFT: 4
// Trip counts of zero, one and a few, negative bounds, and bounds at the ends of their types.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <limits.h>

static unsigned a[256];
static long total;

APART static void up(int n) {
  for (int i = 0; i < n; i++)
    a[i] += 3;
}

APART static void range(long from, long to) {
  for (long i = from; i < to; i++)
    a[i & 255] += 1;
}

APART static void range_write(long from, long to, unsigned *p) {
  for (long i = from; i < to; i++)
    p[i] += 1;
}

APART static long sum(int from, int to) {
  long s = 0;
  for (int i = from; i < to; i++)
    s += i;
  return s;
}

APART static unsigned long unsigned_sum(unsigned from, unsigned to) {
  unsigned long s = 0;
  for (unsigned i = from; i < to; i++)
    s += i ^ 5u;
  return s;
}

APART static long count_down(int from, int to) {
  long s = 0;
  for (int i = from; i > to; i--)
    s ^= (long)i * 3;
  return s;
}

APART static unsigned long wide(unsigned long from, unsigned long to) {
  unsigned long s = 1;
  for (unsigned long i = from; i < to; i++)
    s += i * 3;
  return s;
}

APART static long inclusive_end(int from) {
  long s = 0;
  for (long i = from; i <= INT_MAX; i++)
    s += i & 15;
  return s;
}

APART static unsigned inner_zero(int n, int m) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      s += (unsigned)(i + j);
    s += 1;
  }
  return s;
}

int main(void) {
  for (int n = -3; n < 10; n++) {
    up((int)opaque(n));
    SHOW(a);
    for (int m = -2; m < 4; m++)
      show_int("inner", inner_zero(n, m));
  }
  up((int)opaque(INT_MIN));
  range(LONG_MAX - 20, LONG_MAX);
  range(LONG_MIN, LONG_MIN + 33);
  range(-40, 40);
  SHOW(a);
  for (int n = 0; n < 6; n++) {
    range_write(-n, n, a + 128);
    range_write(n, -n, a + 128);
    range_write(100, 100 + n, a);
  }
  SHOW(a);
  total = sum(INT_MIN, INT_MIN + 50) + sum(INT_MAX - 50, INT_MAX) + sum(INT_MAX, INT_MIN) + sum(0, 0);
  show_int("sum", total);
  show_int("unsigned", (long long)(unsigned_sum(UINT_MAX - 9, UINT_MAX) + unsigned_sum(9, 3) + unsigned_sum(0, 1)));
  show_int("down", count_down(INT_MIN + 30, INT_MIN) + count_down(5, -5) + count_down(-5, 5));
  show_int("wide", (long long)(wide(ULONG_MAX - 12, ULONG_MAX) + wide(1, 0)));
  show_int("inclusive", inclusive_end(INT_MAX - 40));
  return 0;
}
