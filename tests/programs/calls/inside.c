// LIFT: 4
// Loops in all kinds of surroundings: conditions, switches, macros, inlined callers, several exits of the function.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 256 };
static unsigned a[N], b[N];

#define EACH(i, n) for (int i = 0; i < (n); i++)

static inline unsigned inlined_sum(const unsigned *p, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

APART static int several_exits(int n, int kind) {
  if (n < 0)
    return -1;
  switch (kind) {
  case 0:
    EACH(i, n) a[i] += 1;
    return 0;
  case 1:
    EACH(i, n) a[i] ^= b[i];
    break;
  case 2: {
    unsigned s = inlined_sum(a, n);
    if (s & 1)
      return (int)(s & 0xFFFF);
    EACH(i, n) b[i] = s + (unsigned)i;
    break;
  }
  default:
    EACH(i, n) {
      if (kind > 5)
        a[i] = b[n - 1 - i];
      else
        b[i] = a[i];
    }
  }
  EACH(i, n / 2) a[i * 2] = b[i * 2 + 1];
  return kind;
}

/* The loop variable and sums are used afterwards. */
APART static unsigned after(int n) {
  int i;
  unsigned s = 0, last = 0;
  for (i = 0; i < n; i++) {
    s += a[i];
    b[i] = a[i] ^ 3;
  }
  if (i > 0)
    last = a[i - 1];
  return s + last + (unsigned)i;
}

/* The bound is changed by the loop itself? No: by another variable of the same name. */
APART static void shadowed(int n) {
  for (int i = 0; i < n; i++) {
    int n = (int)(b[i] & 3);
    a[i] += (unsigned)n;
  }
}

/* The bound lies in memory that the loop writes. */
APART static void bound_in_memory(unsigned *count, unsigned *data) {
  for (unsigned i = 0; i < *count; i++)
    data[i] = i + 1;
}

APART static void repeated(int rounds, int n) {
  for (int r = 0; r < rounds; r++) // NO-LIFT
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 + (unsigned)r;
}

int main(void) {
  fill_bytes(a, sizeof a, 1);
  fill_bytes(b, sizeof b, 2);
  for (int kind = 0; kind < 8; kind++)
    for (int n = -1; n <= N; n += 64) {
      show_int("exit", several_exits(n, kind));
      SHOW(a);
      SHOW(b);
    }
  for (int n = 0; n <= N; n += 64) {
    show_int("after", after(n));
    shadowed(n);
    repeated(n / 50, n);
    SHOW(a);
    SHOW(b);
  }
  unsigned count = 200;
  bound_in_memory(&count, a);
  SHOW(a);
  /* Writing the bound shortens or lengthens the loop. */
  b[10] = 100;
  bound_in_memory(&b[10], b);
  SHOW(b);
  b[90] = 50;
  bound_in_memory(&b[90], b);
  SHOW(b);
  return 0;
}
