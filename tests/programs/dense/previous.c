// LIFT: 8
// Values that an iteration hands to the next one, and that any iteration can compute for itself.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

static double in[5001], out[5001];
static int numbers[5001];

APART static void differences(double *restrict to, const double *restrict from, int n) {
  double previous = from[0] * 3;
  for (int i = 0; i < n; i++) {
    to[i] = from[i] - previous;
    previous = from[i];
  }
}

APART static void computed(double *restrict to, const double *restrict from, int n, double f) {
  double left = -1;
  for (int i = 0; i < n; i++) {
    double right = (from[i] * from[i] + f) / (i + 1) + __builtin_fabs(from[i]);
    to[i] = left * 2 + right;
    left = right;
  }
}

APART static void around(double *restrict to, const double *restrict from, int n) {
  int last = n - 1;
  for (int i = 0; i < n; i++) {
    to[i] = from[last] + from[i];
    last = i;
  }
}

APART static void flagged(double *restrict to, const double *restrict from, int n) {
  int isFirst = 1;
  for (int i = 0; i < n; i++) {
    to[i] = isFirst ? 77 : from[i] / 2;
    isFirst = 0;
  }
}

APART static void backwards(double *restrict to, const double *restrict from, int n) {
  double after = 0;
  for (int i = n - 1; i >= 0; i--) {
    to[i] = from[i] * after;
    after = from[i] + i;
  }
}

APART static void pointers(double *restrict to, const double *restrict p, const double *end) {
  double previous = 5;
  for (; p != end; p += 2) {
    *to++ = previous - p[1];
    previous = *p;
  }
}

APART static long changes(const int *a, int n) {
  long count = 0;
  int previous = 3;
  for (int i = 0; i < n; i++) {
    count += a[i] != previous;
    previous = a[i];
  }
  return count;
}

/* One sum per row, the rows' first values side by side. */
APART static void rows(double *restrict to, const double *restrict from, int n, int m) {
  double first = 9;
  for (int i = 0; i < n; i++) {
    double s = first;
    for (int k = 0; k < m; k++)
      s = s / 2 + from[i * m + k];
    to[i] = s;
    first = from[i * m];
  }
}

/* What follows cannot be told without the iterations before. */
APART static void rewritten(double *a, int n) {
  double previous = 1;
  for (int i = 0; i < n; i++) { // NO-LIFT
    double own = a[i];
    a[i] = previous + own;
    previous = a[i];
  }
}

APART static void sometimes(double *restrict to, const double *restrict from, int n) {
  double last = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    to[i] = last;
    if (from[i] > 0)
      last = from[i];
  }
}

APART static void two_back(double *restrict to, const double *restrict from, int n) {
  double one = 1, two = 2;
  for (int i = 0; i < n; i++) { // NO-LIFT
    to[i] = two - from[i];
    two = one;
    one = from[i] + two;
  }
}

APART static void written_later(double *a, int n) {
  double previous = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    double next = a[i + 1];
    a[i] = previous;
    previous = next;
  }
}

APART static double used_after(double *restrict to, const double *restrict from, int n) {
  double previous = 0;
  for (int i = 0; i < n; i++) {
    to[i] = from[i] - previous;
    previous = from[i];
  }
  return previous;
}

#define RUN(call) ((call), show(#call, out, sizeof out))

int main(void) {
  for (int i = 0; i < 5001; i++)
    in[i] = (double)(mix64(i) >> 50) / 1024 - 8, numbers[i] = (int)(mix64(i) & 1);
  for (int n = 0; n <= 5000; n = n ? n * 5000 : 1) {
    n = (int)opaque(n);
    RUN(differences(out, in, n));
    RUN(computed(out, in, n, 0.25));
    RUN(around(out, in, n));
    RUN(flagged(out, in, n));
    RUN(backwards(out, in, n));
    RUN(pointers(out, in, in + n / 2 * 2));
    RUN(rows(out, in, n / 40, 40));
    show_int("changes", changes(numbers, n));
    RUN(rewritten(out, n));
    RUN(sometimes(out, in, n));
    RUN(two_back(out, in, n));
    RUN(written_later(out, n));
    RUN(used_after(out, in, n));
  }
  return 0;
}
