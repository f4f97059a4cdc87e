// FLAGS: -fwrapv
// Signed arithmetic that wraps, as -fwrapv allows: indices and trip counts may not be assumed to stay in order.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <limits.h>

enum { N = 1100 };
static unsigned a[N];

APART static void product(int n, int k) {
  for (int i = 0; i < n; i++)
    a[(i * k) & 511] = a[(i * k + 1) & 511] * 3 + (unsigned)i;
}

APART static void offset(int n, int d) {
  for (int i = 0; i < n; i++)
    a[(i + d - INT_MAX) & 1023] += (unsigned)i;
}

/* i*2^30: four rounds per turn. */
APART static void quarter(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[(unsigned)(i * 1073741824) >> 30] = a[(unsigned)(i * 1073741824 + 1073741824) >> 30] * 3 + (unsigned)i;
}

APART static void flat(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = a[i * m + j] * 3 + (unsigned)(i - j);
}

APART static void pitch_wraps(int n, int m, int pitch) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * pitch + j] = a[i * pitch + j] * 3 + (unsigned)(i - j);
}

APART static int over_the_top(int from) {
  int s = 0;
  for (int i = from; i > 0; i++) // ends when i becomes INT_MIN
    s += i ^ 3;
  return s;
}

APART static unsigned two_turns(int n) {
  int at = INT_MAX - 100;
  unsigned s = 1;
  for (int i = 0; i < n; i++) {
    a[(at >> 24) + 128] += 1;
    s ^= (unsigned)at;
    at += 1 << 24;
  }
  return s;
}

APART static int sums(int n) {
  int s = INT_MAX - 5, p = 3;
  for (int i = 0; i < n; i++) {
    s += (int)(a[i] >> 1);
    p *= (int)(a[i] | 1);
  }
  return s ^ p;
}

APART static void triangular(int n) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[i * n + j] ^= (unsigned)(i * j);
}

int main(void) {
  for (int n = 0; n <= 300; n += 60) {
    fill_bytes(a, sizeof a, 1);
    product(n, 7), product(n, INT_MAX), product(n, INT_MIN), SHOW(a);
    offset(n, INT_MAX), offset(n, INT_MAX - 100), SHOW(a);
    quarter(n), SHOW(a);
    flat(n / 10, 30), flat(30, n / 10), SHOW(a);
    /* Products that wrap around to small numbers: 2^31 * 2 and the like. */
    pitch_wraps(3, 30, 0), pitch_wraps(2, 30, 7), SHOW(a);
    show_int("top", over_the_top(INT_MAX - n));
    show_int("turns", two_turns(n)), SHOW(a);
    show_int("sums", sums(n));
    triangular(n / 10), SHOW(a);
  }
  return 0;
}
