// FLAGS: -fno-strict-aliasing
// Dependences that exist only because of pointers, offsets and strides known at run time.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 1200 };
static unsigned a[N], b[N];

struct view {
  unsigned *p;
  int offset;
  int stride;
};

APART static void offset(unsigned *p, int n, int d) {
  for (int i = 0; i < n; i++)
    p[i] = p[i + d] * 3 + 1;
}

APART static void two_offsets(unsigned *p, int n, int d, int e) {
  for (int i = 0; i < n; i++) {
    p[i + d] = p[i + e] + 5;
    p[i] ^= 3;
  }
}

APART static void views(struct view to, struct view from, int n) {
  for (int i = 0; i < n; i++)
    to.p[to.offset + i * to.stride] = from.p[from.offset + i * from.stride] + (unsigned)i;
}

APART static void through_structs(struct view *to, struct view *from, int n) {
  for (int i = 0; i < n; i++)
    to->p[i] = from->p[i] * 3;
}

/* The pointer itself lies in what is written. */
APART static void moves_itself(unsigned **p, int n) {
  for (int i = 0; i < n; i++)
    (*p)[i] = (unsigned)i * 3 + 1;
}

APART static void swapped(unsigned *p, unsigned *q, int n, int which) {
  unsigned *from = which ? p : q;
  unsigned *to = which == 2 ? p : q;
  for (int i = 0; i < n; i++)
    to[i + 1] = from[i] * 9;
}

/* Which array is written changes during the loop. */
APART static void alternating(unsigned *p, unsigned *q, int n) {
  for (int i = 1; i < n; i++) {
    unsigned *to = i & 1 ? p : q;
    to[i] = p[i - 1] + q[i - 1];
  }
}

APART static void nested_offset(unsigned *p, int rows, int cols, int pitch, int d) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      p[i * pitch + j] = p[i * pitch + j + d] * 3 + 1;
}

APART static unsigned sum_into(unsigned *s, const unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    *s += p[i] & 0xFF;
  return *s;
}

APART static void long_and_short(unsigned char *p, unsigned long *q, int n) {
  for (int i = 0; i < n; i++)
    p[i] = (unsigned char)(q[i] >> 3);
}

int main(void) {
  for (int d = -40; d <= 40; d++) {
    fill_bytes(a, sizeof a, 1);
    offset(a + 100, 300, d), SHOW(a);
    offset(a + 500, 30, d), SHOW(a);
    two_offsets(a + 200, 100, d, 3), SHOW(a);
    two_offsets(a + 200, 20, 25, d), SHOW(a);
  }
  for (int s = -3; s <= 3; s++)
    for (int t = -3; t <= 3; t++)
      for (int d = -2; d <= 2; d++) {
        fill_bytes(a, sizeof a, 2);
        views((struct view){a, 500, s}, (struct view){a, 500 + d, t}, 100);
        SHOW(a);
      }
  struct view v = {a, 0, 1}, w = {b, 0, 1}, u = {a + 1, 0, 1};
  fill_bytes(b, sizeof b, 3);
  through_structs(&v, &w, 500), SHOW(a);
  through_structs(&u, &v, 500), SHOW(a);
  through_structs(&v, &u, 500), SHOW(a);
  for (int k = 0; k < 3; k++) {
    unsigned *slots[64];
    for (int i = 0; i < 64; i++)
      slots[i] = a;
    slots[20] = b;
    moves_itself(&slots[20], 60);
    SHOW(b);
    for (int which = 0; which < 3; which++)
      swapped(a, b, 700, which), SHOW(a), SHOW(b);
    alternating(a, b, 700), SHOW(a), SHOW(b);
    alternating(a, a, 700), SHOW(a);
    alternating(a, a + 1, 700), SHOW(a);
  }
  for (int d = -70; d <= 70; d += 7)
    for (int pitch = 10; pitch <= 14; pitch++) {
      fill_bytes(a, sizeof a, 4);
      nested_offset(a + 100, 50, 12, pitch, d);
      SHOW(a);
    }
  show_int("sum", sum_into(&a[3], b, 900));
  show_int("sum", sum_into(&b[300], b, 900));
  SHOW(b);
  _Alignas(16) unsigned long words[200];
  for (int d = 0; d < 1600; d += 123) {
    fill_bytes(words, sizeof words, 5);
    long_and_short((unsigned char *)words + (d < 1500 ? d : 1500), words, 100);
    SHOW(words);
  }
  return 0;
}
