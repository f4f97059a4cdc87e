// LIFT: 6
// Stencils in one, two and three dimensions, from one array to another; then in place, where the order matters.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { L = 1000, N = 40, M = 14 };
static double p1[L], q1[L], p2[N][N], q2[N][N], p3[M][M][M], q3[M][M][M];
static float f1[L], h1[L];

APART static void one(void) {
  for (int i = 1; i < L - 1; i++)
    q1[i] = 0.25 * p1[i - 1] + 0.5 * p1[i] + 0.25 * p1[i + 1];
}

APART static void one_pointer(const float *a, float *b, int n) {
  for (int i = 2; i < n - 2; i++)
    b[i] = (a[i - 2] + a[i - 1] + a[i] + a[i + 1] + a[i + 2]) / 5.0f;
}

APART static void two(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      q2[i][j] = 0.2 * (p2[i][j] + p2[i - 1][j] + p2[i + 1][j] + p2[i][j - 1] + p2[i][j + 1]);
}

APART static void two_flat(const double *a, double *b, int rows, int cols) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < cols - 1; j++)
      b[i * cols + j] = a[i * cols + j] - 0.25 * (a[(i - 1) * cols + j] + a[(i + 1) * cols + j]);
}

APART static void three(void) {
  for (int i = 1; i < M - 1; i++)
    for (int j = 1; j < M - 1; j++)
      for (int k = 1; k < M - 1; k++)
        q3[i][j][k] = 0.125 * (p3[i + 1][j][k] - 2.0 * p3[i][j][k] + p3[i - 1][j][k]) +
                      0.125 * (p3[i][j + 1][k] - 2.0 * p3[i][j][k] + p3[i][j - 1][k]) + p3[i][j][k + 1];
}

/* Several steps back and forth through two pointers that swap. */
APART static void steps(double *a, double *b, int n, int count) {
  for (int t = 0; t < count; t++) { // NO-LIFT
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i + 1]) * 0.5;
    double *swap = a;
    a = b;
    b = swap;
  }
}

APART static void in_place(double *a, int n) {
  for (int i = 1; i < n - 1; i++) // NO-LIFT
    a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
}

/* Gauss-Seidel: both loops carry a dependence. */
APART static void seidel(int n) {
  for (int i = 1; i < n - 1; i++)   // NO-LIFT
    for (int j = 1; j < n - 1; j++) // NO-LIFT
      p2[i][j] = (p2[i - 1][j] + p2[i][j - 1] + p2[i][j] + p2[i][j + 1] + p2[i + 1][j]) / 5.0;
}

/* Only rows above: columns are independent, rows are not. */
APART static void downwards(int n) {
  for (int i = 1; i < n; i++) // NO-LIFT
    for (int j = 0; j < n; j++)
      p2[i][j] += 0.5 * p2[i - 1][j];
}

/* Only columns to the left: rows are independent. */
APART static void rightwards(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) // NO-LIFT
      p2[i][j] += 0.5 * p2[i][j - 1];
}

int main(void) {
  fill_double(p1, L, 1);
  fill_double(&p2[0][0], N * N, 2);
  fill_double(&p3[0][0][0], M * M * M, 3);
  fill_float(f1, L, 4);
  one();
  SHOW(q1);
  for (int n = 0; n < 12; n++) {
    one_pointer(f1, h1, n);
    SHOW(h1);
  }
  one_pointer(f1, h1, L);
  SHOW(h1);
  /* Source and target overlap at all small distances, in both directions. */
  for (int d = 0; d < 8; d++) {
    one_pointer(f1, f1 + d, L - 8);
    one_pointer(f1 + d, f1, L - 8);
    SHOW(f1);
  }
  two();
  SHOW(q2);
  two_flat(&p2[0][0], &q2[0][0], N, N);
  SHOW(q2);
  two_flat(&p2[0][0], &q2[0][0], 4, 400);
  SHOW(q2);
  two_flat(&p2[0][0], &q2[0][0], 400, 4);
  SHOW(q2);
  two_flat(&p2[0][0], &p2[1][0], N - 1, N);
  SHOW(p2);
  three();
  SHOW(q3);
  steps(p1, q1, L, 9);
  SHOW(p1);
  steps(p1, p1 + 5, L - 5, 3);
  SHOW(p1);
  in_place(p1, L);
  SHOW(p1);
  seidel((int)opaque(N));
  SHOW(p2);
  downwards((int)opaque(N));
  SHOW(p2);
  rightwards((int)opaque(N));
  SHOW(p2);
  return 0;
}
