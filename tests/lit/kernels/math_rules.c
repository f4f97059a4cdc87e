// Which functions of <math.h> keep a block on the CPU on request.
// RUN: %xcc -O2 -c -fpar-kernels=ptx -Wpar-gpu %s -o /dev/null 2>&1 | count 0
// RUN: %xcc -O2 -c -fpar-kernels=ptx -Wpar-gpu -fpar-math=exact %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=EXACT
// RUN: %xcc -O2 -c -fpar-kernels=ptx -Wpar-gpu -fpar-math-errno %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=ERRNO
// RUN: %xcc -O2 -c -fpar-kernels=ptx -Wpar-gpu -fpar-math-errno -fno-math-errno %s -o /dev/null 2>&1 | count 0
#include <math.h>
// EXACT: [[@LINE+3]]:3: warning: block stays on the CPU: call to a function of the C library whose last bits may differ on GPUs ('sin') [-Wpar-gpu]
// ERRNO: [[@LINE+2]]:3: warning: block stays on the CPU: call to a function of the C library that may set errno ('sin') [-Wpar-gpu]
void sines(long n, double *restrict x) {
  for (long i = 0; i < n; i++) x[i] = sin(x[i]);
}
// ERRNO: [[@LINE+3]]:3: warning: block stays on the CPU: call to a function of the C library that may set errno ('sqrt') [-Wpar-gpu]
// EXACT-NOT: warning:
void roots(long n, double *restrict x) {
  for (long i = 0; i < n; i++) x[i] = sqrt(x[i]);
}
// ERRNO-NOT: warning:
void floors(long n, double *restrict x) {
  for (long i = 0; i < n; i++) x[i] = floor(x[i]) + fabs(x[i]);
}
