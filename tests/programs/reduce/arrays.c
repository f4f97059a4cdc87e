// LIFT: 4
// Reductions into the elements of arrays: one element per iteration is fine, a shared one is not.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 64 };
static unsigned c[N][N], a[N][N], b[N][N], x[N], y[N], bins[16];

APART static void matrix_vector(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += a[i][j] * x[j];
}

APART static void transposed_vector(int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      y[j] += a[i][j] * x[i];
}

APART static void outer_product(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i][j] += x[i] * y[j];
}

/* k outside: each (i,j) collects over k. */
APART static void kij(int n) {
  for (int k = 0; k < n; k++) // NO-LIFT
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
}

/* Products of columns in place: column k is read while column j is written. */
APART static void columns(int n) {
  for (int j = 0; j < n; j++) // NO-LIFT
    for (int k = 0; k < j; k++)
      for (int i = 0; i < n; i++)
        a[i][j] -= a[i][k] * b[k][j];
}

APART static void one_bin(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    bins[x[i] & 15]++;
}

APART static void own_bins(int n) {
  for (int i = 0; i < n; i++) {
    unsigned local[16] = {0};
    for (int j = 0; j < n; j++)
      local[a[i][j] & 15]++;
    for (int k = 0; k < 16; k++)
      c[i][k] = local[k];
  }
}

APART static void symmetric(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      unsigned s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * a[j][k];
      c[i][j] = s;
    }
}

int main(void) {
  for (int n = 0; n <= N; n += 16) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    fill_bytes(c, sizeof c, 3);
    fill_bytes(x, sizeof x, 4);
    fill_bytes(y, sizeof y, 5);
    matrix_vector(n);
    SHOW(y);
    transposed_vector(n);
    SHOW(y);
    outer_product(n);
    SHOW(c);
    kij(n);
    SHOW(c);
    columns(n);
    SHOW(a);
    one_bin(n);
    SHOW(bins);
    own_bins(n);
    SHOW(c);
    symmetric(n);
    SHOW(c);
  }
  return 0;
}
