// LIFT: 6
// A reduction variable that is updated several times in an iteration, and written in unusual ways.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 900 };
static unsigned a[N], b[N];

APART static unsigned three_terms(int n) {
  unsigned t = 5;
  for (int i = 0; i < n; i++)
    t = t + a[i] + b[i];
  return t;
}

APART static unsigned plus_minus(int n) {
  unsigned t = 0;
  for (int i = 0; i < n; i++) {
    t = t + a[i] - b[i];
    t += 3;
    t -= (unsigned)i;
  }
  return t;
}

APART static unsigned reversed_operands(int n) {
  unsigned t = 1;
  for (int i = 0; i < n; i++)
    t = a[i] + (b[i] + t);
  return t;
}

APART static unsigned two_products(int n) {
  unsigned t = 3;
  for (int i = 0; i < n; i++) {
    t *= a[i] | 1;
    t = (b[i] | 1) * t;
  }
  return t;
}

/* Taking from the other side flips the sign each time: not a sum. */
APART static unsigned subtract_from(int n) {
  unsigned t = 1;
  for (int i = 0; i < n; i++) // NO-LIFT
    t = a[i] - t;
  return t;
}

APART static unsigned doubled(int n) {
  unsigned t = 1;
  for (int i = 0; i < n; i++) // NO-LIFT
    t = t + t + a[i];
  return t;
}

APART static unsigned shifted(int n) {
  unsigned t = 1;
  for (int i = 0; i < n; i++) // NO-LIFT
    t = (t << 1) ^ a[i];
  return t;
}

APART static unsigned horner(int n) {
  unsigned t = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    t = t * 31 + a[i];
  return t;
}

/* The sum of a sum: the second depends on every step of the first. */
APART static unsigned fletcher(int n) {
  unsigned s = 1, t = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    s += a[i];
    t += s;
  }
  return t ^ s;
}

APART static unsigned several_kinds(int n, unsigned *out) {
  unsigned s = 1, p = 1, x = 2, o = 0, m = 0xFFFFFFFFu, lo = 0xFFFFFFFFu, hi = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    p *= b[i] | 1;
    x ^= a[i] + b[i];
    o |= a[i] & 0x01010101;
    m &= b[i] | 0x80000000;
    if (a[i] < lo)
      lo = a[i];
    if (b[i] > hi)
      hi = b[i];
    out[i] = a[i] ^ b[i];
  }
  return s + p * 3 + x * 5 + o * 7 + m * 11 + lo * 13 + hi * 17;
}

APART static unsigned through_pointer(unsigned *total, int n) {
  for (int i = 0; i < n; i++)
    *total += a[i];
  return *total;
}

static unsigned global_total;

APART static void through_global(int n) {
  for (int i = 0; i < n; i++)
    global_total += b[i] * 3;
}

/* The same, but the value is looked at in between. */
APART static void watched_global(int n, unsigned *seen) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    global_total += b[i];
    seen[i] = global_total;
  }
}

/* One element of an array as the sum; the loop reads that array too when the caller says so. */
APART static void through_element(unsigned *sums, const unsigned *from, int k, int n) {
  for (int i = 0; i < n; i++)
    sums[k] += from[i];
}

APART static int arg_max(int n) {
  unsigned best = 0;
  int at = -1;
  for (int i = 0; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
  return at;
}

APART static int arg_min_last(int n) {
  unsigned best = 0xFFFFFFFF;
  int at = -1;
  for (int i = 0; i < n; i++)
    if ((a[i] & 255) <= best) {
      best = a[i] & 255;
      at = i;
    }
  return at;
}

int main(void) {
  unsigned out[N], total = 9;
  for (int n = 0; n <= N; n += 300) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    memset(out, 0, sizeof out);
    show_int("three", three_terms(n));
    show_int("plus minus", plus_minus(n));
    show_int("reversed", reversed_operands(n));
    show_int("products", two_products(n));
    show_int("subtract", subtract_from(n));
    show_int("doubled", doubled(n));
    show_int("shifted", shifted(n));
    show_int("horner", horner(n));
    show_int("fletcher", fletcher(n));
    show_int("several", several_kinds(n, out));
    SHOW(out);
    show_int("pointer", through_pointer(&total, n));
    show_int("inside", through_pointer(&a[n / 2], n));
    through_global(n);
    show_int("global", global_total);
    watched_global(n, out);
    SHOW(out);
    through_element(out, a, 5, n);
    through_element(a, a, n / 3, n);
    SHOW(out);
    SHOW(a);
    show_int("arg max", arg_max(n));
    show_int("arg min", arg_min_last(n));
  }
  return 0;
}
