// LIFT: 5
// Solvers that go along one line per iteration, with work arrays of the program's own: what is at a line's ends is set
// apart, its middle in a loop that short lines do not enter.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { LINES = 400, MOST = 48 };
static double field[LINES][MOST][3], out[LINES];
static double sub[MOST], diag[MOST], super[MOST];
struct entry {
  double a, b, c;
};
static struct entry matrix[MOST];
static double scale, last_scale;

/* The one before the last is read behind the loop that sets it, if there is one. */
APART static void sweep_arrays(int lines, int n) {
  for (int l = 0; l < lines; l++) {
    sub[0] = super[n - 1] = 0;
    diag[0] = 2;
    super[0] = 1;
    for (int k = 1; k < n - 1; k++) {
      sub[k] = 1 + field[l][k][0];
      diag[k] = 4 + field[l][k][1] * field[l][k - 1][1];
      super[k] = 1 + field[l][k + 1][0];
    }
    sub[n - 1] = 1;
    diag[n - 1] = 3;
    for (int k = 1; k < n - 1; k++) {
      double f = sub[k] / diag[k - 1];
      diag[k] -= f * super[k - 1];
      field[l][k][2] -= f * field[l][k - 1][2];
    }
    double f = sub[n - 1] / diag[n - 2];
    diag[n - 1] -= f * super[n - 2];
    field[l][n - 1][2] -= f * field[l][n - 2][2];
    for (int k = n - 2; k >= 0; k--)
      field[l][k][2] = (field[l][k][2] - super[k] * field[l][k + 1][2]) / diag[k];
  }
}

/* Members of a struct, and scalars that are set once per line or per point. */
APART static void sweep_structs(int lines, int n) {
  for (int l = 0; l < lines; l++) {
    matrix[0].a = matrix[0].c = 0.5;
    matrix[0].b = 2;
    for (int k = 1; k < n; k++) {
      scale = field[l][k][0] + k;
      matrix[k].a = scale * 0.5;
      matrix[k].b = scale + 4;
      matrix[k].c = 1 - scale;
    }
    last_scale = field[l][0][0];
    double s = last_scale;
    for (int k = 1; k < n; k++) {
      matrix[k].b -= matrix[k - 1].c * matrix[k].a / matrix[k - 1].b;
      s = s / 2 + matrix[k].b;
    }
    out[l] = s;
  }
}

/* Lines in planes: the work array belongs to the inner of two loops. */
APART static void sweep_planes(int planes, int rows, int n) {
  for (int p = 0; p < planes; p++)
    for (int r = 0; r < rows; r++) {
      diag[0] = 1;
      for (int k = 1; k < n; k++)
        diag[k] = field[p * rows + r][k][1] + 3;
      double f = diag[n - 1];
      for (int k = 1; k < n; k++)
        field[p * rows + r][k][2] += f / diag[k] * field[p * rows + r][k - 1][2];
    }
}

/* What is set for some lines only. */
APART static void some_lines(const int *which, int lines, int n) {
  for (int l = 0; l < lines; l++) { // NO-LIFT
    if (which[l])
      for (int k = 0; k < n; k++)
        diag[k] = field[l][k][0] + 2;
    double s = 0;
    for (int k = 0; k < n; k++)
      s = s / 2 + diag[k];
    out[l] = s;
  }
}

/* One member is what the line before has left. */
APART static void left_over(int lines, int n) {
  for (int l = 0; l < lines; l++) { // NO-LIFT
    for (int k = 0; k < n; k++) {
      matrix[k].a = field[l][k][0];
      matrix[k].c = field[l][k][1];
    }
    double s = 0;
    for (int k = 0; k < n; k++) {
      s = s / 2 + matrix[k].a + matrix[k].b;
      matrix[k].b = matrix[k].c * s;
    }
    out[l] = s;
  }
}

/* Set between two members in the same pass, but read before it is. */
APART static void read_first(int lines, int n) {
  for (int l = 0; l < lines; l++) { // NO-LIFT
    double s = 0;
    for (int k = 0; k < n; k++) {
      matrix[k].a = field[l][k][0];
      s = s / 2 + matrix[k].b;
      matrix[k].b = field[l][k][1] + s;
      matrix[k].c = field[l][k][2];
    }
    out[l] = s;
  }
}

static void reset(void) {
  fill_double(&field[0][0][0], sizeof field / 8, 5);
  fill_double(sub, MOST, 6);
  fill_double(diag, MOST, 7);
  fill_double(super, MOST, 8);
  fill_double(&matrix[0].a, sizeof matrix / 8, 9);
  scale = last_scale = 3;
}

static void show_all(const char *what) {
  show(what, field, sizeof field);
  show(what, out, sizeof out);
  show(what, sub, sizeof sub);
  show(what, diag, sizeof diag);
  show(what, super, sizeof super);
  show(what, matrix, sizeof matrix);
  show_double(what, scale);
  show_double(what, last_scale);
}

int main(void) {
  int which[LINES];
  for (int l = 0; l < LINES; l++)
    which[l] = mix64((uint64_t)l) % 3 != 0;
  const int sizes[] = {MOST - 1, 5, 4, 3, 2, 1, 0, -1};
  for (int lines = LINES; lines >= 0; lines -= lines > 3 ? LINES - 3 : 1)
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      const int n = (int)opaque(sizes[i]), m = (int)opaque(lines);
      if (n >= 2) {
        reset();
        sweep_arrays(m, n);
        show_all("sweep_arrays");
      }
      reset();
      sweep_structs(m, n);
      show_all("sweep_structs");
      if (n >= 1) {
        reset();
        sweep_planes(m / 20, 20, n);
        sweep_planes(1, m, n);
        show_all("sweep_planes");
      }
      reset();
      some_lines(which, m, n);
      show_all("some_lines");
      left_over(m, n);
      show_all("left_over");
      read_first(m, n);
      show_all("read_first");
    }
  return 0;
}
