// Nests and index expressions that mix signed and unsigned types of different widths.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <limits.h>

enum { N = 3000 };
static unsigned a[N], b[N];
static int s[N];
static _Bool flags[N];
static uint8_t bytes[N];

APART static void mixed_nest(unsigned n, long m, unsigned char k) {
  for (unsigned i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (unsigned char l = 0; l < k; l++)
        a[(i * (unsigned)m + (unsigned)j) * k + l] += i ^ (unsigned)j ^ l;
}

APART static void narrow_outer(uint8_t n, unsigned m) {
  for (uint8_t i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[(unsigned)i * m + j] = a[(unsigned)i * m + j] * 3 + i;
}

/* i*16 is taken in eight bits: rows repeat after sixteen. */
APART static void narrow_product(int n, int m) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < m; j++)
      a[(uint8_t)(i * 16) + j] = a[(uint8_t)(i * 16) + j] * 3 + (unsigned)i;
}

APART static void signed_of_unsigned(unsigned n, unsigned base) {
  for (unsigned i = 0; i < n; i++)
    a[(int)(base + i)] = b[(int)(base - i)] * 5 + i;
}

APART static void negative_product(int n, unsigned k) {
  for (int i = -n; i < n; i++)
    a[1500 + (int)((unsigned)i * k)] += (unsigned)i;
}

APART static void sign_extended(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[(int8_t)(i * 5) + 200] = a[(int8_t)(i * 5 + 5) + 200] + 1;
}

APART static void zero_extended(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    a[(uint16_t)i] ^= b[(uint16_t)(i + 1)];
}

APART static void truncated_long(long n) {
  for (long i = 0; i < n; i++)
    a[(int)i] = b[(short)i] + (unsigned)i;
}

APART static void booleans(int n) {
  for (int i = 0; i < n; i++) {
    flags[i] = s[i] & 2;
    s[i] = -(int)flags[i] + (s[i] > 0);
    a[flags[i] ? i : i] += (unsigned)-(int)flags[i];
  }
}

/* Index 0 or 1 only. */
APART static void boolean_index(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[(_Bool)(i & 4)] = a[(_Bool)(i & 2)] * 3 + (unsigned)i;
}

APART static void truncated_multiply(int n, unsigned start) {
  unsigned p = start;
  for (int i = 0; i < n; i++) {
    bytes[i] = (uint8_t)(p * 7);
    p += 3;
  }
}

APART static void umax_bounds(unsigned from, unsigned to, unsigned least) {
  unsigned end = to > least ? to : least;
  for (unsigned i = from; i < end; i++)
    a[i] = a[i] * 3 + least;
}

APART static void min_bounds(int n, int m) {
  for (int i = 0; i < (n < m ? n : m); i++)
    a[i] += b[n < m ? m - i : n - i];
}

APART static void two_bounds(int n, int m) {
  for (int i = 0; i < n && i < m; i++)
    a[i] ^= (unsigned)(n - m);
}

APART static unsigned bool_sum(int n) {
  unsigned count = 0;
  for (int i = 0; i < n; i++)
    count += (_Bool)(s[i] & 6) - (_Bool)(s[i] & 1);
  return count;
}

APART static long sign_sum(int n) {
  long t = 0;
  for (int i = 0; i < n; i++)
    t += (int8_t)bytes[i] + (unsigned)s[i];
  return t;
}

APART static void assumed(unsigned *p, int n, int m) {
  __builtin_assume(n > 3);
  __builtin_assume(m >= 0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * m + j] ^= (unsigned)(i + j);
}

int main(void) {
  for (int n = 0; n <= 250; n += 50) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    fill_int(s, N, 3, 100);
    mixed_nest((unsigned)n / 25, 11, (unsigned char)(n / 10)), SHOW(a);
    narrow_outer((uint8_t)n, 9), SHOW(a);
    narrow_product(n, 40), SHOW(a);
    signed_of_unsigned((unsigned)n, 700), SHOW(a);
    negative_product(n, 5), negative_product(n, 0xFFFFFFFBu), negative_product(n, 0), SHOW(a);
    sign_extended(n), SHOW(a);
    zero_extended((unsigned)n * 10), SHOW(a);
    truncated_long(n * 10), SHOW(a);
    booleans(n), SHOW(flags), SHOW(s), SHOW(a);
    boolean_index(n), SHOW(a);
    truncated_multiply(n * 10, UINT_MAX - 100), SHOW(bytes);
    umax_bounds(3, (unsigned)n, 77), umax_bounds(500, 400, 77), SHOW(a);
    min_bounds(n, 60), two_bounds(n, 130), two_bounds(n, -5), SHOW(a);
    show_int("bools", bool_sum(n * 10));
    show_int("signs", sign_sum(n * 10));
    assumed(a, n + 4, 9), SHOW(a);
  }
  return 0;
}
