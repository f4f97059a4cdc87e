// LIFT: 3
// Parallel loops in functions that are called from parallel loops, and from recursion.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 96 };
static unsigned m[N][N], row[N];
static unsigned work[4096];

APART static void inner(unsigned *p, int n, unsigned seed) {
  for (int i = 0; i < n; i++)
    p[i] = p[i] * 5 + seed + (unsigned)i;
}

APART static unsigned inner_sum(const unsigned *p, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] ^ (unsigned)i;
  return s;
}

APART static void outer(int n) {
  for (int i = 0; i < n; i++)
    inner(m[i], n, (unsigned)i);
}

APART static void outer_sum(int n) {
  for (int i = 0; i < n; i++)
    row[i] = inner_sum(m[i], n);
}

/* Like a merge sort: a block on each level, recursion in between. */
APART static void recurse(unsigned *p, int n, int depth) {
  if (n < 8)
    return;
  inner(p, n, (unsigned)depth);
  recurse(p, n / 2, depth + 1);
  recurse(p + n / 2, n - n / 2, depth + 1);
  for (int i = 0; i < n / 2; i++) {
    unsigned x = p[i], y = p[n - 1 - i];
    p[i] = x < y ? x : y;
    p[n - 1 - i] = x < y ? y : x;
  }
}

APART static unsigned depth_sum(int depth, int n) {
  if (depth == 0)
    return inner_sum(work, n);
  unsigned s = 0;
  for (int i = 0; i < 3; i++)
    s += depth_sum(depth - 1, n - i) + inner_sum(work + i, n / 2);
  return s;
}

int main(void) {
  fill_bytes(m, sizeof m, 1);
  fill_bytes(work, sizeof work, 2);
  for (int n = 0; n <= N; n += 32) {
    outer(n), SHOW(m);
    outer_sum(n), SHOW(row);
  }
  recurse(work, 4096, 0);
  SHOW(work);
  recurse(work + 1, 3001, 1);
  SHOW(work);
  show_int("depth", depth_sum(4, 200));
  return 0;
}
