// LIFT: 11
// Work arrays that are alive around the loop, as callers and globals provide them: each part of a run has a copy, and
// what the last iteration wrote is found there afterwards.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 300, M = 40 };
static double in[N * M], out[N], work[N * M];
static double matrix[M][M];
double global_work[M];

APART static void doitgen(int n, int m, double *a, double (*c)[M], double *sum) {
  for (int r = 0; r < n; r++) {
    for (int p = 0; p < m; p++) {
      sum[p] = 0;
      for (int s = 0; s < m; s++)
        sum[p] += a[r * m + s] * c[s][p];
    }
    for (int p = 0; p < m; p++)
      a[r * m + p] = sum[p] / 8;
  }
}

APART static void global(double *restrict to, const double *restrict from, int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < M; k++)
      global_work[k] = from[i * M + k] * 2 + i;
    double s = 0;
    for (int k = 1; k < M - 1; k++)
      s = s * 2 + global_work[k - 1] * global_work[k + 1];
    to[i] = s;
  }
}

/* What is set before the loop and never in it is read by every iteration. */
APART static void borders(double *restrict to, const double *restrict from, double *restrict w, int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int k = 1; k < m - 1; k++)
      w[k] = from[i * m + k] + i;
    double s = 0;
    for (int k = 0; k < m; k++)
      s = s / 2 + w[k] * k;
    to[i] = s;
  }
}

APART static void in_three_parts(double *restrict to, const double *restrict from, double *restrict w, int n, int m) {
  for (int i = 0; i < n; i++) {
    w[0] = i;
    w[m] = -i;
    for (int k = 1; k < m; k++)
      w[k] = from[i * m + k] + i;
    double s = 0;
    for (int k = 1; k < m; k++)
      s = s / 2 + w[k - 1] * w[k + 1];
    to[i] = s;
  }
}

APART static void growing(double *restrict to, double *restrict w, int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k <= i; k++)
      w[k] = i - k;
    double s = 0;
    for (int k = 0; k <= i; k++)
      s = s / 2 + w[k];
    to[i] = s;
  }
}

/* A slice of the array, chosen by a loop around the block. */
APART static void slices(double *restrict to, const double *restrict from, double *restrict w, int n, int m, int rounds) {
  for (int t = 0; t < rounds; t++) // NO-LIFT
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < m; k++)
        w[t * m + k] = from[i * m + k] + t;
      double s = 0;
      for (int k = 0; k < m; k++)
        s = s / 2 + w[t * m + k] * k;
      to[i] += s;
    }
}

/* Pointers into the array, one of them behind it. */
APART static void pointers(double *restrict to, const double *restrict from, double *restrict w, int n, int m) {
  double *end = w + m;
  for (int i = 0; i < n; i++) {
    const double *f = from + i * m;
    for (double *p = w; p != end; ++p)
      *p = *f++ + i;
    double s = 0;
    for (double *p = w; p != end; ++p)
      s = s / 2 + *p;
    to[i] = s;
  }
}

struct point {
  float x, y, z;
  int id;
};
APART static void structs(float *restrict to, const double *restrict from, struct point *restrict w, int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 8; k++) {
      w[k].x = (float)from[i * 8 + k];
      w[k].y = w[k].x * 2;
      w[k].z = w[k].x - w[k].y;
      w[k].id = i + k;
    }
    float s = 0;
    for (int k = 0; k < 8; k++)
      s += w[7 - k].x * w[k].z + (float)w[k].id;
    to[i] = s;
  }
}

APART static void blocks_of_memory(char *restrict to, const char *restrict from, char *restrict w, int n, int m) {
  for (int i = 0; i < n; i++) {
    memcpy(w, from + i * m, (size_t)m);
    memset(w + m, i, 16);
    int s = 0;
    for (int k = 0; k < m + 16; k++)
      s = s * 3 + w[k];
    to[i] = (char)s;
  }
}

/* Where the array overlaps something else, the plain loop runs. */
APART static void overlapping(double *to, const double *from, double *w, int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      w[k] = from[i * m + k] + 1;
    double s = 0;
    for (int k = 0; k < m; k++)
      s = s / 2 + w[k];
    to[i] = s;
  }
}

/* Not written by every iteration. */
APART static void sometimes(double *restrict to, const double *restrict from, double *restrict w, int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    if (from[i] > 0) {
      for (int k = 0; k < M; k++)
        w[k] = from[i + k];
      to[i] = w[3] * w[5];
    }
  }
}

/* The last iteration writes least. */
APART static void shrinking(double *restrict to, double *restrict w, int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 0; k < n - i; k++)
      w[k] = i + k;
    double s = 0;
    for (int k = 0; k < n - i; k++)
      s = s / 2 + w[k];
    to[i] = s;
  }
}

/* Its address leaves the loop. */
APART static void escaping(double *restrict to, double **restrict kept, const double *restrict from, int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 0; k < M; k++)
      global_work[k] = from[i + k];
    kept[i] = &global_work[i % M];
    to[i] = global_work[5] + global_work[7];
  }
}

/* What the iteration before has left is read. */
APART static void reread(double *restrict to, const double *restrict from, double *restrict w, int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    double s = w[M - 1];
    for (int k = 0; k < M; k++)
      w[k] = from[i + k] + s / 4;
    to[i] = w[2] - w[9];
  }
}

/* One element is left out, so it keeps what an earlier iteration may have written there. */
APART static void with_a_gap(double *restrict to, const double *restrict from, double *restrict w, int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    for (int k = 0; k < M; k++)
      if (k != i % M)
        w[k] = from[i + k];
    double s = 0;
    for (int k = 0; k < M; k++)
      s = s / 2 + w[k];
    to[i] = s;
  }
}

int main(void) {
  for (int i = 0; i < N * M; i++)
    in[i] = (double)(mix64((uint64_t)i) % 2048) / 64 - 16;
  for (int i = 0; i < M; i++)
    for (int k = 0; k < M; k++)
      matrix[i][k] = (i + k) % 3 - 1;
#undef SHOW
#define SHOW(what) (show(what, out, sizeof out), show(what, work, sizeof work), show(what, in, sizeof in))
  const int n = (int)opaque(N), m = (int)opaque(M);
  doitgen(n, m, in, matrix, work);
  SHOW("doitgen");
  global(out, in, n);
  show("global", global_work, sizeof global_work);
  for (int size = 0; size <= m; size += size < 4 ? 1 : 12) {
    borders(out, in, work, n, size);
    SHOW("borders");
    in_three_parts(out, in, work, n, size);
    SHOW("in_three_parts");
    pointers(out, in, work, n, size);
    SHOW("pointers");
    blocks_of_memory((char *)out, (const char *)in, (char *)work, n, size);
    SHOW("blocks_of_memory");
    overlapping(out, in, work, n, size);
    overlapping(work, in, work + 8, n, size);
    overlapping(out, work, work + 80, n, size);
    SHOW("overlapping");
  }
  borders(out, in, 0, n, 0);
  growing(out, work, n);
  SHOW("growing");
  slices(out, in, work, n, m, 7);
  SHOW("slices");
  structs((float *)out, in, (struct point *)work, n);
  SHOW("structs");
  sometimes(out, in, work, n);
  shrinking(out, work, n);
  SHOW("shrinking");
  double *kept[N];
  escaping(out, kept, in, n);
  int right = 0;
  for (int i = 0; i < n; i++)
    right += kept[i] == &global_work[i % M];
  printf("%d\n", right);
  reread(out, in, work, n);
  with_a_gap(out, in, work, n);
  SHOW("with_a_gap");
  return 0;
}
