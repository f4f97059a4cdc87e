// LIFT: 6
// Sums over nests, sums of sums, and reductions per row beside reductions over everything.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 50 };
static unsigned m[N][N], rows[N], cols[N];
static int lo[N], hi[N];

APART static unsigned long whole(int n, int k) {
  unsigned long s = 11;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      s += m[i][j];
  return s;
}

APART static unsigned long cube(int n, const unsigned *flat) {
  unsigned long s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        s += flat[(i * n + j) % 977] ^ (unsigned)k;
  return s;
}

APART static unsigned per_row(int n) {
  unsigned most = 0;
  for (int i = 0; i < n; i++) {
    unsigned s = 0;
    for (int j = 0; j < n; j++)
      s += m[i][j] & 0xFFFF;
    rows[i] = s;
    if (s > most)
      most = s;
  }
  return most;
}

/* Column sums row by row: every outer iteration adds to the same elements. */
APART static void per_column(int n) {
  memset(cols, 0, sizeof cols);
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < n; j++)
      cols[j] += m[i][j];
}

APART static unsigned triangle(int n) {
  unsigned x = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      x ^= m[i][j] * (unsigned)(i - j);
  return x;
}

/* Bounds that come from memory. */
APART static unsigned ragged(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    for (int j = lo[i]; j < hi[i]; j++)
      s += m[i][j];
  return s;
}

APART static unsigned inner_and_outer(int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++) {
    s += rows[i];
    for (int j = 0; j < n; j++)
      if (m[i][j] & 1)
        s += m[i][j];
    s -= cols[i];
  }
  return s;
}

/* The inner loop looks at the running value of the outer one. */
APART static unsigned looks(int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < n; j++)
      s += m[i][j] ^ (s & 1);
  return s;
}

/* What is added does not change in the inner loop, so the sum looks like a second counter; but it is one sum over all
   rows, and a tile that starts inside a row has nothing to add for what lies before. */
APART static unsigned same_amount(unsigned *p, long n, unsigned k, unsigned w) {
  unsigned s = 100;
  for (unsigned i = 0; i < (unsigned)n; i++)
    for (uint8_t j = 0; j != (uint8_t)k; j++) {
      p[(long)i * 50 + j] *= 3;
      s += w;
    }
  return s;
}

/* The same for the number of points, and for work before and after the inner loop. */
APART static unsigned points(unsigned *p, int n, int k) {
  unsigned count = 0, odd = 0;
  for (int i = 0; i < n; i++) {
    odd ^= (unsigned)i;
    for (uint8_t j = 0; j != (uint8_t)k; j++) {
      p[i * k + j] += 1;
      count++;
    }
    odd += (unsigned)k;
  }
  return count * 31 + odd;
}

APART static unsigned until(int n) {
  unsigned found = 0;
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < n && m[i][j] % 7 != 3)
      j++;
    found += (unsigned)j;
  }
  return found;
}

int main(void) {
  fill_bytes(m, sizeof m, 1);
  for (int i = 0; i < N; i++) {
    lo[i] = i % 7;
    hi[i] = (i * 13) % N;
  }
  for (int n = 0; n <= N; n += 25) {
    show_int("whole", (long long)(whole(n, N) + whole(N, n)));
    show_int("cube", (long long)cube(n, &m[0][0]));
    show_int("row", per_row(n));
    SHOW(rows);
    per_column(n);
    SHOW(cols);
    show_int("triangle", triangle(n));
    show_int("ragged", ragged(n));
    show_int("inner", inner_and_outer(n));
    show_int("looks", looks(n));
    show_int("until", until(n));
    show_int("same", same_amount(&m[0][0], n, 7, 12));
    show_int("points", points(&m[0][0], n, 9));
  }
  return 0;
}
