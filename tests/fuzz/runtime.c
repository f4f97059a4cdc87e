/* What every generated program links with, compiled once: filling, hashing and printing. Not part of what is tested.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime.h"

#include <stdio.h>
#include <string.h>

static uint64_t mix(uint64_t x) {
  x ^= x >> 30;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 27;
  x *= 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

void fuzz_fill(const struct region *regions, int count, uint64_t seed) {
  for (int r = 0; r < count; r++) {
    const struct region *region = &regions[r];
    uint64_t s = seed * 1000003 + (uint64_t)r * 7919;
    unsigned char *p = region->data;
    for (size_t i = 0; i < region->bytes;) {
      uint64_t x = mix(s + i);
      double d = (double)(int64_t)(x % 20001 - 10000) / 64.0;
      float f = (float)d;
      int32_t k = (int32_t)(x % 256);
      size_t size = region->kind == 'f' ? sizeof f : region->kind == 'x' ? sizeof k : 8;
      const void *from = &x;
      if (region->kind == 'f')
        from = &f;
      else if (region->kind == 'd' || (region->kind == 's' && i % 24 == 8))
        from = &d;
      else if (region->kind == 'x')
        from = &k;
      if (size > region->bytes - i)
        size = region->bytes - i;
      memcpy(p + i, from, size);
      i += size;
    }
  }
}

/* All NaNs hash alike: which of two operands' NaN an addition returns is not defined. */
static uint64_t word_at(const unsigned char *p, int kind) {
  uint64_t x = 0;
  if (kind == 'f') {
    float f;
    memcpy(&f, p, 4);
    memcpy(&x, &f, 4);
    return f != f ? 1 : x;
  }
  memcpy(&x, p, 8);
  if (kind == 'd') {
    double d;
    memcpy(&d, p, 8);
    return d != d ? 1 : x;
  }
  return x;
}

uint64_t fuzz_hash(const struct region *regions, int count) {
  uint64_t h = 1469598103934665603u;
  for (int r = 0; r < count; r++) {
    const struct region *region = &regions[r];
    const unsigned char *p = region->data;
    size_t size = region->kind == 'f' ? 4 : 8;
    for (size_t i = 0; i < region->bytes; i += size) {
      int kind = region->kind == 's' ? i % 24 == 8 ? 'd' : 'i' : region->kind;
      h = (h ^ word_at(p + i, kind)) * 1099511628211u;
      h ^= h >> 29;
    }
  }
  return h;
}

uint64_t fuzz_double(double d) {
  uint64_t x;
  memcpy(&x, &d, sizeof x);
  return d != d ? 1 : x;
}

void fuzz_report(int function, int call, uint64_t result, uint64_t hash) {
  printf("%d %d %016llx %016llx\n", function, call, (unsigned long long)result, (unsigned long long)hash);
  fflush(stdout);
}
