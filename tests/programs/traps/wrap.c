// Index arithmetic that wraps around: iterations far apart write the same element.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <sys/mman.h>

static unsigned a[70000], b[1200];
/* Room for indices up to 2^31 in bytes; only a few pages of it are ever touched. */
static unsigned char *wide;

APART static void byte_counter(int n) {
  uint8_t at = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    a[at] = a[at] * 3 + (unsigned)i;
    at++;
  }
}

APART static void byte_cast(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[(uint8_t)i] = a[(uint8_t)(i + 1)] + (unsigned)i;
}

APART static void byte_cast_write(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[(uint8_t)(i * 3)] = (unsigned)i;
}

APART static void short_counter(unsigned n) {
  unsigned short at = 65000;
  for (unsigned i = 0; i < n; i++, at++) // NO-LIFT
    a[at] = a[at] + i * 3;
}

APART static void signed_char_cast(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[(signed char)i + 128] = a[(signed char)(i + 5) + 128] * 3 + 1;
}

/* 0, 2^31, 0, 2^31, … in 32 bits. */
APART static void half_turn(unsigned n) {
  for (unsigned i = 0; i < n; i++) // NO-LIFT
    wide[i * 0x80000000u] = (unsigned char)(wide[i * 0x80000000u] * 3 + i);
}

/* 0, 2^30, 2^31, 3·2^30 mod 2^32, back to 0. */
APART static void quarter_turn(unsigned n) {
  for (unsigned i = 0; i < n; i++) // NO-LIFT
    wide[(i * 0x40000000u) & 0x7FFFFFFF] = (unsigned char)(wide[(i * 0x40000000u) & 0x7FFFFFFF] * 3 + i);
}

APART static void multiplied(unsigned n, unsigned k) {
  for (unsigned i = 0; i < n; i++)
    b[(i * k) >> 22] = i;
}

/* Runs over the end of unsigned: 4294967290 … 4294967295, 0, 1, … */
APART static void past_zero(unsigned from, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    b[(unsigned)(from + i) % 500] += i;
}

APART static void offset_wraps(unsigned n, unsigned offset) {
  for (unsigned i = 0; i < n; i++)
    b[i + offset] = b[i] * 3 + 1;
}

APART static void nest_wraps(unsigned n, unsigned m, unsigned pitch) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[i * pitch + j] = a[i * pitch + j] * 3 + i;
}

APART static void step_wraps(unsigned n) {
  unsigned at = 0;
  for (unsigned i = 0; i < n; i++) { // NO-LIFT
    wide[at] = (unsigned char)(wide[at] * 5 + i);
    at += 0x80000000u;
  }
}

APART static void size_t_wraps(size_t n, size_t stride, unsigned *p) {
  for (size_t i = 0; i < n; i++)
    p[i * stride] = p[i * stride] * 3 + (unsigned)i;
}

APART static void subtracting(unsigned n) {
  for (unsigned i = 0; i < n; i++) // 5-i wraps; taken mod 1000 of 2^32 it is still one element per i for small n
    b[(5u - i) % 1000u] ^= i;
}

int main(void) {
  wide = mmap(0, ((size_t)1 << 31) + 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (wide == MAP_FAILED)
    return 1;
  for (int n = 0; n <= 1400; n += 350) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    byte_counter(n), byte_cast(n), SHOW(a);
    byte_cast_write(n), SHOW(a);
    short_counter((unsigned)n), SHOW(a);
    signed_char_cast(n), SHOW(a);
    half_turn((unsigned)n);
    quarter_turn((unsigned)n);
    step_wraps((unsigned)n);
    show("wide", wide, 16);
    show("wide", wide + 0x40000000u, 16);
    show("wide", wide + 0x80000000u, 16);
    multiplied((unsigned)n, 2654435761u), SHOW(b);
    multiplied((unsigned)n, 0x10000000u), SHOW(b);
    past_zero(4294967290u - (unsigned)n, (unsigned)n + 20), SHOW(b);
    subtracting((unsigned)n), SHOW(b);
  }
  for (unsigned d = 0; d < 6; d++) {
    offset_wraps(100, d), SHOW(b);
    offset_wraps(1, 0xFFFFFFFFu + d + 1), SHOW(b);
  }
  for (unsigned pitch = 0; pitch < 9; pitch += 2)
    nest_wraps(60, 5, pitch), SHOW(a);
  nest_wraps(2, 5, 0x80000000u + 0x80000000u), SHOW(a);
  for (size_t s = 0; s < 3; s++)
    size_t_wraps(100, s, b), SHOW(b);
  return 0;
}
