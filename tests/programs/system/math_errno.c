// errno and the floating-point exception flags after a loop of math calls are those that the plain loop leaves.
// LIBS: -lm
// LIFT: 1
// SKIP: cuda, devices know nothing of errno
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <errno.h>
#include <fenv.h>
#include <math.h>

enum { N = 5000 };
static double a[N];

APART static void roots(int n) {
  for (int i = 0; i < n; i++)
    a[i] = sqrt(a[i]) + exp(a[i]);
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < N; i++)
      a[i] = round == 1 && i == 777 ? -1.0 : round == 2 && i == 4000 ? 1e300 : i * 0.001;
    feclearexcept(FE_ALL_EXCEPT);
    errno = round == 0 ? 17 : 0;
    roots(N);
    int error = errno, flags = fetestexcept(FE_INVALID | FE_OVERFLOW);
    printf("%d %d %d\n", round, error, flags);
  }
}
