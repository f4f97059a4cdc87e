/* The interface between generated programs and runtime.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef TESTS_FUZZ_RUNTIME_H
#define TESTS_FUZZ_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

/* Kinds: i integers of any width (a multiple of 8 bytes in all), f float, d double, x indices below 256,
   s structures of three words whose middle one is a double. */
struct region {
  void *data;
  size_t bytes;
  char kind;
};

void fuzz_fill(const struct region *regions, int count, uint64_t seed);
uint64_t fuzz_hash(const struct region *regions, int count);
uint64_t fuzz_double(double d);
void fuzz_report(int function, int call, uint64_t result, uint64_t hash);

#define APART __attribute__((noinline))

static inline long opaque(long value) {
  volatile long v = value;
  return v;
}

#endif
