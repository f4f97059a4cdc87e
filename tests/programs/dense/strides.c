// LIFT: 10
// Steps other than one, interleaved accesses, loops that count down, pointer walks and while loops.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { SIZE = 900 };
static unsigned a[SIZE], b[SIZE];

APART static void by_three(int n) {
  for (int i = 0; i < n; i += 3)
    a[i] = b[i] * 2 + 1;
}

/* A step of three that writes three elements: exactly touching. */
APART static void rgb_swap(unsigned *p, int n) {
  for (int i = 0; i + 2 < n; i += 3) {
    unsigned t = p[i];
    p[i] = p[i + 2];
    p[i + 2] = t;
    p[i + 1] ^= 7;
  }
}

/* A step of two that writes three elements: each pair of neighbours shares one. */
APART static void overlapping_steps(unsigned *p, int n) {
  for (int i = 0; i + 2 < n; i += 2) { // NO-LIFT
    p[i] += 1;
    p[i + 1] += p[i];
    p[i + 2] += p[i + 1];
  }
}

APART static void even_from_odd(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    p[2 * i] = p[2 * i + 1] * 3;
}

APART static void even_from_even(unsigned *p, int n) {
  for (int i = 1; i < n; i++) // NO-LIFT
    p[2 * i] = p[2 * i - 2] + 1;
}

APART static void thirds(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    p[3 * i] = p[3 * i + 1] - p[3 * i + 2];
}

/* 2i+1 and 4i+2 never meet, 2i and 4i do. */
APART static void coprime(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    p[2 * i + 1] = p[4 * i + 2] + 5;
}

APART static void meeting(unsigned *p, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    p[2 * i] = p[4 * i] + 5;
}

APART static void down(int n) {
  for (int i = n - 1; i >= 0; i--)
    a[i] = b[i] - i;
}

APART static void down_by_four(int n) {
  for (int i = n; i > 3; i -= 4)
    a[i - 1] = b[i - 4] + i;
}

APART static void countdown_while(unsigned *p, int n) {
  while (n-- > 0)
    p[n] = p[n] * 5 + n;
}

APART static void pointer_walk(const unsigned *from, const unsigned *end, unsigned *to) {
  for (; from != end; from++, to++)
    *to = *from + 3;
}

APART static void pointer_walk_plus(unsigned *to, const unsigned *from, int n) {
  while (n > 0) {
    *to++ = *from++ * 2;
    n--;
  }
}

APART static void pointer_down(unsigned *first, unsigned *last) {
  while (last > first) {
    last--;
    *last = *last / 2 + 1;
  }
}

APART static void counting_while(int n) {
  int i = 0;
  while (i < n) {
    a[i] = b[i] & 255;
    i += 1;
  }
}

APART static void do_while(int n) {
  int i = 0;
  do {
    a[i] += b[i];
    i++;
  } while (i < n);
}

/* Reversal in place: the halves meet in the middle. */
APART static void reverse(unsigned *p, int n) {
  for (int i = 0; i < n / 2; i++) {
    unsigned t = p[i];
    p[i] = p[n - 1 - i];
    p[n - 1 - i] = t;
  }
}

/* Mirrored read beyond the middle: carried. */
APART static void mirrored(unsigned *p, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    p[i] = p[n - 1 - i] + 1;
}

/* Step and stride given at run time. */
APART static void run_time_step(unsigned *p, int n, int step) {
  for (int i = 0; i < n; i += step)
    p[i] = p[i] * 7 + step;
}

APART static void run_time_stride(unsigned *p, const unsigned *q, int n, int s) {
  for (int i = 0; i < n; i++)
    p[i * s] = q[i] + p[i * s] * 3;
}

int main(void) {
  for (int n = 0; n <= 300; n += 75) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    by_three(n);
    SHOW(a);
    rgb_swap(a, n);
    SHOW(a);
    overlapping_steps(a, n);
    SHOW(a);
    even_from_odd(a, n);
    SHOW(a);
    even_from_even(a, n);
    SHOW(a);
    thirds(a, n / 3);
    SHOW(a);
    coprime(a, n / 2);
    SHOW(a);
    meeting(a, n / 2);
    SHOW(a);
    down(n);
    SHOW(a);
    down_by_four(n);
    SHOW(a);
    countdown_while(a, n);
    SHOW(a);
    pointer_walk(b, b + n, a);
    SHOW(a);
    pointer_walk(a, a + n, a + 1);
    SHOW(a);
    pointer_walk_plus(a, b, n);
    SHOW(a);
    pointer_down(a, a + n);
    SHOW(a);
    counting_while(n);
    SHOW(a);
    do_while(n);
    SHOW(a);
    reverse(a, n);
    reverse(a, n + 1);
    SHOW(a);
    mirrored(a, n);
    SHOW(a);
    for (int step = 1; step < 9; step += 2)
      run_time_step(a, n, step);
    SHOW(a);
    for (int s = -2; s <= 2; s++)
      run_time_stride(a + 300, b, n / 2, s);
    SHOW(a);
  }
  return 0;
}
