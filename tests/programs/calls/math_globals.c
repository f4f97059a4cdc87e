// Arrays behind global pointers in loops that call functions which write errno: the pointers are read once, errno is
// not forgotten.
// LIFT: 2
// LIBS: -lm
// SKIP: cuda, math functions differ in the last bits
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <errno.h>
#include <math.h>

enum { N = 4000 };
static double *in, *out;
static double seen[N];

APART static void map(int n) {
  for (int i = 0; i < n; i++)
    out[i] = log(in[i]) + exp(in[i]);
}

APART static int failures(int n) {
  int before = errno;
  for (int i = 0; i < n; i++)
    out[i] = sqrt(in[i]);
  return errno * 1000 + before;
}

/* A caller may pass &errno. */
APART static int watched(int n, const int *flag) {
  int count = 0, before = *flag;
  for (int i = 0; i < n; i++) {
    seen[i] = log(in[i]);
    count += *flag;
  }
  return count * 100 + before * 10 + *flag;
}

int main(void) {
  in = malloc(N * sizeof *in);
  out = malloc(N * sizeof *out);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < N; i++)
      in[i] = round == 1 && i == 100 ? -1.0 : round == 2 && i == N - 1 ? 1e300 : i * 0.01 + 0.5;
    errno = round == 0 ? 3 : 0;
    map(N);
    int error = errno;
    errno = 0;
    int failed = failures(N);
    errno = 0;
    int watching = watched(N, &errno);
    printf("%d %d %d\n", error, failed, watching);
    show("out", out, N * sizeof *out);
    show("seen", seen, sizeof seen);
  }
}
