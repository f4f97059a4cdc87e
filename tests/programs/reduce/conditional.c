// LIFT: 8
// Reductions under conditions, with different amounts in the branches, counting, and early continue.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 1500 };
static int a[N], b[N];
static unsigned u[N];
static double d[N];

APART static long sum_positive(int n) {
  long s = 7;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      s += a[i];
  return s;
}

APART static int count_both(int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += a[i] > b[i] && (a[i] ^ b[i]) & 1;
  return count;
}

APART static long branches(int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 10)
      s += a[i];
    else if (a[i] < -10)
      s += 3;
    else
      s -= b[i];
  return s;
}

APART static unsigned cases(int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++)
    switch (u[i] % 5) {
    case 0: s += u[i]; break;
    case 1: break;
    case 2: s += 5; break;
    default: s += u[i] / 2;
    }
  return s;
}

APART static int skipping(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] % 3 == 0)
      continue;
    s++;
    if (b[i] < 0)
      continue;
    s += 2;
  }
  return s;
}

APART static int longest(int n) {
  int most = -5;
  for (int i = 0; i < n; i++) {
    if (b[i] < 0)
      continue;
    int v = a[i] * 2 - b[i];
    if (v > most)
      most = v;
  }
  return most;
}

APART static unsigned toggles(int n) {
  unsigned s = 0x1234;
  for (int i = 0; i < n; i++)
    if (d[i] > 1.0)
      s ^= u[i];
  return s;
}

APART static int all_true(int n) {
  int yes = 1;
  for (int i = 0; i < n; i++)
    yes = yes && a[i] > -100000;
  return yes;
}

APART static int any_true(int n) {
  int yes = 0;
  for (int i = 0; i < n; i++)
    yes |= a[i] == 77;
  return yes;
}

APART static long guarded_by_outer(int n, int on) {
  long s = 0;
  for (int i = 0; i < n; i++)
    if (on)
      s += a[i];
  return s;
}

/* Not one: the condition looks at the sum itself. */
APART static long saturating(int n) {
  long s = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (s < 500)
      s += a[i] & 63;
  return s;
}

/* Not one: the branches use different operators. */
APART static unsigned mixed_operators(int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (a[i] > 0)
      s += u[i];
    else
      s *= 3;
  return s;
}

/* Not one: reset in the middle. */
APART static int run_length(int n) {
  int run = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (a[i] > 0)
      run++;
    else
      run = 0;
  return run;
}

int main(void) {
  fill_int(a, N, 1, 100);
  fill_int(b, N, 2, 50);
  fill_bytes(u, sizeof u, 3);
  fill_double(d, N, 4);
  for (int n = 0; n <= N; n += 500) {
    show_int("positive", sum_positive(n));
    show_int("both", count_both(n));
    show_int("branches", branches(n));
    show_int("cases", cases(n));
    show_int("skipping", skipping(n));
    show_int("longest", longest(n));
    show_int("toggles", toggles(n));
    show_int("all", all_true(n));
    show_int("any", any_true(n));
    show_int("guarded", guarded_by_outer(n, 1) + guarded_by_outer(n, 0));
    show_int("saturating", saturating(n));
    show_int("mixed", mixed_operators(n));
    show_int("run", run_length(n));
  }
  return 0;
}
