// Trip counts that overflow, wrap, never match their bound, or are not known when the loop starts.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <limits.h>

enum { N = 1200 };
static unsigned a[N];

/* With n the largest value the test is always true; the break ends it. */
APART static unsigned inclusive(unsigned n, unsigned stop) {
  unsigned rounds = 0;
  for (unsigned i = 0; i <= n; i++) {
    if (i >= stop)
      break;
    a[i] += 3;
    rounds++;
  }
  return rounds;
}

/* Without the break and below the limit. */
APART static unsigned inclusive_plain(unsigned from, unsigned n) {
  unsigned s = 0;
  for (unsigned i = from; i <= n; i++) {
    a[i] += 5;
    s += a[i];
  }
  return s;
}

APART static void never_equal(unsigned n) {
  for (unsigned i = 0; i != n; i += 3)
    a[i] = a[i] * 3 + i;
}

APART static void pointer_not_equal(unsigned *p, unsigned *end) {
  for (; p != end; p += 2)
    *p = *p * 3 + 1;
}

/* Not a multiple: runs through zero of a byte counter until it meets. */
APART static void byte_not_equal(uint8_t n) {
  for (uint8_t i = 0; i != n; i = (uint8_t)(i + 3)) // NO-LIFT
    a[i & 31] = a[i & 31] * 3 + i;
}

APART static int byte_forever(uint8_t n, int limit) {
  int rounds = 0;
  for (uint8_t i = 0; i <= n; i++) { // NO-LIFT
    a[i] += 1;
    if (++rounds == limit)
      break;
  }
  return rounds;
}

APART static unsigned decreasing(unsigned n, unsigned step) {
  unsigned s = 0;
  for (unsigned i = n; i >= step; i -= step) {
    a[i] += 1;
    s ^= a[i] + i;
  }
  return s;
}

/* Ends only because 0-1 is large. */
APART static unsigned down_to_zero(unsigned n) {
  unsigned s = 0;
  for (unsigned i = n - 1; i < n; i--) {
    a[i] = a[i] * 3 + i;
    s += a[i];
  }
  return s;
}

APART static void near_the_end(unsigned from, unsigned n) {
  for (unsigned i = from; i < from + n; i++)
    a[i - from] += 7;
}

APART static void int_near_the_end(int from, int to, int step) {
  for (int i = from; i < to; i += step)
    a[(i - from) & 1023] += 9;
}

APART static void halving(unsigned n) {
  for (unsigned i = n; i > 0; i /= 2) // NO-LIFT
    a[i] += i;
}

APART static void doubling(unsigned n) {
  for (unsigned i = 1; i < n; i *= 2) // NO-LIFT
    a[i] += i;
}

APART static void difference(unsigned from, unsigned to) {
  for (unsigned i = 0; i < to - from; i++)
    a[from + i] ^= i;
}

APART static void sizes(size_t n) {
  for (size_t i = 0; i + 1 < n; i++)
    a[i] = a[i] * 5 + (unsigned)n;
}

/* n-1 wraps for n equal to zero: then the loop must not run at all, as nothing is there to run on. */
APART static void minus_one(size_t n) {
  if (n == 0)
    return;
  for (size_t i = 0; i <= n - 1; i++)
    a[i] ^= 0x11;
}

APART static void two_counters(unsigned n) {
  for (unsigned i = 0, j = n; i < j; i++, j--)
    a[i] += a[j] * 3;
}

APART static void from_memory(const unsigned *bounds, int k) {
  for (unsigned i = bounds[k]; i < bounds[k + 1]; i++)
    a[i] = a[i] * 3 + (unsigned)k;
}

APART static void by_long_step(long from, long to, long step) {
  for (long i = from; i < to; i += step)
    a[(i - from) / step % 1000] += (unsigned)i;
}

int main(void) {
  for (unsigned n = 0; n <= 900; n += 300) {
    fill_bytes(a, sizeof a, 1);
    show_int("inclusive", inclusive(UINT_MAX, n) + inclusive(n, N));
    SHOW(a);
    show_int("plain", inclusive_plain(0, n) + inclusive_plain(n, 0) + inclusive_plain(n, n));
    never_equal(n), SHOW(a);
    pointer_not_equal(a, a + n), SHOW(a);
    byte_not_equal((uint8_t)n), SHOW(a);
    show_int("forever", byte_forever(255, 700) + byte_forever(9, 700)), SHOW(a);
    for (unsigned step = 1; step < 400; step = step * 3 + 1)
      show_int("decreasing", decreasing(n, step));
    show_int("down", down_to_zero(n)), SHOW(a);
    near_the_end(UINT_MAX - n, n), near_the_end(0, n), SHOW(a);
    /* from + n wraps to a small number: the loop runs not at all. */
    near_the_end(UINT_MAX - 5, 10), SHOW(a);
    int_near_the_end(INT_MAX - 1000 - (int)n, INT_MAX - 3, 3), SHOW(a);
    int_near_the_end(INT_MIN, INT_MIN + (int)n, 1), SHOW(a);
    halving(n), doubling(n), SHOW(a);
    difference(3, n + 3), SHOW(a);
    sizes(n), sizes(0), sizes(1), minus_one(n), SHOW(a);
    two_counters(n), SHOW(a);
    unsigned bounds[] = {5, 5 + n, n, 900};
    for (int k = 0; k < 3; k++)
      from_memory(bounds, k);
    SHOW(a);
    by_long_step(LONG_MAX - 5000, LONG_MAX - 7, 7), by_long_step(-(long)n, (long)n, 2), SHOW(a);
  }
  return 0;
}
