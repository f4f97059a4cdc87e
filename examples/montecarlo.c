/* The volume of an eight-dimensional ball, by throwing random points.
 *
 *   montecarlo [points]
 *
 * Each point has its own random numbers, made from its index, and the hits are whole numbers: so the estimate is the
 * same on any number of cores.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIMENSIONS = 8 };

static uint64_t mix(uint64_t x) {
  x ^= x >> 30;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 27;
  x *= 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

static int hits_ball(uint64_t point) {
  uint64_t state = mix(point + 1);
  double r2 = 0;
  for (int d = 0; d < DIMENSIONS; d++) {
    state += 0x9E3779B97F4A7C15u;
    double x = (double)(mix(state) >> 11) / 4503599627370496.0 - 1.0;
    r2 += x * x;
  }
  return r2 <= 1.0;
}

int main(int argc, char **argv) {
  long points = argc > 1 ? atol(argv[1]) : 80000000;

  long hits = 0;
  for (long i = 0; i < points; i++)
    if (hits_ball((uint64_t)i))
      hits++;

  double volume = 256.0 * (double)hits / (double)points;
  printf("montecarlo: %ld of %ld points, volume %.6f (exact 4.058712)\n", hits, points, volume);
  return 0;
}
