// LIBS: -lm
// FLAGS: -frounding-math
// The rounding mode that the program set holds in blocks too, on every thread.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <fenv.h>

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
  return 0;
}
