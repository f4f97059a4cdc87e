// LIFT: 1
// LIBS: -lm
// FLAGS: -ffp-contract=off
// As rounding.c, built as most programs are, without telling the compiler; and the subnormal switch of the CPU.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <fenv.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

enum { N = 4000 };
static double a[N], b[N];

APART static void thirds(int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] / 3.0 + a[i] * 0.1;
}

int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
  fill_double(a, N, 1);
  for (int round = 0; round < 3; round++)
    for (int m = 0; m < 5; m++) {
      fesetround(modes[m]);
      thirds(N - round);
      fesetround(FE_TONEAREST);
      SHOW(b);
    }
#ifdef __SSE__
  for (int i = 0; i < N; i++)
    a[i] *= 1e-306;
  for (int round = 0; round < 4; round++) {
    _mm_setcsr(_mm_getcsr() ^ 0x8040); /* flush results and operands to zero: on, off, on, off */
    thirds(N);
    SHOW(b);
  }
#endif
  return 0;
}
