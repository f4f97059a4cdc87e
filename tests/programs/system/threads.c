// LIFT: 2
// LIBS: -pthread
// Several of the program's own threads run blocks at the same time, repeatedly, while threads come and go.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <pthread.h>

enum { THREADS = 4, N = 2000, ROUNDS = 60 };
static unsigned cells[THREADS][N];
static unsigned shared[N];
static unsigned long results[THREADS];

APART static unsigned long work(unsigned *p, const unsigned *from, int n, unsigned seed) {
  unsigned long s = 0;
  for (int i = 0; i < n; i++) {
    p[i] = p[i] * 3 + from[i] + seed;
    s += p[i];
  }
  return s;
}

APART static unsigned most(const unsigned *p, int n) {
  unsigned m = 0;
  for (int i = 0; i < n; i++)
    if (p[i] > m)
      m = p[i];
  return m;
}

static void *run(void *arg) {
  int t = (int)(intptr_t)arg;
  for (int r = 0; r < ROUNDS; r++) {
    results[t] += work(cells[t], shared, N - r % 7, (unsigned)(r * t));
    results[t] ^= most(cells[t], N);
  }
  return 0;
}

static void *brief(void *arg) {
  int t = (int)(intptr_t)arg;
  results[t] += work(cells[t], cells[t], 300, 5);
  return 0;
}

int main(void) {
  fill_bytes(shared, sizeof shared, 1);
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++)
    pthread_create(&threads[t], 0, run, (void *)(intptr_t)t);
  for (int t = 0; t < THREADS; t++)
    pthread_join(threads[t], 0);
  SHOW(results);
  SHOW(cells);
  for (int r = 0; r < 25; r++) {
    for (int t = 0; t < THREADS; t++)
      pthread_create(&threads[t], 0, brief, (void *)(intptr_t)t);
    work(shared, shared, N, 1);
    for (int t = 0; t < THREADS; t++)
      pthread_join(threads[t], 0);
    work(cells[0], shared, N, 2);
  }
  SHOW(results);
  SHOW(cells);
  SHOW(shared);
  return 0;
}
