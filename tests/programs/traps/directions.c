// Nests whose loops may not change places, loops that may not be joined, and arrays that all rounds of an outer loop
// write.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 48 };
static unsigned m[N][N], w[N][N], row[N], col[N], t[N];

/* Reads what the previous round has written one column further on: the nest may not be turned inside out. */
APART static void up_and_right(int n) {
  for (int i = 1; i < n; i++) // NO-LIFT
    for (int j = 0; j < n - 1; j++)
      m[i][j] = m[i - 1][j + 1] * 3 + (unsigned)j;
}

/* The same with a scalar that goes through all points in order. */
APART static unsigned with_scalar(int n) {
  unsigned last = 1;
  for (int i = 1; i < n; i++)         // NO-LIFT
    for (int j = 0; j < n - 1; j++) { // NO-LIFT
      last = last * 5 + m[i - 1][j + 1];
      m[i][j] = last;
    }
  return last;
}

/* The scalar is the previous point's value in the inner loop, and the previous row's end in the outer one. */
APART static unsigned scalar_across_rows(int n) {
  unsigned before = 7;
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < n; j++) {
      w[i][j] = before;
      before = m[i][j] ^ (unsigned)i;
    }
  return before;
}

APART static void columns_first(int n) {
  for (int j = 0; j < n - 1; j++) // NO-LIFT
    for (int i = 1; i < n; i++)
      m[i][j] = m[i - 1][j + 1] + m[i][j] * 3;
}

/* Three loops, and the outermost two carry in opposite directions. */
APART static void three_deep(int n) {
  for (int k = 1; k < n; k++) // NO-LIFT
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < n; j++)
        m[(i + 1) % n][j] = m[i][j] + w[k][j] * (unsigned)k;
}

/* The second loop needs the first one's last value, which it gets only if the first has ended. */
APART static unsigned last_then_use(int n) {
  unsigned found = 3;
  for (int i = 0; i < n; i++)
    if (row[i] & 1)
      found = row[i] * 3;
  for (int i = 0; i < n; i++)
    col[i] = row[i] ^ found;
  return found;
}

APART static unsigned sum_then_use(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += row[i];
  for (int i = 0; i < n; i++)
    row[i] = row[i] * 3 + s;
  return s;
}

/* Each loop overwrites what the one before has read. */
APART static void overwrite(int n) {
  for (int i = 0; i < n - 1; i++)
    t[i] = row[i] + row[i + 1];
  for (int i = 0; i < n; i++)
    row[i] = col[i] * 5;
  for (int i = 0; i < n; i++)
    col[n - 1 - i] = t[i] + row[i];
}

/* All rounds of k write all elements: the last one's stay, and the reads of later rounds must see the earlier ones. */
APART static void rounds(int n, int times) {
  for (int k = 0; k < times; k++) // NO-LIFT
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        m[i][j] = m[i][j] * 3 + w[j][i] + (unsigned)k;
}

/* Rounds that do not all write the same elements: what stays is from different rounds. */
APART static void shrinking_rounds(int n) {
  for (int k = 0; k < n; k++) // NO-LIFT
    for (int i = 0; i < n - k; i++)
      row[i] = (unsigned)(k * 100 + i);
}

APART static void partly_written(int n) {
  for (int k = 0; k < n; k++) // NO-LIFT
    for (int i = 0; i < n; i++)
      if (w[k][i] % 3)
        row[i] = w[k][i] + (unsigned)k;
}

/* Wavefronts: along a diagonal nothing depends on anything, across it everything does. */
APART static void wavefront(int n) {
  for (int d = 0; d < 2 * n - 1; d++) { // NO-LIFT
    int first = d < n ? 0 : d - n + 1, last = d < n ? d : n - 1;
    for (int i = first; i <= last; i++) {
      int j = d - i;
      m[i][j] += (i ? m[i - 1][j] : 1) + (j ? m[i][j - 1] : 2);
    }
  }
}

/* Both matrices in turn. */
APART static void ping_pong(int n, int times) {
  for (int k = 0; k < times; k++) { // NO-LIFT
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        w[i][j] = m[i - 1][j] + m[i + 1][j] + m[i][j - 1] + m[i][j + 1];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        m[i][j] = w[i - 1][j] ^ w[i + 1][j] ^ w[i][j - 1] ^ w[i][j + 1];
  }
}

int main(void) {
  for (int n = 0; n <= N; n += 12) {
    fill_bytes(m, sizeof m, 1);
    fill_bytes(w, sizeof w, 2);
    fill_bytes(row, sizeof row, 3);
    fill_bytes(col, sizeof col, 4);
    up_and_right(n), SHOW(m);
    show_int("scalar", with_scalar(n)), SHOW(m);
    show_int("across", scalar_across_rows(n)), SHOW(w);
    columns_first(n), SHOW(m);
    three_deep(n), SHOW(m);
    show_int("last", last_then_use(n)), SHOW(col);
    show_int("sum", sum_then_use(n)), SHOW(row);
    overwrite(n), SHOW(col);
    rounds(n, 5), SHOW(m);
    shrinking_rounds(n), SHOW(row);
    partly_written(n), SHOW(row);
    wavefront(n), SHOW(m);
    ping_pong(n, 7), SHOW(m), SHOW(w);
  }
  return 0;
}
