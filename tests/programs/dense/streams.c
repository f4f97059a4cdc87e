// LIFT: 9
// Loops in a row over the same pointers: each starts where the one before has stopped, and is lifted itself.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

static unsigned char from[6000], window[6000], out[20000];

/// As a decompressor copies from a window that wraps around.
APART static unsigned char *copy(unsigned char *to, const unsigned char *at, const unsigned char *around, unsigned end,
                                 unsigned length, unsigned next) {
  if (end < length) {
    length -= end;
    do
      *to++ = *at++;
    while (--end);
    at = around;
    if (next < length) {
      end = next;
      length -= end;
      do
        *to++ = *at++;
      while (--end);
      at = around + length;
      do
        *to++ = *at++ + 1;
      while (--length);
    }
  }
  return to;
}

APART static long strided(unsigned char *to, const unsigned char *at, unsigned left, unsigned more) {
  unsigned char *start = to;
  if (left > 2) {
    do {
      *to++ = *at++;
      *to++ = *at++ + 2;
      *to++ = *at++;
      left -= 3;
    } while (left > 2);
    if (more) {
      do
        *to++ = *at++ * 3;
      while (--more);
    }
  }
  return to - start;
}

APART static unsigned char *counted(unsigned char *to, const unsigned char *at, int n, int m, int k) {
  if (n > 0 && m > 0 && k > 0) {
    for (int i = 0; i < n; i++)
      *to++ = *at++ + i;
    for (int i = 0; i < m; i++)
      *to++ = *at++ - i;
    for (int i = 0; i < k; i++)
      *to++ = *at++ ^ i;
  }
  return to;
}

/// The second count is what the first loop leaves behind.
APART static int counts(unsigned char *to, const unsigned char *at, int n) {
  int i = 0;
  for (; i < n; i += 3)
    to[i] = at[i] + 1;
  for (int j = 0; j < i; j++)
    to[j] += 5;
  return i;
}

static void show_end(const char *what, long end) {
  show_int(what, end);
  show(what, out, sizeof out);
}

int main(void) {
  for (int i = 0; i < 6000; i++) {
    from[i] = (unsigned char)(i * 7 + 3);
    window[i] = (unsigned char)(i * 5 + 1);
  }
  for (int i = 0; i < 20000; i++)
    out[i] = (unsigned char)i;
  show_end("copy", copy(out, from, window, 2000, 6000, 1500) - out);
  show_end("copy", copy(out + 10, from, window, 4000, 5000, 3000) - out);
  show_end("copy, overlapping", copy(out + 100, out, out + 50, 2000, 6000, 1500) - out);
  show_end("copy, second part overlapping", copy(out + 3000, from, out + 2990, 2000, 6000, 1500) - out);
  show_end("strided", strided(out, from, 3001, 2500));
  show_end("strided, overlapping", strided(out + 3, out, 3001, 2500));
  show_end("counted", counted(out + 7, from, 2000, 1999, 2001) - out);
  show_end("counted, overlapping", counted(out + 5000, out + 1000, 2000, 1999, 2001) - out);
  show_end("counts", counts(out, from, 5999));
  show_end("counts, overlapping", counts(out + 1, out, 5999));
  return 0;
}
