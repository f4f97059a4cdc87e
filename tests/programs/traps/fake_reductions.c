// Scalars that look like reductions and are not.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 700 };
static unsigned a[N], b[N], c[N];
static int x[N + 1];

/* y follows x and x follows y. */
APART static unsigned entangled(int n) {
  unsigned p = 1, q = 2;
  for (int i = 0; i < n; i++) { // NO-LIFT
    p += q;
    q -= (unsigned)i;
  }
  return p * 31 + q;
}

APART static unsigned crossed(int n) {
  unsigned p = 1, q = 2;
  for (int i = 0; i < n; i++) { // NO-LIFT
    p += a[i] ^ q;
    q += a[i] & p;
  }
  return p ^ q;
}

/* An index that advances by itself is no sum when it selects what is written. */
APART static void own_index(int n) {
  int j = 0;
  for (int i = 0; i < n; i++) {
    c[j] += a[i] * b[i];
    j++;
  }
}

APART static void data_index(int n) {
  unsigned j = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    c[j % N] += a[i];
    j += b[i] & 3;
  }
}

/* Here `at` is i-1 from the start, so that the places are known after all. */
APART static int chain(int n) {
  int at = 0;
  for (int i = 1; i <= n; i++) {
    x[at] = i;
    at = i;
  }
  return at;
}

/* Here it is not: the first round writes somewhere else, where a later one writes again. */
APART static int chain_from(int n, int at) {
  for (int i = 1; i <= n; i++) {
    x[at] = i;
    at = i;
  }
  return at;
}

APART static unsigned seen_inside(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    s += a[i];
    c[i] = s;
  }
  return s;
}

APART static unsigned seen_before(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    c[i] = s;
    s ^= a[i];
  }
  return s;
}

APART static unsigned exclusive_if(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (s % 3 != 1)
      s += a[i] & 7;
    else
      s += 1;
  return s;
}

/* The maximum of a value that the maximum itself shifts. */
APART static unsigned shifting_max(int n) {
  unsigned m = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    unsigned v = (a[i] & 1023) + m / 2;
    if (v > m)
      m = v;
  }
  return m;
}

/* Compares one value and keeps another. */
APART static unsigned keeps_another(int n) {
  unsigned m = 1 << 30;
  for (int i = 0; i < n; i++) // NO-LIFT
    if (a[i] < m)
      m = b[i];
  return m;
}

APART static int clamp(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    s += (int)(a[i] & 15) - 7;
    if (s < 0)
      s = 0;
  }
  return s;
}

APART static unsigned divided(int n) {
  unsigned s = 0xFFFFFFFFu;
  for (int i = 0; i < n; i++) // NO-LIFT
    s /= (a[i] & 1) + 1;
  return s;
}

APART static unsigned last_condition(int n) {
  unsigned last = 0;
  for (int i = 0; i < n; i++)
    if (a[i] & 1)
      last = a[i];
  return last;
}

APART static int last_index(int n) {
  int last = -1;
  for (int i = 0; i < n; i++)
    if (b[i] % 5 == 2)
      last = i;
  return last;
}

APART static unsigned previous(int n) {
  unsigned prev = 9;
  for (int i = 0; i < n; i++) {
    c[i] = a[i] - prev;
    prev = a[i] * 3;
  }
  return prev;
}

/* Truncated in each step: the high bits must not survive. */
APART static unsigned narrow_sum(int n) {
  unsigned char s = 1;
  for (int i = 0; i < n; i++)
    s = (unsigned char)(s + a[i]);
  return s;
}

APART static int narrow_then_wide(int n) {
  int s = 1;
  for (int i = 0; i < n; i++) // NO-LIFT
    s = (signed char)(s * 2 + (int)(a[i] & 15));
  return s;
}

APART static unsigned masked_sum(int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++)
    s = (s + a[i]) & 0xFFF;
  return s;
}

APART static unsigned modular_sum(int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++)
    s = (s + (a[i] & 0xFFFF)) % 1009;
  return s;
}

APART static int bool_xor(int n) {
  _Bool s = 0;
  for (int i = 0; i < n; i++)
    s = s != ((a[i] & 3) == 1);
  return s;
}

APART static double compensated(int n) {
  double s = 0, e = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    double y = a[i] * 1e-3 - e;
    double t = s + y;
    e = (t - s) - y;
    s = t;
  }
  return s;
}

int main(void) {
  for (int n = 0; n <= N; n += 175) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    fill_bytes(c, sizeof c, 3);
    show_int("entangled", entangled(n));
    show_int("crossed", crossed(n));
    own_index(n), SHOW(c);
    data_index(n), SHOW(c);
    show_int("chain", chain(n)), SHOW(x);
    show_int("chain", chain_from(n, n / 3)), SHOW(x);
    show_int("inside", seen_inside(n)), SHOW(c);
    show_int("before", seen_before(n)), SHOW(c);
    show_int("exclusive", exclusive_if(n));
    show_int("shifting", shifting_max(n));
    show_int("another", keeps_another(n));
    show_int("clamp", clamp(n));
    show_int("divided", divided(n));
    show_int("last", last_condition(n));
    show_int("index", last_index(n));
    show_int("previous", previous(n)), SHOW(c);
    show_int("narrow", narrow_sum(n));
    show_int("wide", narrow_then_wide(n));
    show_int("masked", masked_sum(n));
    show_int("modular", modular_sum(n));
    show_int("xor", bool_xor(n));
    show_double("compensated", compensated(n));
  }
  return 0;
}
