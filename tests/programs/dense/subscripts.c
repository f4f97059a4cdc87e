// Matrices whose rows, columns and mirrored halves belong to different iterations, under pitches that are not known.
// LIFT: 11
// LIBS: -lm
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 96, SPACE = 3 * N * N };
static double store[SPACE], other[SPACE];
struct cell {
  int key, value;
};
static struct cell cells[N * N];

/* out[i][j] and out[j][i] for j >= i: pairs that no other iteration touches. */
APART static void mirrored(int n, double *out, const double *in) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      out[i * n + j] = in[i * n + j] * 0.5 + in[j * n + i];
      out[j * n + i] = out[i * n + j];
    }
}

/* The same over all j: iterations meet, and the order shows. */
APART static void meeting(int n, double *out, const double *in) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < n; j++) {
      out[i * n + j] = in[i * n + j] + i;
      out[j * n + i] = in[i * n + j] - j;
    }
}

/* Columns, from the last row up: each reads the element below. */
APART static void columns(long n, long m, double *a) {
  for (long i = 0; i < n; i++)
    for (long j = m - 2; j >= 0; j--)
      a[j * n + i] = a[j * n + i] * 0.25 + a[(j + 1) * n + i];
}

/* Columns of a part of a matrix: apart as long as the part is not wider than the pitch. */
APART static void part(int rows, int columns, int pitch, double *a) {
  for (int j = 0; j < columns; j++)
    for (int i = 1; i < rows; i++)
      a[i * pitch + j] += a[(i - 1) * pitch + j];
}

/* With a border of one cell around, and columns read from the left to the right. */
APART static void bordered(int n, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[(i + 1) * (n + 2) + (j + 1)] += a[(i + 1) * (n + 2) + j];
}

APART static void three(int n, int m, int l, double *a) {
  for (int j = 0; j < m; j++)
    for (int i = 1; i < n; i++)
      for (int k = 0; k < l; k++)
        a[(i * m + j) * l + k] += a[((i - 1) * m + j) * l + k];
}

/* Two fields of the elements of one row and one column. */
APART static void fields(int n, struct cell *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j].key = i + j * 3;
      c[j * n + i].value = i * 5 - j;
    }
}

static int table[N][N];
APART static void fixed(int n) {
  for (int j = 0; j < n; j++)
    for (int i = 1; i < n; i++)
      table[i][j] = table[i][j] * 3 + table[i - 1][j];
}

/* The last column is the first of the next row. */
APART static void touching(int n, double *a) {
  for (int j = 0; j <= n; j++) // NO-LIFT
    for (int i = 1; i < n; i++)
      a[i * n + j] += a[(i - 1) * n + j];
}

PLAIN static void fill(uint64_t seed) {
  fill_double(store, SPACE, seed);
  fill_double(other, SPACE, seed + 1);
}

PLAIN static void check(const char *what) { show(what, store, sizeof store); }

/* The same under a declared pitch: row i, column i + j has one factor for i; n may be more than the pitch is. */
APART static void mirrored_rows(int n, double (*out)[N], const double (*in)[N]) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      out[i][j] = in[i][j] * 0.5 + in[j][i];
      out[j][i] = out[i][j];
    }
}

/* Antidiagonals: the column falls as the row grows. */
APART static void falling(int n, double (*out)[N], const double (*in)[N]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      out[j][n - 1 - i] = out[j][n - 1 - i] * 0.5 + in[i][n - 1 - i];
}

/* Two columns away, in the row below: they meet. */
APART static void crossing(int n, double (*out)[N]) {
  for (int i = 0; i < n - 1; i++) // NO-LIFT
    for (int j = 2; j < n; j++)
      out[i][i + j] = out[i + 1][i + j] * 0.5 + out[i][i];
}

int main(void) {
  for (int n = 0; n <= N; n += 31) {
    fill(1);
    mirrored(n, store, other);
    check("mirrored");
    fill(2);
    meeting(n, store, other);
    check("meeting");
    fill(3);
    columns(n, n / 2, store);
    check("columns");
    for (int pitch = 0; pitch <= n + 1; pitch += n / 3 + 1) {
      fill(4);
      part(n, n, pitch, store);
      check("part");
    }
    fill(5);
    part(n, n - 1, -n, store + N * N);
    check("negative pitch");
    fill(6);
    bordered(n, store);
    check("bordered");
    fill(7);
    three(n / 4, n / 5, 7, store);
    check("three");
    fields(n, cells);
    show("fields", cells, sizeof cells);
    for (int i = 0; i < N * N; i++)
      table[i / N][i % N] = i;
    fixed(n);
    show("fixed", table, sizeof table);
    fill(8);
    touching(n, store);
    check("touching");
    for (int rows = n; rows <= n + 20; rows += 10) {
      fill(9);
      mirrored_rows(rows, (void *)store, (void *)other);
      check("mirrored rows");
      fill(10);
      falling(rows, (void *)store, (void *)other);
      check("falling");
    }
    fill(11);
    crossing(n / 2, (void *)store);
    check("crossing");
  }
}
