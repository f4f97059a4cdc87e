// LIFT: 11
// Work arrays of the function: private where each iteration writes them before it reads them, and only there.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

static double in[600 * 16], out[600 * 16];

APART static void reverse(double *restrict to, const double *restrict from, int n) {
  double t[16];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 16; k++)
      t[k] = from[i * 16 + k] * 2;
    for (int k = 0; k < 16; k++)
      to[i * 16 + k] = t[15 - k] + t[k];
  }
}

APART static void backwards(double *restrict to, const double *restrict from, int n) {
  double t[16];
  for (int i = 0; i < n; i++) {
    for (int k = 15; k >= 0; k--)
      t[k] = from[i * 16 + k] - 1;
    for (int k = 1; k < 16; k++)
      to[i * 16 + k] = t[k] * t[k - 1];
  }
}

APART static void variable(double *restrict to, const double *restrict from, int n, int m) {
  double t[64];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      t[k] = from[i * m + k] * 3;
    for (int k = 0; k < m; k++)
      to[i * m + k] = t[m - 1 - k];
  }
}

APART static void one_by_one(double *restrict to, const double *restrict from, int n) {
  double t[4];
  for (int i = 0; i < n; i++) {
    t[0] = from[i];
    t[2] = from[i + 1];
    t[1] = from[i + 2];
    t[3] = from[i] * 7;
    double s = 0;
    for (int k = 0; k < 4; k++)
      s = s * 3 + t[k];
    to[i] = s + t[i & 3];
  }
}

APART static void matrices(double *restrict to, const double *restrict from, int n) {
  double a[4][4], b[4][4];
  for (int i = 0; i < n; i++) {
    for (int r = 0; r < 4; r++)
      for (int c = 0; c < 4; c++)
        a[r][c] = from[i * 16 + r * 4 + c];
    for (int r = 0; r < 4; r++)
      for (int c = 0; c < 4; c++) {
        b[r][c] = 0;
        for (int k = 0; k < 4; k++)
          b[r][c] += a[r][k] * a[k][c];
      }
    for (int c = 0; c < 4; c++)
      for (int r = 0; r < 4; r++)
        to[i * 16 + r * 4 + c] = b[c][r];
  }
}

APART static void counts(unsigned *restrict to, const unsigned char *restrict from, int n) {
  unsigned bins[256];
  for (int i = 0; i < n; i++) {
    memset(bins, 0, sizeof bins);
    for (int k = 0; k < 50; k++)
      bins[from[i * 50 + k]]++;
    unsigned best = 0;
    for (int k = 0; k < 256; k++)
      best = bins[k] > best ? bins[k] : best;
    to[i] = best * 1000 + bins[7];
  }
}

/* A copy of the whole in front of the parts. */
APART static void sorted(int *restrict to, const int *restrict from, int n) {
  int t[9];
  for (int i = 0; i < n; i++) {
    memcpy(t, from + i * 9, sizeof t);
    for (int a = 0; a < 9; a++)
      for (int b = 0; b < 8; b++)
        if (t[b] > t[b + 1]) {
          int x = t[b];
          t[b] = t[b + 1];
          t[b + 1] = x;
        }
    to[i] = t[4];
  }
}

/* The part that is not written is not read either. */
APART static void middle(double *restrict to, const double *restrict from, int n) {
  double t[64];
  for (int i = 0; i < n; i++) {
    for (int k = 8; k < 24; k++)
      t[k] = from[i * 16 + k - 8];
    double s = 0;
    for (int k = 10; k < 22; k++)
      s = s / 2 + t[k + 1] - t[k - 2];
    to[i] = s;
  }
}

/* In one iteration of the inner loop. */
APART static void within(double *restrict to, const double *restrict from, int n) {
  double t[2];
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 16; k++) {
      t[0] = from[i * 16 + k];
      t[1] = t[0] * t[0];
      to[i * 16 + k] = t[from[i * 16 + k] > 0];
    }
}

/* What follows keeps something from one iteration to the next, or may. */
APART static void one_too_few(double *restrict to, const double *restrict from, int n) {
  double t[16] = {1};
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 1; k < 16; k++)
      t[k] = from[i * 16 + k] * 2;
    for (int k = 0; k < 16; k++)
      to[i * 16 + k] = t[15 - k] + t[k];
    t[0] = from[i];
  }
}

APART static void other_count(double *restrict to, const double *restrict from, int n, int m, int l) {
  double t[64] = {0};
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 0; k < m; k++)
      t[k] = from[i * 8 + k] * 3;
    for (int k = 0; k < l; k++)
      to[i * 8 + k] = t[k];
    t[7] += 1;
  }
}

APART static void sometimes(double *restrict to, const double *restrict from, int n) {
  double t[16] = {0};
  for (int i = 0; i < n; i++) { // NO-LIFT
    if (from[i] > 0)
      for (int k = 0; k < 16; k++)
        t[k] = from[i * 16 + k] * 2;
    for (int k = 0; k < 16; k++)
      to[i * 16 + k] = t[15 - k];
  }
}

APART static void elementwise(double *restrict to, const double *restrict from, int n) {
  double t[16] = {0};
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 0; k < 16; k++)
      if (from[i * 16 + k] > 0)
        t[k] = from[i * 16 + k] * 2;
    for (int k = 0; k < 16; k++)
      to[i * 16 + k] = t[k];
  }
}

APART static void stops(double *restrict to, const double *restrict from, int n) {
  double t[16] = {0};
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 0; k < 16; k++) {
      t[k] = from[i * 16 + k] * 2;
      if (t[k] > 3)
        break;
    }
    for (int k = 0; k < 16; k++)
      to[i * 16 + k] = t[k];
  }
}

APART static void stops_by_condition(double *restrict to, const double *restrict from, int n) {
  double t[16] = {0};
  for (int i = 0; i < n; i++) { // NO-LIFT
    int k = 0;
    do {
      t[k] = from[i * 16 + k] * 2;
      k++;
    } while ((k < 16) & (from[i * 16 + k] < 3));
    for (int k = 0; k < 16; k++)
      to[i * 16 + k] = t[k];
  }
}

/* How many places are read is bounded, if not known. */
APART static void first_above(int *restrict to, const double *from, int n) {
  for (int i = 0; i < n; i++) {
    int c = 0;
    for (int k = 0; k < 100; k++) {
      if (from[k] > i % 8)
        break;
      c++;
    }
    to[i] = c;
  }
}

APART static void with_gaps(double *restrict to, const double *restrict from, int n) {
  double t[16] = {0};
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 0; k < 8; k++)
      t[2 * k] = from[i * 16 + k] * 2;
    for (int k = 0; k < 16; k++)
      to[i * 16 + k] = t[k];
    t[i & 15] = i;
  }
}

APART static void too_late(double *restrict to, const double *restrict from, int n) {
  double t[16] = {0};
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 0; k < 16; k++) {
      to[i * 16 + k] = t[15 - k];
      t[k] = from[i * 16 + k];
    }
  }
}

APART static double used_later(double *restrict to, const double *restrict from, int n) {
  double t[16] = {0};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 16; k++)
      t[k] = from[i * 16 + k] * 2;
    for (int k = 0; k < 16; k++)
      to[i * 16 + k] = t[15 - k];
  }
  double s = 0;
  for (int k = 0; k < 16; k++)
    s = s * 3 + t[k];
  return s;
}

APART static void two_rows(double *restrict to, const double *restrict from, int n) {
  double t[2][16] = {{0}};
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 0; k < 16; k++)
      t[i & 1][k] = from[i * 16 + k];
    for (int k = 0; k < 16; k++)
      to[i * 16 + k] = t[0][k] + t[1][k];
  }
}

#define RUN(call) ((call), show(#call, out, sizeof out))

int main(void) {
  int n = (int)opaque(600);
  for (int i = 0; i < 600 * 16; i++)
    in[i] = (double)(mix64(i) >> 50) / 1024 - 8;
  RUN(reverse(out, in, n));
  RUN(backwards(out, in, n));
  for (int m = 0; m <= 16; m++)
    RUN(variable(out, in, n, (int)opaque(m)));
  RUN(one_by_one(out, in, n));
  RUN(matrices(out, in, n));
  RUN(counts((unsigned *)out, (const unsigned char *)in, n));
  RUN(sorted((int *)out, (const int *)in, n));
  RUN(middle(out, in, n));
  RUN(within(out, in, n));
  RUN(one_too_few(out, in, n));
  for (int m = 0; m <= 8; m += 4)
    for (int l = 0; l <= 8; l += 4)
      RUN(other_count(out, in, n, (int)opaque(m), (int)opaque(l)));
  RUN(sometimes(out, in, n));
  RUN(elementwise(out, in, n));
  RUN(stops(out, in, n));
  RUN(stops_by_condition(out, in, n - 1));
  RUN(first_above((int *)out, in, n));
  RUN(with_gaps(out, in, n));
  RUN(too_late(out, in, n));
  show_int("later", (long)used_later(out, in, n));
  RUN(two_rows(out, in, n));
  return 0;
}
