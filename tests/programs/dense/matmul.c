// LIFT: 6
// Matrix products over global arrays, variable-length arrays and flat pointers.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 48 };
static double ga[N][N], gb[N][N], gc[N][N];

APART static void global_product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      gc[i][j] = 0;
      for (int k = 0; k < N; k++)
        gc[i][j] += ga[i][k] * gb[k][j];
    }
}

/* The order that runs along the rows: the middle loop carries c, the outer one is parallel. */
APART static void global_ikj(void) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        gc[i][j] += ga[i][k] * gb[k][j];
}

APART static void vla_product(int n, int m, int l, double a[n][l], double b[l][m], double c[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int k = 0; k < l; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

APART static void flat_product(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

APART static void flat_size_t(size_t n, const int *a, const int *b, int *c) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      unsigned s = 0;
      for (size_t k = 0; k < n; k++)
        s += (unsigned)a[i * n + k] * (unsigned)b[k * n + j];
      c[i * n + j] = (int)s;
    }
}

/* Rows through an array of pointers: nothing says that two rows differ, so this must stay as it is or be guarded. */
APART static void row_pointers(int n, double **a, double **b, double **c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] += s;
    }
}

APART static void transposed(int n, const double *a, double *t) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      t[j * n + i] = a[i * n + j];
}

int main(void) {
  fill_double(&ga[0][0], N * N, 1);
  fill_double(&gb[0][0], N * N, 2);
  global_product();
  SHOW(gc);
  global_ikj();
  SHOW(gc);

  int n = (int)opaque(37), m = (int)opaque(41), l = (int)opaque(29);
  double *a = malloc(sizeof *a * n * l), *b = malloc(sizeof *b * l * m), *c = malloc(sizeof *c * n * m);
  fill_double(a, n * l, 3);
  fill_double(b, l * m, 4);
  vla_product(n, m, l, (double(*)[l])a, (double(*)[m])b, (double(*)[m])c);
  show("vla", c, sizeof *c * n * m);

  float fa[40 * 40], fb[40 * 40], fc[40 * 40];
  int ia[40 * 40], ib[40 * 40], ic[40 * 40];
  fill_float(fa, 1600, 5);
  fill_float(fb, 1600, 6);
  fill_int(ia, 1600, 7, 1000);
  fill_int(ib, 1600, 8, 1000);
  for (int size = 0; size <= 40; size += 8) {
    memset(fc, 0, sizeof fc);
    memset(ic, 0, sizeof ic);
    flat_product(size, fa, fb, fc);
    flat_size_t(size, ia, ib, ic);
    SHOW(fc);
    SHOW(ic);
  }
  /* In place: the result overlaps an operand, at every distance around the edge. */
  for (int shift = 0; shift < 40; shift += 13) {
    fill_float(fa, 1600, 5);
    flat_product(20, fa, fb, fa + shift);
    SHOW(fa);
  }

  double *rows[N], *same[N];
  for (int i = 0; i < N; i++) {
    rows[i] = gb[i];
    same[i] = gc[i / 2];
  }
  row_pointers(N, rows, rows, same);
  SHOW(gc);
  transposed(N, &ga[0][0], &gb[0][0]);
  SHOW(gb);
  transposed(N, &gb[0][0], &gb[0][0]);
  SHOW(gb);
  free(a);
  free(b);
  free(c);
  return 0;
}
