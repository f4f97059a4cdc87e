// Functions of <math.h> are libclc's, where they are no operations; nothing of the host's is called.
// RUN: %xcc -O2 -c -fpar-kernels=ptx --xc-dump=kernels %s -o %t.o 2>&1 | %FileCheck %s
// RUN: xc-blob dump %t.o | %FileCheck %s --check-prefix=BLOB
#include <math.h>
void sines(long n, double *restrict x, float *restrict y) {
  for (long i = 0; i < n; i++) {
    x[i] = sin(x[i]);
    y[i] = powf(y[i], 1.5f);
  }
}
// CHECK-NOT: .extern
// CHECK-LABEL: .entry sines_par_
// CHECK: fma.rn.f64
// CHECK-NOT: call
// CHECK: ret;
// BLOB-LABEL: sines.par.
// BLOB: floats, math functions

void remainders(long n, double *restrict x, double y) {
  for (long i = 0; i < n; i++)
    x[i] = fmod(x[i], y);
}
// CHECK-LABEL: .entry remainders_par_
// CHECK-NOT: div.rn
// CHECK: rem.u64
// CHECK: ret;

void operations(long n, double *restrict x) {
  for (long i = 0; i < n; i++)
    x[i] = floor(x[i]) + sqrt(fabs(x[i])) + lrint(x[i]);
}
// CHECK-LABEL: .entry operations_par_
// CHECK-DAG: cvt.rmi.f64.f64
// CHECK-DAG: sqrt.rn.f64
// CHECK-DAG: cvt.rni.f64.f64
// CHECK: ret;
// BLOB-LABEL: operations.par.
// BLOB-NOT: math functions
