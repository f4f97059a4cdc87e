// LIFT: 9
// What a body may contain: local arrays, memcpy and memset, switch, inner loops of unknown length, ternaries, goto.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 300 };
static unsigned in[N * 16], out[N * 16];
static uint8_t text[N][24];

APART static void local_array(int n) {
  for (int i = 0; i < n; i++) {
    unsigned t[16];
    for (int j = 0; j < 16; j++)
      t[j] = in[i * 16 + j];
    for (int j = 1; j < 16; j++)
      t[j] += t[j - 1];
    for (int j = 0; j < 16; j++)
      out[i * 16 + j] = t[15 - j];
  }
}

APART static void sort_rows(unsigned *p, int n) {
  for (int i = 0; i < n; i++) {
    unsigned t[16];
    memcpy(t, p + i * 16, sizeof t);
    for (int j = 1; j < 16; j++) {
      unsigned v = t[j];
      int k = j - 1;
      while (k >= 0 && t[k] > v) {
        t[k + 1] = t[k];
        k--;
      }
      t[k + 1] = v;
    }
    memcpy(p + i * 16, t, sizeof t);
  }
}

/* The array is declared outside, and what the last iteration leaves in it is read. */
APART static unsigned shared_scratch(int n) {
  unsigned t[16];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 16; j++)
      t[j] = in[i * 16 + j] ^ 5;
    for (int j = 0; j < 16; j++)
      out[i * 16 + j] = t[j] + t[15 - j];
  }
  return n > 0 ? t[3] : 0;
}

/* Scratch that is only partly written: iteration i sees what iteration i-1 left. */
APART static void stale_scratch(int n) {
  unsigned t[16] = {0};
  for (int i = 0; i < n; i++) { // NO-LIFT
    t[in[i] % 16] = in[i * 3];
    unsigned s = 0;
    for (int j = 0; j < 16; j++)
      s += t[j] * (unsigned)(j + 1);
    out[i] = s;
  }
}

APART static void clear_rows(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    memset(p + i * 16 + 4, i & 255, 8 * sizeof *p);
}

APART static void copy_rows(unsigned *to, const unsigned *from, int n) {
  for (int i = 0; i < n; i++)
    memcpy(to + i * 16, from + i * 16 + 1, 15 * sizeof *to);
}

/* Each copy reaches into the next row. */
APART static void spilling_copy(unsigned *to, const unsigned *from, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    memcpy(to + i * 8, from + i * 8, 16 * sizeof *to);
}

APART static void choose(int n) {
  for (int i = 0; i < n; i++)
    switch (in[i] % 7) {
    case 0: out[i] = 1; break;
    case 1: out[i] += 3; /* fall through */
    case 2: out[i] *= 5; break;
    case 3: out[i] = in[i + 1]; break;
    case 5: break;
    default: out[i] ^= in[i];
    }
}

APART static void collatz(int n) {
  for (int i = 0; i < n; i++) {
    uint64_t x = (uint64_t)i + 1;
    unsigned steps = 0;
    while (x != 1) {
      x = x & 1 ? 3 * x + 1 : x / 2;
      steps++;
    }
    out[i] = steps;
  }
}

APART static void inner_break(int n) {
  for (int i = 0; i < n; i++) {
    out[i] = 99;
    for (int j = 0; j < 16; j++)
      if (in[i * 16 + j] % 5 == 0) {
        out[i] = (unsigned)j;
        break;
      }
  }
}

APART static void skip(int n) {
  for (int i = 0; i < n; i++) {
    if (in[i] & 1)
      continue;
    if (in[i] & 2)
      goto next;
    out[i] = in[i] / 3;
  next:;
  }
}

APART static void letters(int n) {
  for (int i = 0; i < n; i++) {
    size_t length = strlen((const char *)text[i]);
    for (size_t j = 0; j < length; j++)
      if (text[i][j] >= 'a' && text[i][j] <= 'z')
        text[i][j] = (uint8_t)(text[i][j] - 32);
  }
}

APART static void conditional_store(int n, unsigned limit) {
  for (int i = 0; i < n; i++)
    if (in[i] > limit)
      out[i] = in[i] - limit;
}

APART static void gather(const unsigned *from, const unsigned *at, int n) {
  for (int i = 0; i < n; i++)
    out[i] = from[at[i] % 200];
}

int main(void) {
  for (int n = 0; n <= N; n += N / 3) {
    fill_bytes(in, sizeof in, 1);
    fill_bytes(out, sizeof out, 2);
    for (int i = 0; i < N; i++)
      snprintf((char *)text[i], sizeof text[i], "Row %d of %u", i, in[i] % 100000);
    local_array(n);
    SHOW(out);
    sort_rows(out, n);
    SHOW(out);
    show_int("left", shared_scratch(n));
    SHOW(out);
    stale_scratch(n);
    SHOW(out);
    clear_rows(out, n);
    copy_rows(out, in, n);
    SHOW(out);
    copy_rows(in, in + 31, n > 2 ? n - 3 : 0);
    SHOW(in);
    spilling_copy(out, in, n);
    SHOW(out);
    choose(n);
    SHOW(out);
    collatz(n);
    SHOW(out);
    inner_break(n);
    SHOW(out);
    skip(n);
    letters(n);
    SHOW(text);
    conditional_store(n, 0x80000000u);
    gather(in, out, n);
    gather(out, in, n);
    SHOW(out);
  }
  return 0;
}
