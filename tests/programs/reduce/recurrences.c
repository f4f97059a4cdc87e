// LIFT: 11
// Values carried from one iteration to the next that are a function of the counter after all, or of the iteration
// before. The last functions have those that are not.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 3000 };
static unsigned a[N], b[N], c[N];

APART static void previous_element(const double *restrict p, double *restrict q, int n) {
  double before = p[0];
  for (int i = 1; i < n; i++) {
    q[i] = p[i] - before;
    before = p[i];
  }
}

/* The last element stands before the first, as in a ring. */
APART static void around_the_ring(const unsigned *restrict p, unsigned *restrict q, int n) {
  int left = n - 1;
  for (int i = 0; i < n; i++) {
    q[i] = p[i] - p[left];
    left = i;
  }
}

APART static void first_only(const unsigned *restrict p, unsigned *restrict q, int n) {
  int first = 1;
  for (int i = 0; i < n; i++) {
    q[i] = first ? 7 : p[i];
    first = 0;
  }
}

APART static void by_three_read(const unsigned *restrict p, unsigned *restrict q, int n) {
  int j = 0;
  for (int i = 0; i < n; i++) {
    q[i] = p[j];
    j += 3;
  }
}

APART static void by_three_written(const unsigned *restrict p, unsigned *restrict q, int n) {
  int j = 0;
  for (int i = 0; i < n; i++) {
    q[j] = p[i];
    j += 3;
  }
}

APART static int by_amount(const unsigned *restrict p, unsigned *restrict q, int n, int step) {
  int j = 1500;
  for (int i = 0; i < n; i++) {
    q[i] = p[j];
    j += step;
  }
  return j;
}

APART static void falling(const unsigned *restrict p, unsigned *restrict q, int n) {
  unsigned j = (unsigned)n * 2;
  for (int i = 0; i < n; i++) {
    j -= 2;
    q[i] = p[j] + j;
  }
}

APART static unsigned counts_iterations(unsigned *q, int n) {
  unsigned count = 0;
  for (int i = 5; i < n; i += 4) {
    q[i] += count;
    count++;
  }
  return count;
}

/* A polynomial of the counter: 0, 1, 3, 6, 10, … */
APART static void triangular_numbers(const unsigned *restrict p, unsigned *restrict q, int n) {
  int j = 0;
  for (int i = 0; i < n; i++) {
    j += i;
    q[i] = p[j];
  }
}

APART static void squares(unsigned *q, int n) {
  unsigned square = 0, odd = 1;
  for (int i = 0; i < n; i++) {
    q[i] = square;
    square += odd;
    odd += 2;
  }
}

/* One counter for all points of a nest. */
APART static void running_index(const unsigned *restrict p, unsigned *restrict q, int n, int m) {
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      q[k++] = p[i * m + j] + (unsigned)i;
}

APART static void running_index_triangle(const unsigned *restrict p, unsigned *restrict q, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      q[k++] = p[i * n + j] + (unsigned)i;
}

APART static void running_pointer(unsigned *q, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *q++ *= 3;
}

APART static void every_second(const unsigned *restrict p, unsigned *restrict q, int n) {
  int odd = 0;
  for (int i = 0; i < n; i++) {
    q[i] = odd ? 0 : p[i];
    odd = !odd;
  }
}

APART static void around_seven(const unsigned *restrict p, unsigned *restrict q, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    q[i] = p[i] + p[k];
    if (++k == 7)
      k = 0;
  }
}

APART static void two_before(const double *restrict p, double *restrict q, int n) {
  double before = p[0], at = p[1];
  for (int i = 2; i < n; i++) {
    q[i] = p[i] - 2 * at + before;
    before = at;
    at = p[i];
  }
}

APART static void powers(unsigned *q, int n) {
  unsigned power = 1;
  for (int i = 0; i < n; i++) {
    q[i] = power;
    power *= 3;
  }
}

/* Rounds in each step: not a multiple of the counter. */
APART static double steps_of_time(double *q, int n, double h) {
  double t = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    q[i] = t * t;
    t += h;
  }
  return t;
}

/* The step depends on data. */
APART static void data_step(const unsigned *restrict p, unsigned *restrict q, int n) {
  unsigned j = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    q[i] = p[j % N];
    j += 1 + (p[i] & 1);
  }
}

/* The value of the iteration before, but not of each. */
APART static void previous_chosen(const unsigned *restrict p, unsigned *restrict q, int n) {
  unsigned before = 9;
  for (int i = 0; i < n; i++) { // NO-LIFT
    q[i] = before;
    if (p[i] & 2)
      before = p[i];
  }
}

/* The value before comes out of what the loop writes. */
APART static void previous_written(unsigned *p, int n) {
  unsigned before = 9;
  for (int i = 0; i < n; i++) { // NO-LIFT
    p[i] = p[i] * 3 + before;
    before = p[i];
  }
}

int main(void) {
  double x[N], y[N];
  fill_double(x, N, 4);
  for (int n = 2; n <= 902; n += 180) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    fill_bytes(c, sizeof c, 3);
    memset(y, 0, sizeof y);
    previous_element(x, y, n), SHOW(y);
    around_the_ring(a, b, n), SHOW(b);
    first_only(a, b, n), SHOW(b);
    by_three_read(a, b, n), by_three_written(a, c, n), SHOW(b), SHOW(c);
    for (int step = -1; step <= 1; step++)
      show_int("amount", by_amount(a, b, n, step)), SHOW(b);
    falling(a, b, n), SHOW(b);
    show_int("count", counts_iterations(b, n)), SHOW(b);
    triangular_numbers(a, b, n % 77), squares(c, n), SHOW(b), SHOW(c);
    running_index(a, b, n / 20, 20), running_index(a, c, 20, n / 20), SHOW(b), SHOW(c);
    running_index_triangle(a, b, n / 20), running_pointer(c, n / 30, 30), SHOW(b), SHOW(c);
    every_second(a, b, n), around_seven(a, c, n), SHOW(b), SHOW(c);
    two_before(x, y, n), SHOW(y);
    powers(b, n), SHOW(b);
    show_double("time", steps_of_time(y, n, 0.1)), SHOW(y);
    data_step(a, b, n), previous_chosen(a, c, n), previous_written(a, n), SHOW(a), SHOW(b), SHOW(c);
  }
  return 0;
}
