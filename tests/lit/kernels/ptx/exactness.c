// The CPU's bits: nothing is fused that the host does not fuse, whatever flags the code had.
// RUN: %xcc -O2 -c -fpar-kernels=ptx --xc-dump=kernels %s -o /dev/null 2>&1 | %FileCheck %s --check-prefixes=CHECK,APART
// RUN: %xcc -O2 -c -mfma -fpar-kernels=ptx --xc-dump=kernels %s -o /dev/null 2>&1 | %FileCheck %s --check-prefixes=CHECK,FUSED
// RUN: %xcc -O2 -c -march=haswell -fpar-kernels=ptx --xc-dump=kernels %s -o /dev/null 2>&1 | %FileCheck %s --check-prefixes=CHECK,FUSED
// RUN: %xcc -O2 -c -march=haswell -ffp-contract=off -fpar-kernels=ptx --xc-dump=kernels %s -o /dev/null 2>&1 | %FileCheck %s --check-prefixes=CHECK,APART
// RUN: %xcc -O2 -c -ffast-math -fpar-kernels=ptx --xc-dump=kernels %s -o /dev/null 2>&1 | %FileCheck %s --check-prefixes=FAST
#include <math.h>
void residual(long n, double *restrict r, const double *restrict a, const double *restrict b) {
  for (long i = 0; i < n; i++)
    r[i] = a[i] * b[i] - r[i];
}
// CHECK-LABEL: .entry residual
// FUSED: fma.rn.f64
// FUSED-NOT: mul.
// APART: mul.rn.f64
// APART: sub.rn.f64
// CHECK: st.global.f64
// FAST: mul.rn.f64
// FAST: sub.rn.f64

// An fma of the program's is one everywhere.
void fused(long n, double *restrict r, const double *restrict a) {
  for (long i = 0; i < n; i++)
    r[i] = fma(a[i], a[i], r[i]);
}
// CHECK-LABEL: .entry fused
// CHECK: fma.rn.f64

void quotients(long n, float *restrict r, const float *restrict a) {
  for (long i = 0; i < n; i++)
    r[i] = sqrtf(a[i]) / r[i];
}
// CHECK-LABEL: .entry quotients
// CHECK: sqrt.rn.f32
// CHECK: div.rn.f32
// FAST-LABEL: .entry quotients
// FAST: sqrt.rn.f32
// FAST: div.rn.f32

// Of two zeros the host takes the first.
void larger(long n, float *restrict r, const float *restrict a) {
  for (long i = 0; i < n; i++)
    r[i] = fmaxf(a[i], r[i]);
}
// CHECK-LABEL: .entry larger
// CHECK-NOT: max.f32
// CHECK: selp.f32
// CHECK: selp.f32
// CHECK-NOT: max.f32
// CHECK: st.global.f32
