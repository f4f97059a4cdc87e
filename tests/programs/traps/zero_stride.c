// Strides and steps known only at run time, which may be zero, negative, or odd conversions of other values.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 2000 };
static unsigned a[N], b[N];

APART static void stride(unsigned *p, int n, long s) {
  for (int i = 0; i < n; i++)
    p[i * s] = b[i];
}

APART static void stride_update(unsigned *p, int n, int s) {
  for (int i = 0; i < n; i++)
    p[i * s] = p[i * s] * 3 + b[i];
}

APART static void stride_pair(unsigned *p, int n, int s) {
  for (int i = 0; i < n; i++)
    p[i * s + 1] = p[i * s] + b[i];
}

APART static void two_strides(unsigned *p, int n, int s, int t) {
  for (int i = 0; i < n; i++)
    p[i * s] = p[i * t + 1] * 3;
}

APART static void rows(unsigned *p, int n, int m, int pitch) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * pitch + j] = p[i * pitch + j] * 3 + (unsigned)(i + j);
}

APART static void both(unsigned *p, int n, int m, int s, int t) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * s + j * t] = p[i * s + j * t] * 3 + (unsigned)(i + j);
}

/* The pitch is d+1, which is zero when d is the largest value. */
APART static void plus_one(unsigned *p, unsigned long n, unsigned long d) {
  for (unsigned long i = 0; i < n; i++)
    p[i * (d + 1)] = p[i * (d + 1)] * 3 + (unsigned)i;
}

APART static void from_float(unsigned *p, int n, float f) {
  for (int i = 0; i < n; i++)
    p[i * ((int)f + 7)] = p[i * ((int)f + 7)] * 5 + (unsigned)i;
}

APART static void walking(unsigned *p, int n, int s) {
  for (int i = 0; i < n; i++) {
    *p = *p * 3 + b[i];
    p += s;
  }
}

/* Step of the loop given at run time: with a step of zero the loop would not end, so it is at least one here. */
APART static unsigned stepping(int from, int to, int step) {
  unsigned s = 0;
  for (int i = from; i < to; i += step) {
    a[i] += 3;
    s += a[i];
  }
  return s;
}

APART static int one_round(int x) {
  int rounds = 0;
  for (int i = 0; i < 1; i += x) {
    rounds++;
    b[rounds]++;
  }
  return rounds;
}

/* The inner step is the outer counter. */
APART static void outer_is_step(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j += i)
      a[j] = a[j] * 3 + (unsigned)i;
}

APART static void outer_is_step_rows(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j += i)
      a[i * m + j] += (unsigned)(i ^ j);
}

/* The inner stride is the outer counter, which starts at zero. */
APART static void outer_is_stride(unsigned *p, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * j] = p[i * j] * 3 + (unsigned)(i + j);
}

/* A multiply in a narrow type, then widened. */
APART static void truncated(unsigned *p, int n, int k) {
  for (int i = 0; i < n; i++)
    p[(unsigned char)(i * k)] = (unsigned)i;
}

int main(void) {
  fill_bytes(b, sizeof b, 2);
  for (int s = -5; s <= 5; s++) {
    fill_bytes(a, sizeof a, 1);
    stride(a + 1000, 190, s), SHOW(a);
    stride_update(a + 1000, 190, s), SHOW(a);
    stride_pair(a + 1000, 190, s), SHOW(a);
    for (int t = -3; t <= 3; t++) {
      two_strides(a + 1000, 150, s, t);
      both(a + 1000, 20, 9, s, t);
    }
    SHOW(a);
    walking(a + 1000, 190, s), SHOW(a);
    from_float(a + 1000, 80, (float)s - 7.5f), SHOW(a);
    plus_one(a, 150, (unsigned long)(s < 0 ? -s : s) - 1), SHOW(a);
    rows(a + 1000, 100, 4, s), SHOW(a);
    truncated(a, 700, s), SHOW(a);
  }
  for (int step = 1; step < 2000; step = step * 3 + 1)
    show_int("stepping", stepping(3, N, step));
  show_int("one", one_round(1) + one_round(5));
  outer_is_step(300), SHOW(a);
  outer_is_step_rows(20, 95), SHOW(a);
  outer_is_stride(a, 40, 45), SHOW(a);
  SHOW(b);
  return 0;
}
