// LIFT: 8
// Unsigned, short and mixed index arithmetic that stays in range.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { SIZE = 2000 };
static unsigned a[SIZE], b[SIZE];

APART static void unsigned_plain(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    a[i] = b[i] + i;
}

APART static void unsigned_offset(unsigned n, unsigned offset) {
  for (unsigned i = 0; i < n; i++)
    a[i + offset] = b[i] * 3;
}

APART static void unsigned_backwards(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    a[n - 1 - i] = b[i] + 1;
}

APART static void unsigned_nest(unsigned n, unsigned m) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[i * m + j] += b[j * n + i];
}

APART static void shifted(int n) {
  for (int i = 0; i < n; i++)
    a[i << 1] = b[(i << 1) | 1];
}

APART static void halves(int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i / 2] + b[i >> 1] * 2;
}

APART static void modulo(int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i % 64] + b[((unsigned)i * 2654435761u) >> 25];
}

/* Two iterations in 64 write the same element. */
APART static void modulo_write(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[i % 64] = b[i] + a[(i + 1) % 64];
}

APART static void short_index(short n) {
  for (short i = 0; i < n; i++)
    a[i] ^= b[i + 1];
}

APART static void byte_index(uint8_t n) {
  for (uint8_t i = 0; i < n; i++)
    a[i] += i;
}

APART static void long_long(long long n) {
  for (long long i = 0; i < n; i++)
    a[(int)i] = (unsigned)(i * i);
}

APART static void from_to(int from, int to) {
  for (int i = from; i < to; i++)
    a[i + 500] = b[500 - i] * 2;
}

APART static void inclusive(int from, int to) {
  for (int i = from; i <= to; i++)
    a[i] -= (unsigned)i;
}

APART static void unsigned_inclusive(unsigned to) {
  for (unsigned i = 1; i <= to; i++)
    a[i - 1] = a[i - 1] * 9 + i;
}

APART static void mixed(unsigned n, long offset, int scale) {
  for (unsigned i = 0; i < n; i++)
    a[offset + (int)i * scale] += b[i];
}

APART static void two_indices(int n) {
  for (int i = 0, j = n; i < n; i++, j--)
    a[i] = b[j] + (unsigned)j;
}

/* Bounds that are wider than the counter, which must not be taken for the counter's width. */
APART static void wider_bound(size_t n) {
  for (unsigned i = 0; i < n; i++)
    a[i] = a[i] * 3 + b[i];
}

APART static void wider_inclusive(long first, long n) {
  for (unsigned i = (unsigned)first; i <= n; i++)
    a[i] += i;
}

APART static void narrow_counter(size_t n) {
  for (unsigned short i = 3; i < n; i++)
    a[i] ^= b[i] + i;
}

int main(void) {
  for (int n = 0; n <= 250; n += 50) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    unsigned_plain(n);
    unsigned_offset(n, 17);
    SHOW(a);
    unsigned_backwards(n);
    SHOW(a);
    unsigned_nest(n / 10, 40);
    unsigned_nest(40, n / 10);
    SHOW(a);
    shifted(n);
    halves(n);
    SHOW(a);
    modulo(n);
    modulo_write(n);
    SHOW(a);
    short_index(n);
    byte_index(n);
    long_long(n);
    SHOW(a);
    from_to(-n, n);
    inclusive(0, n);
    inclusive(7, 6);
    unsigned_inclusive(n);
    SHOW(a);
    mixed(n, 900, 4);
    mixed(n, 900, -3);
    mixed(n, 900, 0);
    SHOW(a);
    two_indices(n);
    SHOW(a);
    wider_bound(n);
    wider_inclusive(0, n);
    wider_inclusive(9, -1);
    narrow_counter(n);
    SHOW(a);
  }
  return 0;
}
