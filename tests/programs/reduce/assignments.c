// Values that some iterations assign: the last assignment counts, none leaves what was there. And those on which
// something else depends.
// LIFT: 7
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 30000 };
static int a[N];
static double x[N];

APART static int last_match(int n, int wanted, int last) {
  for (int i = 0; i < n; i++)
    if (a[i] == wanted)
      last = i;
  return last;
}

/* One of several, and nothing for some. */
APART static double graded(int n, double grade) {
  for (int i = 0; i < n; i++)
    if (a[i] > 950)
      grade = x[i];
    else if (a[i] < -960)
      grade = -x[i] * 2;
    else if (a[i] == 7)
      grade = 0;
  return grade;
}

APART static int any(int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 12.8)
      found = 1;
  return found;
}

/* Two together, with a sum beside them. */
APART static long pair(int n, int *where, double *what) {
  int at = -1;
  double value = -1;
  long sum = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    if ((a[i] & 1023) == 1000) {
      at = i;
      value = x[i];
    }
  }
  *where = at;
  *what = value;
  return sum;
}

APART static int chosen(int n, int choice) {
  for (int i = 0; i < n; i++)
    switch (a[i]) {
    case 1:
      choice = 10;
      break;
    case -2:
      choice = i;
      break;
    case 990:
      choice = a[i] + i;
      break;
    }
  return choice;
}

APART static long within(int n, int m) {
  long last = -5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i * m + j] > 998)
        last = i * 1000L + j;
  return last;
}

/* Rows assign, and between them nothing. */
APART static int per_row(int n, int m) {
  int last = 3;
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j];
    if (sum > 3000)
      last = sum;
  }
  return last;
}

/* What was assigned decides what comes. */
APART static int toggled(int n) {
  int state = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (a[i] > 900 && state == 0)
      state = i;
    else if (a[i] < -900 && state)
      state = 0;
  return state;
}

/* One value becomes the other. */
APART static int before_last(int n) {
  int last = -1, before = -1;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (a[i] > 980) {
      before = last;
      last = i;
    }
  return before * 3 + last;
}

/* It is read where it is not assigned. */
APART static void running(int n, int *to) {
  int last = -1;
  for (int i = 0; i < n; i++) { // NO-LIFT
    if (a[i] > 900)
      last = a[i];
    to[i] = last;
  }
}

/* The sum decides. */
APART static int crossing(int n) {
  int last = -1, sum = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    sum += a[i];
    if (sum > 100000)
      last = i;
  }
  return last;
}

static int copies[N];

int main(void) {
  for (int round = 0; round < 4; round++) {
    fill_int(a, N, round, 1000);
    fill_double(x, N, round + 9);
    for (int n = 0; n <= N; n = n * 7 + 5) {
      int where;
      double what;
      show_int("last match", last_match(n, 17, -1));
      show_int("none", last_match(n, 5000, -4));
      show_double("graded", graded(n, 0.5));
      show_int("any", any(n));
      show_int("sum", pair(n, &where, &what));
      show_int("where", where);
      show_double("what", what);
      show_int("chosen", chosen(n, 77));
      show_int("within", within(n / 100, 100));
      show_int("empty rows", within(n, 0));
      show_int("per row", per_row(n / 30, 30));
      show_int("toggled", toggled(n));
      show_int("before last", before_last(n));
      running(n, copies);
      show("running", copies, sizeof copies);
      show_int("crossing", crossing(n));
    }
  }
}
