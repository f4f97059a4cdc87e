// Local variables whose lifetime or address reaches over iterations, and order between the loops of one function.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 400 };
static unsigned a[N], b[N], c[N];
static unsigned *kept;

APART static void keep(unsigned *p) { kept = p; }
APART static unsigned look(void) { return kept ? *kept : 0; }

APART static void address_escapes(int n) {
  unsigned x = 1;
  keep(&x);
  for (int i = 0; i < n; i++) { // NO-LIFT
    x += a[i];
    b[i] = look();
  }
  kept = 0;
}

APART static void array_left_over(int n) {
  unsigned t[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < n; i++) { // NO-LIFT
    b[i] = t[i & 7];
    t[(i + 3) & 7] = a[i];
  }
}

APART static unsigned array_read_after(int n) {
  unsigned t[N];
  for (int i = 0; i < n; i++)
    t[i] = a[i] * 3;
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s = s * 31 + t[i]; // order matters
  return s;
}

/* Two loops that must not be merged or swapped: the second reads what the first has done to its neighbour. */
APART static void one_after_another(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
  for (int i = 0; i < n - 1; i++)
    c[i] = b[i + 1] * 3;
  for (int i = 0; i < n; i++)
    a[i] = c[i] ^ b[i];
}

APART static unsigned scalar_between(int n) {
  unsigned s = 0, m = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  for (int i = 0; i < n; i++)
    if (a[i] - s > m)
      m = a[i] - s;
  for (int i = 0; i < n; i++)
    a[i] = a[i] * m + s;
  return m;
}

/* Both loops in one: the value of the first half is needed in the second half of every iteration. */
APART static void scratch_of_outer(int n) {
  unsigned t[20];
  for (int k = 0; k < n / 20; k++) {
    for (int i = 0; i < 20; i++)
      t[i] = a[k * 20 + i];
    for (int i = 0; i < 20; i++)
      b[k * 20 + i] = t[19 - i];
  }
}

/* The scratch is global: other functions could see it afterwards. */
static unsigned global_scratch[20];
APART static void visible_scratch(int n) {
  for (int k = 0; k < n / 20; k++) { // NO-LIFT
    for (int i = 0; i < 20; i++)
      global_scratch[i] = a[k * 20 + i] + 1;
    for (int i = 0; i < 20; i++)
      b[k * 20 + i] = global_scratch[19 - i];
  }
}

APART static void pointer_changes(int n) {
  unsigned *p = a;
  for (int i = 0; i < n; i++) { // NO-LIFT
    p[i] ^= 5;
    if (i == n / 2)
      p = b;
  }
}

APART static void struct_result(int n) {
  struct {
    unsigned sum, most;
  } r = {0, 0};
  for (int i = 0; i < n; i++) {
    r.sum += a[i];
    if (a[i] > r.most)
      r.most = a[i];
  }
  c[0] = r.sum;
  c[1] = r.most;
}

APART static void compound_literals(int n) {
  for (int i = 0; i < n; i++) {
    unsigned *t = (unsigned[3]){a[i], b[i], (unsigned)i};
    c[i] = t[i % 3];
  }
}

int main(void) {
  for (int n = 0; n <= N; n += 100) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    fill_bytes(c, sizeof c, 3);
    address_escapes(n), SHOW(b);
    array_left_over(n), SHOW(b);
    show_int("after", array_read_after(n));
    one_after_another(n), SHOW(a), SHOW(c);
    show_int("between", scalar_between(n)), SHOW(a);
    scratch_of_outer(n), SHOW(b);
    visible_scratch(n), SHOW(b), SHOW(global_scratch);
    pointer_changes(n), SHOW(a), SHOW(b);
    struct_result(n), SHOW(c);
    compound_literals(n), SHOW(c);
  }
  return 0;
}
