// LIFT: 44
// One loop for each way of writing down a count, an index or a row: all of them are lifted.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 700 };
typedef unsigned u;
static u a[N], b[N];
static double x[N], y[N], cube[12][10][9];

struct counted {
  int n;
  double scale;
  double *values;
};
static int global_count;

APART static void at_most(u *p, int n) {
  for (int i = 0; i <= n; i++)
    p[i] += 3;
}

APART static void not_equal(u *p, int n) {
  for (int i = 0; i != n; i++)
    p[i] += 5;
}

APART static void not_equal_unsigned(u *p, u n) {
  for (u i = 0; i != n; ++i)
    p[i] += 7;
}

APART static void down_by_four(u *p, int n) {
  for (int i = n; i > 0; i -= 4)
    p[i] *= 3;
}

APART static void down_to_zero(u *p, int n) {
  for (int i = n; i >= 0; i -= 4)
    p[i] *= 5;
}

APART static void pointer_below(u *first, const u *end) {
  for (u *p = first; p < end; ++p)
    *p = *p * 3 + 1;
}

APART static void pointer_not_equal(u *first, const u *end) {
  for (u *p = first; p != end; p++)
    *p = *p * 5 + 1;
}

APART static void pointer_by_three(u *first, const u *end) {
  for (u *p = first; p < end; p += 3)
    *p = *p * 7 + 1;
}

APART static void two_pointers(u *restrict to, const u *restrict from, const u *end) {
  while (from < end)
    *to++ = *from++ * 5;
}

APART static void unsigned_offset(u *p, u n, u offset) {
  for (u i = 0; i < n; i++)
    p[i + offset] *= 3;
}

APART static void unsigned_at_most(u *p, u n) {
  for (u i = 1; i <= n; i++)
    p[i] *= 3;
}

APART static void unsigned_by_four(u *p, u n) {
  for (u i = 0; i < n; i += 4)
    p[i] *= 9;
}

APART static void short_counter(u *p, short n) {
  for (short i = 0; i < n; i++)
    p[i] *= 3;
}

APART static void while_up(u *p, int n) {
  int i = 0;
  while (i < n) {
    p[i] ^= 21;
    i++;
  }
}

APART static void while_down(u *p, int n) {
  while (n-- > 0)
    p[n] *= 11;
}

APART static void while_not_zero(u *p, u n) {
  while (n--)
    p[n] *= 13;
}

APART static void break_at_top(u *p, int n) {
  int i = 0;
  while (1) {
    if (i >= n)
      break;
    p[i] += 17;
    i++;
  }
}

APART static void test_at_bottom(u *p, int n) {
  int i = 0;
  do {
    p[i] *= 3;
  } while (++i < n);
}

APART static void two_counters(u *p, int n) {
  for (int i = 0, j = n - 1; i < n; ++i, --j)
    p[i] = p[i] * 2 + (u)j;
}

/* Bounds and pointers are read again in each iteration; nothing in the loop writes them. */
APART static void bound_in_struct(const struct counted *s, double *to) {
  for (int i = 0; i < s->n; i++)
    to[i] = i * 0.5;
}

APART static void all_in_struct(struct counted *s) {
  for (int i = 0; i < s->n; i++)
    s->values[i] *= s->scale;
}

APART static void bound_in_global(void) {
  for (int i = 0; i < global_count; i++)
    x[i] *= 0.75;
}

APART static void bound_behind_pointer(const int *n, double *to) {
  for (int i = 0; i < *n; i++)
    to[i] += i * 0.25;
}

APART static void bound_of_nest(struct counted *s, double *to) {
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < s->n; j++)
      to[i * s->n + j] += i - j;
}

APART static void triangle(double *p, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      p[i * n + j] *= 1.5;
}

APART static void upper_triangle(int n, int m, double p[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      p[i][j] *= 1.25;
}

APART static void trapezoid(int n, int m, double p[n][m], int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i + k; j++)
      p[i][j] += 3;
}

/* Several loops in one, one behind the other, with what the first leaves for the second. */
APART static void several_inside(int n, int m, double p[restrict n][m], double q[restrict n][m], double *restrict sums) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      p[i][j] *= 0.5;
    double t = 0;
    for (int j = 0; j < m; j++)
      t += q[i][j];
    for (int j = 0; j < m; j++)
      q[i][j] -= t * p[i][j];
    sums[i] = t;
  }
}

static u third(u v) { return v * v + 1; }
static u second(u v, const u *t) { return third(v) + t[v & 7]; }
static void first(u *p, int i, const u *t) { p[i] = second(p[i], t); }
APART static void three_levels(u *restrict p, int n, const u *restrict t) {
  for (int i = 0; i < n; i++)
    first(p, i, t);
}

static void one_row(double *row, int m) {
  for (int j = 0; j < m; j++)
    row[j] = row[j] * 0.5 + 1;
}
APART static void rows_in_callee(double *p, int n, int m) {
  for (int i = 0; i < n; i++)
    one_row(p + i * m, m);
}

APART static void local_vla(int n, double *restrict to) {
  double t[n + 1];
  for (int i = 0; i < n; i++)
    t[i] = to[i] * 0.5;
  for (int i = 0; i < n; i++)
    to[i] = t[n - 1 - i] * 2 + i;
}

APART static void vla_parameters(int n, int m, int k, double p[n][m][k]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        p[i][j][l] *= 0.5;
}

struct body {
  double at[3], speed[3];
  int kind, hits;
};
APART static void array_of_structs(struct body *p, int n) {
  for (int i = 0; i < n; i++) {
    for (int d = 0; d < 3; d++)
      p[i].at[d] += p[i].speed[d] * 0.5;
    p[i].hits++;
  }
}

APART static void flattened(double *p, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i * m + j] *= 0.5;
}

APART static void flattened_unsigned(double *p, u n, u m) {
  for (u i = 0; i < n; i++)
    for (u j = 0; j < m; j++)
      p[i * m + j] += 0.5;
}

APART static void flattened_planes(double *p, int n, int m, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        p[(i * m + j) * k + l] += i - j + l;
}

APART static void global_planes(void) {
  for (int i = 1; i < 11; i++)
    for (int j = 0; j < 10; j++)
      for (int k = 0; k < 9; k++)
        cube[i][j][k] = cube[i][j][k] * 0.5 + 1;
}

/* One array in which others lie, from one on, as Fortran programs hand them around. */
APART static void work_parts(double *w, int n) {
  double *p = w, *q = w + n, *r = w + 2 * n;
  for (int i = 0; i < n; i++)
    r[i] = p[i] + q[i];
}

APART static void work_indices(double *w, int n, int from, int to) {
  for (int i = 1; i <= n; i++)
    w[to + i - 1] = w[from + i - 1] * 2;
}

APART static void leading_dimension(double *p, const int *n, const int *ld) {
  p -= 1 + *ld;
  for (int j = 1; j <= *n; j++)
    for (int i = 1; i <= *n; i++)
      p[i + j * *ld] *= 0.5;
}

static void on_integers(int n) {
  fill_bytes(a, sizeof a, 1);
  fill_bytes(b, sizeof b, 2);
  at_most(a, n), not_equal(a, n), not_equal_unsigned(a, (u)n), SHOW(a);
  down_by_four(a, n), down_to_zero(a, n), SHOW(a);
  pointer_below(a, a + n), pointer_not_equal(a, a + n), pointer_by_three(a, a + n), SHOW(a);
  two_pointers(b, a, a + n), SHOW(b);
  unsigned_offset(a, (u)n, 20), SHOW(a);
  unsigned_at_most(a, (u)n), unsigned_by_four(a, (u)n), short_counter(a, (short)n), SHOW(a);
  while_up(a, n), while_down(a, n), while_not_zero(a, (u)n), break_at_top(a, n), test_at_bottom(a, n), SHOW(a);
  two_counters(a, n), three_levels(a, n, b), SHOW(a);
}

static void on_numbers(int n) {
  fill_double(x, N, 3);
  fill_double(y, N, 4);
  struct counted s = {n, 1.25, x};
  bound_in_struct(&s, y), all_in_struct(&s);
  s.values = y;
  all_in_struct(&s), SHOW(y);
  global_count = n;
  bound_in_global(), bound_behind_pointer(&n, y), SHOW(x), SHOW(y);
  int side = n / 30;
  s.n = side;
  bound_of_nest(&s, x), triangle(x, side), SHOW(x);
  upper_triangle(side, side + 3, (double(*)[side + 3]) x), trapezoid(side, 30, (double(*)[30])x, 5), SHOW(x);
  trapezoid(side, side + 9, (double(*)[side + 9]) x, -3), SHOW(x);
  double sums[N];
  fill_double(sums, N, 5);
  several_inside(side, 25, (double(*)[25])x, (double(*)[25])y, sums), SHOW(x), SHOW(y), SHOW(sums);
  rows_in_callee(x, side, 25), rows_in_callee(x, 25, side), local_vla(n, y), SHOW(x), SHOW(y);
  vla_parameters(side / 2 + 1, 8, 7, (double(*)[8][7])x), SHOW(x);
  struct body bodies[50];
  fill_bytes(bodies, sizeof bodies, 6);
  for (int i = 0; i < 50; i++)
    fill_double(bodies[i].at, 6, (uint64_t)i);
  array_of_structs(bodies, n % 51), SHOW(bodies);
  flattened(x, side, 29), flattened(x, 29, side), flattened_unsigned(x, (u)side, 29), SHOW(x);
  flattened_planes(x, side / 2, 6, 9), SHOW(x);
  fill_double(&cube[0][0][0], 12 * 10 * 9, 7);
  global_planes(), SHOW(cube);
  work_parts(x, n / 3), work_indices(x, n / 2, 0, n / 2), work_indices(x, n / 2, 0, 1), work_indices(x, n / 2, 3, 0);
  SHOW(x);
  int ld = side + 4;
  leading_dimension(x, &side, &ld), SHOW(x);
  ld = side / 2;
  leading_dimension(x, &side, &ld), SHOW(x);
}

int main(void) {
  for (int n = 30; n <= 630; n += 150)
    on_integers(n), on_numbers(n);
  return 0;
}
