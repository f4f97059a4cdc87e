// LIFT: 5
// Inner bounds that depend on the outer index, in both directions.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 60 };
static double l[N][N], u[N][N];
static int flat[N * N], packed[N * (N + 1) / 2];

APART static void lower(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      l[i][j] = l[i][j] * 0.5 + i - j;
}

APART static void upper(int n) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      u[i][j] = l[j][i] * 2.0 + i;
}

/* Each iteration writes a row and the mirrored column of the same matrix: (i,j) and (j,i) are distinct pairs, but an
   interval test alone cannot see it. */
APART static void mirror(int *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      a[i * n + j] += i * 3 + j;
      a[j * n + i] = a[i * n + j];
    }
}

APART static void row_sums(long *sums, const int *a, int n) {
  for (int i = 0; i < n; i++) {
    long s = 0;
    for (int j = 0; j < i; j++)
      s += a[i * n + j];
    sums[i] = s;
  }
}

/* Packed storage: the row starts at i*(i+1)/2, which is quadratic. */
APART static void pack(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      packed[i * (i + 1) / 2 + j] = flat[i * n + j];
}

APART static long pairs(const int *a, int n) {
  long count = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (a[i] < a[j])
        count += j - i;
  return count;
}

/* Forward substitution: the outer loop carries, the inner one is a float sum. */
APART static void solve(double *x, const double *b, int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    double s = b[i];
    for (int j = 0; j < i; j++) // NO-LIFT
      s -= l[i][j] * x[j] * 1e-3;
    x[i] = s / (l[i][i] + 1000.0);
  }
}

/* Product with a triangular matrix in place: row i needs rows below it unchanged. */
APART static void trmm(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < n; j++)
      for (int k = i + 1; k < n; k++)
        u[i][j] += l[k][i] * u[k][j];
}

int main(void) {
  fill_double(&l[0][0], N * N, 1);
  fill_double(&u[0][0], N * N, 2);
  fill_int(flat, N * N, 3, 1000);
  long sums[N] = {0};
  for (int n = 0; n <= N; n += 15) {
    lower(n);
    SHOW(l);
    upper(n);
    SHOW(u);
    mirror(flat, n);
    SHOW(flat);
    row_sums(sums, flat, n);
    SHOW(sums);
    pack(n);
    SHOW(packed);
    show_int("pairs", pairs(flat, n));
  }
  double x[N] = {0}, b[N];
  fill_double(b, N, 4);
  solve(x, b, (int)opaque(N));
  SHOW(x);
  trmm((int)opaque(N));
  SHOW(u);
  return 0;
}
