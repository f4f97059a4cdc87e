/* The harness around each kernel: it sets up, runs a few times, and prints the fastest and the median time and a
 * checksum over the bits of the result.
 *
 * A kernel file defines `setup(n)`, `kernel(n)` and `result(n)`, and DEFAULT_SIZE. Its program takes the size and the
 * number of runs. The hand-written OpenMP variants are the same files with -fopenmp.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void setup(int n);
static void kernel(int n);
static uint64_t result(int n);

/* Kept out of reach of every parallelising compiler: it is the same work for all of them, and not what is measured. */
#if defined(__clang__)
#define HARNESS __attribute__((noinline, optnone))
#else
#define HARNESS __attribute__((noinline, optimize("O0")))
#endif

HARNESS static uint64_t hash_bytes(const void *data, size_t bytes) {
  const unsigned char *p = data;
  uint64_t h = 1469598103934665603u;
  for (size_t i = 0; i + 8 <= bytes; i += 8) {
    uint64_t word;
    memcpy(&word, p + i, 8);
    h = (h ^ word) * 1099511628211u;
    h ^= h >> 31;
  }
  return h;
}

HARNESS static void *get(size_t bytes) {
  void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!p) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  memset(p, 0, bytes);
  return p;
}

/* Numbers between about -1 and 1 that differ from index to index. */
HARNESS static void fill(double *p, size_t n, unsigned seed) {
  uint64_t x = seed * 2654435761u + 1;
  for (size_t i = 0; i < n; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    p[i] = (double)(int64_t)(x >> 40) / (1 << 23) - 1.0;
  }
}

HARNESS static void fill_float(float *p, size_t n, unsigned seed) {
  uint64_t x = seed * 2654435761u + 1;
  for (size_t i = 0; i < n; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    p[i] = (float)((double)(int64_t)(x >> 40) / (1 << 23) - 1.0);
  }
}

HARNESS static void fill_int(int *p, size_t n, unsigned seed, unsigned bound) {
  uint64_t x = seed * 2654435761u + 1;
  for (size_t i = 0; i < n; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    p[i] = (int)((x >> 33) % bound);
  }
}

HARNESS static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

HARNESS static int by_time(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

HARNESS int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : DEFAULT_SIZE;
  int runs = argc > 2 ? atoi(argv[2]) : 3;
  double times[100];
  if (n <= 0)
    n = DEFAULT_SIZE;
  if (runs < 1 || runs > 100)
    runs = 3;
  uint64_t checksum = 0;
  for (int r = 0; r < runs; r++) {
    setup(n);
    double start = now();
    kernel(n);
    times[r] = now() - start;
    checksum = result(n);
  }
  qsort(times, (size_t)runs, sizeof *times, by_time);
  printf("time %.9f median %.9f checksum %016llx\n", times[0], times[runs / 2], (unsigned long long)checksum);
  return 0;
}

#endif
