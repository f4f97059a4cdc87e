// Loops that were cut into pieces by hand: the last piece is shorter; and loops with as many iterations in each row, or
// fewer at the edges.
// LIFT: 8
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 4000, SIDE = 60 };
static double a[N + 64], b[N + 64];
static int whole[N + 64];
static double matrix[SIDE * SIDE * 2];

APART static void pieces(int n) {
  for (int t = 0; t < (n + 15) / 16; t++)
    for (int k = 16 * t; k < (16 * t + 16 < n ? 16 * t + 16 : n); k++)
      a[k] = a[k] * 2 + k;
}

APART static void pieces_inclusive(int n) {
  for (int t = 0; t <= (n - 1) / 32; t++)
    for (int k = 32 * t; k <= (32 * t + 31 < n - 1 ? 32 * t + 31 : n - 1); k++)
      whole[k] = whole[k] * 3 + t;
}

APART static void two_tests(int n) {
  for (int t = 0; t < (n + 15) / 16; t++)
    for (int k = 16 * t; k < 16 * t + 16 && k < n; k++)
      b[k] = a[k] - k;
}

APART static void long_pieces(long n, long size) {
  for (long t = 0; t < (n + 99) / 100; t++) {
    long end = t * 100 + 100 < size ? t * 100 + 100 : size;
    for (long k = t * 100; k < end; k++)
      b[k] += 1;
  }
}

/* A piece reaches one element into the next. */
APART static void too_long(int n) {
  for (int t = 0; t < n / 16; t++) // NO-LIFT
    for (int k = 16 * t; k < (16 * t + 17 < n ? 16 * t + 17 : n); k++)
      a[k] = a[k] * 0.5 + t;
}

/* Each piece begins with what the one before has written. */
APART static void from_before(int n) {
  for (int t = 1; t < n / 16; t++) // NO-LIFT
    for (int k = 16 * t; k < (16 * t + 16 < n ? 16 * t + 16 : n); k++)
      a[k] = a[k - 16] * 0.5 + t;
}

APART static void slanted(long n, long m, long k, double *v) {
  for (long i = 0; i < n; i++)
    for (long j = i; j < i + k; j++)
      v[i * m + j] *= 2;
}

APART static void slanted_int(int n, int m, int k, double *v) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < i + k; j++)
      v[i * m + j] += j;
}

/* The end of a row is that of the matrix or further on. */
APART static void edges(int n, int m, int k, double *v) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (i + k < m ? i + k : m); j++)
      v[i * m + j] -= j;
}

int main(void) {
  fill_double(a, N + 64, 1);
  fill_double(b, N + 64, 2);
  fill_int(whole, N + 64, 3, 100);
  fill_double(matrix, SIDE * SIDE * 2, 4);
  static const int sizes[] = {0, 1, 15, 16, 17, 31, 32, 33, 100, 1000, 1601, N};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int n = sizes[s];
    pieces(n);
    pieces_inclusive(n);
    two_tests(n);
    long_pieces(n, n);
    long_pieces(n, n / 2);
    long_pieces(n, -5);
    long_pieces(-n, n);
    too_long(n);
    from_before(n);
    SHOW(a), SHOW(b), SHOW(whole);
  }
  for (int n = -1; n <= SIDE; n += 7)
    for (int k = -2; k < SIDE; k += 9) {
      slanted(n, SIDE, k, matrix);
      slanted(n / 2, SIDE / 2, k, matrix);
      slanted_int(n, n, k, matrix);
      slanted_int(n, SIDE, k, matrix);
      edges(n, n, k, matrix);
      edges(n, n / 2, k, matrix);
      SHOW(matrix);
    }
}
