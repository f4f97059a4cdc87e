// Values that one iteration leaves for the next in globals, statics and through callees.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 800 };
static unsigned a[N], b[N], t[32][32], scratch, position, flags, counter;
static unsigned *cursor;
unsigned visible;

APART static void bump(unsigned by) { counter += by; }
APART static unsigned take(void) { return counter * 3; }

APART static void written_in_callee(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    bump(a[i]);
    b[i] = take();
  }
}

APART static void set_then_use(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    if (a[i] & 1)
      scratch = a[i];
    b[i] = scratch;
  }
}

/* The global is written before it is read in every iteration, and its last value stays visible. */
APART static void last_one_stays(int n) {
  for (int i = 0; i < n; i++) {
    visible = a[i] ^ 5;
    b[i] = visible * 3;
  }
}

/* The cursor moves evenly, so its places are known; its last value stays. */
APART static void through_cursor(int n) {
  cursor = b;
  for (int i = 0; i < n; i++)
    *cursor++ = a[i];
}

APART static void conditional_cursor(int n) {
  unsigned *p = b;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (a[i] & 4)
      *p++ = a[i];
  position = (unsigned)(p - b);
}

APART static void conditional_index(int n) {
  int k = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (a[i] & 2)
      b[k++] = a[i] + 1;
  position += (unsigned)k;
}

APART static void global_or(int n) {
  for (int i = 0; i < n; i++)
    flags |= a[i] & 0x0F0F;
}

/* Numbers that are evenly spaced, from a global. */
APART static void global_number(int n) {
  for (int i = 0; i < n; i++)
    b[i] = position++;
}

APART static void uneven_number(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    b[i] = position += a[i] & 3;
}

APART static void global_bound(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    if (a[i] > visible)
      visible = a[i];
    b[i] = visible;
  }
}

/* The same table is written again in each round: the last round's values must stay. */
APART static void again_and_again(int rounds) {
  for (int k = 0; k < rounds; k++) // NO-LIFT
    for (int i = 0; i < 32; i++)
      for (int j = 0; j < 32; j++)
        t[i][j] = (unsigned)(k * 1000 + i * 32 + j) ^ t[j][(i + k) & 31];
}

APART static void last_round(int rounds) {
  for (int k = 0; k < rounds; k++)
    for (int i = 0; i < 32; i++)
      for (int j = 0; j < 32; j++)
        t[i][j] = (unsigned)(k * 1000 + i * 32 + j);
}

static unsigned remembered(unsigned x) {
  static unsigned last = 17;
  unsigned old = last;
  last = x;
  return old ^ x;
}

APART static void static_local(int n) {
  for (int i = 0; i < n; i++)
    b[i] = remembered(a[i]);
}

APART static void swap_scalars(int n) {
  unsigned x = 1, y = 2;
  for (int i = 0; i < n; i++) { // NO-LIFT
    unsigned z = x;
    x = y;
    y = z + a[i];
    b[i] = x;
  }
}

int main(void) {
  for (int n = 0; n <= N; n += 200) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    written_in_callee(n), SHOW(b);
    set_then_use(n), SHOW(b), SHOW(scratch);
    last_one_stays(n), SHOW(b), SHOW(visible);
    through_cursor(n), SHOW(b);
    show_int("cursor", cursor - b);
    conditional_cursor(n), SHOW(b);
    conditional_index(n), SHOW(b), SHOW(position);
    global_or(n), SHOW(flags);
    global_number(n), SHOW(b), SHOW(position);
    uneven_number(n), SHOW(b), SHOW(position);
    global_bound(n), SHOW(b), SHOW(visible);
    again_and_again(n / 40), SHOW(t);
    last_round(n / 40), SHOW(t);
    static_local(n), SHOW(b);
    swap_scalars(n), SHOW(b);
  }
  return 0;
}
