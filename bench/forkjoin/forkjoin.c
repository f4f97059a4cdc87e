/// \file Measures what it costs to start and end a parallel loop. One source, three runtimes:
///   -DXCRT with libxcrt.a: a hand-written block; otherwise `#pragma omp parallel for` with the compiler's -fopenmp.
///
/// usage: forkjoin REPETITIONS          prints one line per case: name, then in microseconds the median, p90, p99 of
/// the
///                                      parallel loop, and the same of the serial loop, sampled in turn with it
///        forkjoin burn                 keeps one CPU busy until it is killed
/// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static double iterationsPerMicrosecond = 1000;

/// An amount of work, not of time: a thread that loses its CPU must still do it.
static void work(double microseconds) {
  const long count = (long)(microseconds * iterationsPerMicrosecond);
  double x = 1;
  for (long i = 0; i < count; i++)
    x = x * 1.0000001 + 1e-9;
  __asm__ volatile("" : : "x"(x));
}

static void calibrate(void) {
  double best = 1e9;
  for (int i = 0; i < 50; i++) {
    const double start = now();
    work(100);
    const double time = now() - start;
    best = time < best ? time : best;
  }
  iterationsPerMicrosecond *= 100 / best;
}

struct loop {
  long items;
  double itemTime;
};

static void serialLoop(const struct loop *loop) {
  for (long i = 0; i < loop->items; i++)
    if (loop->itemTime > 0)
      work(loop->itemTime);
}

#ifdef XCRT
#include "xcrt/abi.h"

static void body(const void *captures, int64_t lo, int64_t hi, void *result) {
  (void)result;
  const struct loop *loop = captures;
  for (int64_t i = lo; i < hi; i++)
    if (loop->itemTime > 0)
      work(loop->itemTime);
}
static void serial(const void *captures, int64_t n, void *result) { body(captures, 0, n, result); }
static const int64_t footprint[] = {1, 1, 0}; // An item is an iteration; no array.
static struct xcrt_gate gate = {.least = 1};  // What is too short for it is asked all the same.
static const struct xcrt_block block = {.abi = XCRT_ABI,
                                        .name = "forkjoin",
                                        .file = "",
                                        .dims = 1,
                                        .body = body,
                                        .serial = serial,
                                        .footprint = footprint,
                                        .gate = &gate};

/// Each case stands for a loop of its own.
static void forget(void) { memset(&gate.memory, 0, sizeof gate.memory); }

static void parallelLoop(const struct loop *loop) {
  // The compiler's estimate; an empty loop claims enough for the runtime to cut it.
  const uint64_t instructions = loop->itemTime > 0 ? (uint64_t)(loop->itemTime * 1000) * (uint64_t)loop->items : 200000;
  if (!xcrt_run(&block, loop, loop->items, instructions, NULL))
    serialLoop(loop);
}
#else
static void forget(void) {}

static void parallelLoop(const struct loop *loop) {
#pragma omp parallel for schedule(runtime)
  for (long i = 0; i < loop->items; i++)
    if (loop->itemTime > 0)
      work(loop->itemTime);
}
#endif

static int compare(const void *left, const void *right) {
  const double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double sample(void (*run)(const struct loop *), const struct loop *loop, int pause) {
  if (pause != 0)
    usleep((useconds_t)pause);
  const double start = now();
  run(loop);
  return now() - start;
}

static void measure(const char *name, struct loop loop, int pause, int repetitions) {
  double *parallel = malloc(sizeof(double) * (size_t)repetitions);
  double *serialTimes = malloc(sizeof(double) * (size_t)repetitions);
  if (!parallel || !serialTimes)
    exit(1);
  forget();
  for (int i = 0; i < repetitions; i++) {
    // An empty loop is measured back to back; otherwise both take turns, so that they see the same machine.
    if (loop.itemTime > 0)
      serialTimes[i] = sample(serialLoop, &loop, pause);
    parallel[i] = sample(parallelLoop, &loop, pause);
  }
  for (int i = 0; i < repetitions && loop.itemTime == 0; i++)
    serialTimes[i] = sample(serialLoop, &loop, pause);
  qsort(parallel, (size_t)repetitions, sizeof(double), compare);
  qsort(serialTimes, (size_t)repetitions, sizeof(double), compare);
  const int p50 = repetitions / 2, p90 = repetitions * 9 / 10, p99 = repetitions * 99 / 100;
  printf("%s %.3f %.3f %.3f %.3f %.3f %.3f\n", name, parallel[p50], parallel[p90], parallel[p99], serialTimes[p50],
         serialTimes[p90], serialTimes[p99]);
  free(parallel);
  free(serialTimes);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "burn") == 0)
    for (;;)
      work(1000);
  const int repetitions = argc > 1 ? atoi(argv[1]) : 1000;
  calibrate();
  const struct loop warmUp = {2000, 1};
  parallelLoop(&warmUp);
  measure("empty", (struct loop){1000, 0}, 0, repetitions * 4);
  measure("empty-asleep", (struct loop){1000, 0}, 300, repetitions);
  measure("20us", (struct loop){200, 0.1}, 0, repetitions);
  measure("200us", (struct loop){200, 1}, 0, repetitions);
  measure("200us-asleep", (struct loop){200, 1}, 300, repetitions);
  measure("5ms", (struct loop){5000, 1}, 0, repetitions / 5 + 1);
  return 0;
}
