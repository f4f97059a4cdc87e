/* Prime numbers below a limit, by a segmented sieve.
 *
 *   sieve [limit]
 *
 * Each segment is crossed out on its own with the primes up to the square root of the limit; counting the primes that
 * are left is a sum over all segments.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEGMENT = 1 << 16 };

int main(int argc, char **argv) {
  uint64_t limit = argc > 1 ? strtoull(argv[1], 0, 10) : 600000000;
  uint64_t segments = (limit + SEGMENT - 1) / SEGMENT;

  uint32_t root = 1;
  while ((uint64_t)root * root < limit)
    root++;

  /* The small primes, by the plain sieve. */
  uint8_t *small = calloc(root + 1, 1);
  uint32_t *primes = malloc(sizeof *primes * (root + 1));
  if (!small || !primes)
    return 1;
  int prime_count = 0;
  for (uint32_t p = 2; p <= root; p++) {
    if (small[p])
      continue;
    primes[prime_count++] = p;
    for (uint64_t q = (uint64_t)p * p; q <= root; q += p)
      small[q] = 1;
  }

  uint64_t found = 0, sum = 0;
  for (uint64_t s = 0; s < segments; s++) {
    uint8_t composite[SEGMENT];
    uint64_t low = s * SEGMENT;
    memset(composite, 0, sizeof composite);
    for (int k = 0; k < prime_count; k++) {
      uint64_t p = primes[k];
      uint64_t first = (low + p - 1) / p * p;
      if (first < p * p)
        first = p * p;
      for (uint64_t q = first; q < low + SEGMENT; q += p)
        composite[q - low] = 1;
    }
    for (uint64_t i = 0; i < SEGMENT; i++) {
      uint64_t number = low + i;
      if (number >= 2 && number < limit && !composite[i]) {
        found++;
        sum += number;
      }
    }
  }
  printf("sieve below %llu: %llu primes, sum %llu\n", (unsigned long long)limit, (unsigned long long)found,
         (unsigned long long)sum);
  free(small);
  free(primes);
  return 0;
}
