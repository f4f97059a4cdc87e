// Loops that may leave early, and bounds that change on the way.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 900 };
static unsigned a[N], b[N];
static int ints[N];

APART static int find(unsigned v, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    if ((a[i] & 511) == v)
      return i;
  return -1;
}

APART static int copy_until(int n) {
  int i;
  for (i = 0; i < n; i++) { // NO-LIFT
    if (a[i] % 251 == 0)
      break;
    b[i] = a[i] + 1;
  }
  return i;
}

APART static void stop_at_sum(int n) {
  unsigned s = 0;
  for (int i = 0; i < n && s < 5000; i++) { // NO-LIFT
    s += a[i] & 31;
    b[i] = a[i];
  }
}

APART static void until_zero(unsigned *p) {
  while (*p) { // NO-LIFT
    *p = *p * 3 | 1;
    p++;
  }
}

APART static void jump_out(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < 30; j++) {
      if (a[(i + j) % N] % 3001 == 7)
        goto done;
      b[i] += (unsigned)j;
    }
done:
  b[0]++;
}

/* The bound shrinks while the loop runs. */
APART static int shrinking(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    b[i] = a[i];
    if (a[i] % 7 == 0)
      n--;
  }
  return n;
}

/* The counter is changed in the body. */
APART static void jumping(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    b[i] = a[i] * 3;
    if (a[i] & 1)
      i += 2;
  }
}

/* The counter is changed through a pointer. */
static int *escaped;
APART static void nudge(unsigned x) {
  if (x % 5 == 0)
    ++*escaped;
}

APART static void escaping(int n) {
  int i;
  escaped = &i;
  for (i = 0; i < n; i++) { // NO-LIFT
    b[i] ^= 9;
    nudge(a[i]);
  }
}

APART static void escaping_late(int n) {
  for (int i = 0; i < n; i++) {
    int *p = &i;
    b[*p] += 3;
  }
}

/* Guarded store in a loop that counts down its own parameter. */
APART static void guarded(int *p, int nr, int limit) {
  while (nr-- > 0)
    if (p[nr] > limit)
      p[nr] = limit;
}

APART static void exit_in_middle(int n) {
  for (int i = 0;; i++) { // NO-LIFT
    b[i] += 1;
    if (i >= n - 1 || a[i] % 601 == 3)
      break;
    b[i] ^= 4;
  }
}

/* The exit test in the middle is on the counter only: still a counted loop, but the last round is half a round. */
APART static void half_round(int n) {
  int i = 0;
  for (;;) {
    b[i] += 5;
    if (++i >= n)
      break;
    b[i] ^= 2;
  }
}

APART static void binary_search_all(int n) {
  for (int i = 0; i < n; i++) {
    int lo = 0, hi = n;
    while (lo < hi) {
      int mid = lo + (hi - lo) / 2;
      if (ints[mid] < (int)(a[i] & 4095))
        lo = mid + 1;
      else
        hi = mid;
    }
    b[i] = (unsigned)lo;
  }
}

int main(void) {
  for (int n = 1; n <= N; n += 299) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    fill_int(ints, N, 3, 2000);
    for (int k = 0; k < 5; k++)
      show_int("find", find((unsigned)k * 3, n));
    show_int("until", copy_until(n)), SHOW(b);
    stop_at_sum(n), SHOW(b);
    unsigned z = a[n - 1];
    a[n - 1] = 0;
    until_zero(a), SHOW(a);
    a[n - 1] = z;
    jump_out(n), SHOW(b);
    show_int("shrinking", shrinking(n)), SHOW(b);
    jumping(n), SHOW(b);
    escaping(n), SHOW(b);
    escaping_late(n), SHOW(b);
    guarded(ints, n, 100), SHOW(ints);
    exit_in_middle(n), SHOW(b);
    half_round(n), SHOW(b);
    for (int i = 0; i < N; i++)
      ints[i] = i * 5;
    binary_search_all(n), SHOW(b);
  }
  return 0;
}
