// LIFT: 4
// Counters that turn around the end of their type, on the way to a bound that they pass by or meet from the other side.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <limits.h>

enum { N = 600 };
static unsigned a[N], seen[N];
static int at;

/* Steps below zero run down to -128 and come back at 127. */
APART static int signed_steps(signed char step) {
  int rounds = 0;
  for (signed char i = 0; i < 1; i = (signed char)(i + step)) {
    a[i + 128] += 3;
    rounds++;
  }
  return rounds;
}

APART static int signed_steps_to(signed char from, signed char to, signed char step) {
  int rounds = 0;
  for (signed char i = from; i < to; i = (signed char)(i + step)) {
    a[i + 128] = a[i + 128] * 3 + 1;
    rounds++;
  }
  return rounds;
}

/* 2 is never met from 255: 3, 0, 253 … turns at zero until it comes by. */
APART static int by_threes(uint8_t n) {
  int rounds = 0;
  for (uint8_t i = n; i > 2; i = (uint8_t)(i - 3)) {
    a[i] = a[i] * 3 + 1;
    rounds++;
  }
  return rounds;
}

APART static int at_least(uint8_t n, uint8_t step) {
  int rounds = 0;
  for (uint8_t i = n; i >= step; i = (uint8_t)(i - step)) {
    a[i] = a[i] * 3 + 1;
    rounds++;
  }
  return rounds;
}

APART static int short_below(uint16_t n, uint16_t step) {
  int rounds = 0;
  for (uint16_t i = n; i > 5; i = (uint16_t)(i - step)) { // NO-LIFT
    a[i % N] = a[i % N] * 3 + 1;
    if (++rounds == 9000)
      break;
  }
  return rounds;
}

/* The upper bound is the largest number: with <= the counter passes every bound, and turns. */
APART static unsigned last_round(uint8_t n) {
  unsigned s = 0;
  uint8_t i = 0;
  for (;;) {
    a[i] += 5;
    s += a[i];
    if (i == n)
      break;
    i++;
  }
  return s;
}

/* Half a round more than there are numbers in the counter's type. */
APART static unsigned one_more(unsigned from, unsigned n) {
  unsigned i = from, s = 0;
  do {
    a[i - from] = a[i - from] * 3 + 1;
    s += a[i - from];
  } while (i++ != n);
  return s;
}

/* Several unsigned widths in one nest; the inner counter turns within the row, or the row's start does. */
APART static void widths(uint8_t rows, uint16_t from, unsigned cols) {
  for (uint8_t i = 0; i < rows; i++)
    for (unsigned j = 0; j < cols; j++) // NO-LIFT
      a[(uint16_t)(from + j) % 300] = a[(uint16_t)(from + j) % 300] * 3 + i;
}

APART static void rows_turn(unsigned rows, uint8_t pitch, unsigned cols) {
  for (unsigned i = 0; i < rows; i++) // NO-LIFT
    for (unsigned j = 0; j < cols; j++)
      a[(uint8_t)(i * pitch) + j] = a[(uint8_t)(i * pitch) + j] * 3 + i;
}

/* The counter lies in memory that the body sees. */
APART static unsigned body(unsigned x) { return x * 3 + (unsigned)at; }

APART static void counter_in_memory(int n) {
  for (at = 0; at < n; ++at)
    seen[at] = body(a[at]);
}

APART static void counter_written(int n) {
  int *p = &at;
  for (at = 0; at < n; ++at) { // NO-LIFT
    seen[at] = a[at] + 1;
    if (a[at] % 13 == 0)
      *p += 2;
  }
}

APART static int only_counts(int n) {
  for (int i = 0; i < n; i++)
    ++at;
  return at;
}

APART static long counts_by(int n, int k) {
  long count = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] & 1)
      count = count + k;
    count = count + i;
  }
  return count;
}

int main(void) {
  for (int k = 0; k < 4; k++) {
    fill_bytes(a, sizeof a, (uint64_t)k);
    show_int("minus", signed_steps(-1) * 1000 + signed_steps((signed char)(-3 - k)));
    show_int("plus", signed_steps(1) * 1000 + signed_steps((signed char)(5 + k)));
    show_int("far", signed_steps_to(-128, 127, 1) + signed_steps_to(100, 101, (signed char)(-k - 1)));
    SHOW(a);
    show_int("threes", by_threes((uint8_t)(255 - k)) + by_threes((uint8_t)k));
    show_int("least", at_least(255, (uint8_t)(1 + k * 20)) + at_least((uint8_t)k, 7));
    show_int("below", short_below((uint16_t)(900 + k), (uint16_t)(1 + k * 2)));
    SHOW(a);
    show_int("last", last_round(255) + last_round((uint8_t)k));
    show_int("more", one_more(UINT_MAX - 100, UINT_MAX) + one_more(UINT_MAX - 100, (unsigned)k) + one_more(7, 7));
    SHOW(a);
    widths((uint8_t)(10 + k), 65400, 250), widths(3, 10, 20), SHOW(a);
    rows_turn(100, (uint8_t)(64 * k), 30), rows_turn(5, 30, 30), SHOW(a);
    counter_in_memory(N - k), SHOW(seen), SHOW(at);
    counter_written(N - 3 * k), SHOW(seen), SHOW(at);
    show_int("only", only_counts(400 + k));
    show_int("by", counts_by(N, k - 1));
  }
  return 0;
}
