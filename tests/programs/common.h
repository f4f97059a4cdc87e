/* What every test program uses: opaque values, deterministic data, and printing as hashes.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef TESTS_PROGRAMS_COMMON_H
#define TESTS_PROGRAMS_COMMON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Functions under test are kept apart from their calls, so that neither sizes nor aliasing are known inside. */
#define APART __attribute__((noinline))
/* The program's own checking code must not be what is tested. */
#define PLAIN __attribute__((noinline, optnone))

/* A value the compiler cannot see through. */
static inline long opaque(long value) {
  volatile long v = value;
  return v;
}

static inline uint64_t mix64(uint64_t x) {
  x ^= x >> 30;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 27;
  x *= 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

PLAIN static void show(const char *what, const void *data, size_t bytes) {
  const unsigned char *p = (const unsigned char *)data;
  uint64_t h = 1469598103934665603u;
  for (size_t i = 0; i < bytes; i++)
    h = (h ^ p[i]) * 1099511628211u;
  printf("%s %016llx\n", what, (unsigned long long)h);
}

PLAIN static void show_int(const char *what, long long value) { printf("%s %lld\n", what, value); }

PLAIN static void show_double(const char *what, double value) { printf("%s %a\n", what, value); }

PLAIN static void fill_bytes(void *data, size_t bytes, uint64_t seed) {
  unsigned char *p = (unsigned char *)data;
  for (size_t i = 0; i < bytes; i++)
    p[i] = (unsigned char)(mix64(seed * 1000003 + i) >> 13);
}

/* Small whole and fractional numbers: no NaN, no infinity, sums that do round. */
PLAIN static void fill_double(double *data, size_t n, uint64_t seed) {
  for (size_t i = 0; i < n; i++)
    data[i] = (double)(int64_t)(mix64(seed * 7919 + i) % 20001 - 10000) / 777.0;
}

PLAIN static void fill_float(float *data, size_t n, uint64_t seed) {
  for (size_t i = 0; i < n; i++)
    data[i] = (float)(int64_t)(mix64(seed * 7919 + i) % 20001 - 10000) / 777.0f;
}

PLAIN static void fill_int(int *data, size_t n, uint64_t seed, int bound) {
  for (size_t i = 0; i < n; i++)
    data[i] = (int)(mix64(seed * 104729 + i) % (uint64_t)(2 * bound + 1)) - bound;
}

/* One hash of a value of any size without naming its type. */
#define SHOW(x) show(#x, &(x), sizeof(x))

/* Not every program uses every helper. */
static inline void common_uses_all(void) {
  (void)show, (void)show_int, (void)show_double, (void)fill_bytes, (void)fill_double, (void)fill_float, (void)fill_int;
}

#endif
