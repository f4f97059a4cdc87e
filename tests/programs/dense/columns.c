// Inner loops that walk down columns: the columns are taken side by side. Each computes what it did, in its order.
// LIFT: 13
// LIBS: -lm
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"
#include <math.h>

enum { ROWS = 40, N = 600, SPACE = ROWS * N + 2 * N };
static double a[SPACE], b[SPACE], c[SPACE];
static float f[SPACE];
static int whole[SPACE];
static unsigned char bytes[SPACE];

/* The sum stands in memory, in a register, and is scaled where it begins. */
APART static void product(int n, int m, int l, double scale, double *out, const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      out[i * m + j] *= scale;
      for (int k = 0; k < l; k++)
        out[i * m + j] += scale * x[i * l + k] * y[k * m + j];
    }
}

APART static void product_in_register(int n, int m, int l, float *out, const float *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float s = j;
      for (int k = 0; k < l; k++)
        s += x[i * l + k] * (float)y[k * m + j];
      out[i * m + j] = s;
    }
}

/* Two loops, the second of which needs what the first has found. */
APART static void deviation(int n, int m, const double *x, double *mean, double *spread) {
  for (int j = 0; j < m; j++) {
    double sum = 0, square = 0;
    for (int i = 0; i < n; i++)
      sum += x[i * m + j];
    sum /= n;
    for (int i = 0; i < n; i++)
      square += (x[i * m + j] - sum) * (x[i * m + j] - sum);
    mean[j] = sum;
    spread[j] = square <= 0.1 ? 1.0 : sqrt(square / n);
  }
}

/* A column is written while it is walked down, each element from the one above. */
APART static void running(int n, int m, double *x, double *last) {
  for (int j = 0; j < m; j++) {
    double before = 1, oldest = 2;
    for (int i = 0; i < n; i++) {
      double now = x[i * m + j] * 0.5 + before - oldest * 0.25;
      x[i * m + j] = now;
      oldest = before;
      before = now;
    }
    last[j] = before * oldest;
  }
}

/* Upwards. */
APART static void upwards(int n, int m, int *x) {
  for (int j = 0; j < m; j++) {
    unsigned s = 1;
    for (int i = n - 1; i >= 0; i--)
      x[i * m + j] = (int)(s = s * 3 + (unsigned)x[i * m + j]);
  }
}

/* In place: row i from the rows above. */
APART static void eliminate(int n, int m, double (*x)[N]) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++)
      for (int k = 0; k < i; k++)
        x[i][j] -= x[i][k] * 0.01 * x[k][j];
}

/* Columns of a triangle; what is computed goes to the row and to the column. */
APART static void moments(int n, int m, double (*out)[N], const double (*x)[N]) {
  for (int i = 0; i < m; i++) {
    out[i][i] = 1;
    for (int j = i + 1; j < m; j++) {
      out[i][j] = 0;
      for (int k = 0; k < n; k++)
        out[i][j] += x[k][i] * x[k][j];
      out[j][i] = out[i][j];
    }
  }
}

/* Columns of different heights: one by one. */
APART static void heights(int n, const int *height, double *out) {
  for (int j = 0; j < n; j++) {
    double s = 0;
    for (int k = 0; k < height[j] % ROWS; k++)
      s += b[k * N + j];
    out[j] = s;
  }
}

/* Elements of one byte, and a counter that is a value. */
APART static void counted(long n, long m, long *out, const unsigned char *x) {
  for (long j = 0; j < m; j++) {
    long found = j;
    for (long i = 0; i < n; i++)
      found += x[i * m + j] > 100 ? i : -1;
    out[j] = found;
  }
}

/* The last row decides; that of the loop inside is used behind it. */
APART static void last_row(int n, int m, double *out, const double *x) {
  for (int j = 0; j < m; j++) {
    double s = 0, seen = 0;
    for (int i = 0; i < n; i++) {
      seen = x[i * m + j];
      s += seen;
    }
    out[j] = s - seen;
  }
}

/* A factor that is read from the array that is written, beyond the columns. */
APART static void factors(int n, int m, int wide, double *x) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      x[i * wide + j] = x[i * wide + j] * 0.5 + x[i * wide + m];
}

PLAIN static void fill(uint64_t seed) {
  fill_double(a, SPACE, seed);
  fill_double(b, SPACE, seed + 1);
  fill_double(c, SPACE, seed + 2);
  fill_float(f, SPACE, seed + 3);
  fill_int(whole, SPACE, seed + 4, 1000);
  fill_bytes(bytes, sizeof bytes, seed + 5);
}

PLAIN static void check(const char *what) {
  printf("%s ", what);
  SHOW(a), SHOW(b), SHOW(c), SHOW(f), SHOW(whole);
}

int main(void) {
  static const int sizes[] = {0, 1, 15, 16, 17, 100, 511, 512, 513, N};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int l = 0; l < ROWS; l += 13) {
      int m = sizes[s], n = l / 2 + 1;
      fill(s + l);
      product(n, m, l, 0.75, a, b, c);
      product(n, m, n, 0.75, a, a + N, c); // They overlap.
      check("product");
      product_in_register(n, m, l, f, f + SPACE / 2 - 1, c);
      check("register");
      deviation(l, m, a, b, b + N);
      check("deviation");
      running(l, m, a, c);
      running(l, m, a, a + N / 2);
      check("running");
      upwards(l, m, whole);
      check("upwards");
      eliminate(l, m, (void *)c);
      check("eliminate");
      moments(l, m < ROWS ? m : ROWS, (void *)a, (void *)b);
      check("moments");
      heights(m, whole, c);
      check("heights");
      counted(l, m, (long *)a, bytes);
      check("counted");
      last_row(l, m, b, c);
      check("last row");
      factors(l, m, m + 1, c);
      factors(l, m, m, c);
      factors(l, m / 2, m, c);
      check("factors");
    }
}
