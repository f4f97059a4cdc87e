// A part of a row counts from zero: its start, and what is invariant, go into the base addresses, so that neighbours
// have one base and constant distances, and the loop adds nothing but one to its counter.
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s
void smooth(float *restrict to, const float *restrict from, long n, long skip) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      to[i * n + j] = from[i * n + j - 1] + from[i * n + j + 1] + from[i * n + j - skip];
}
// CHECK-LABEL: define internal void @smooth.par.5(
// CHECK-DAG: %[[TO:base[0-9]*]] = getelementptr float, ptr
// CHECK-DAG: %[[FROM:base[0-9]*]] = getelementptr float, ptr
// CHECK-DAG: %[[FAR:base[0-9]*]] = getelementptr float, ptr
// CHECK-NOT: %base
// CHECK: %[[J:[a-z0-9.]+]] = phi i64 [ 0, %{{.*}} ], [ %[[NEXT:[a-z0-9.]+]], %{{.*}} ]
// CHECK-NOT: add
// CHECK: load float
// CHECK-NOT: {{ add }}
// CHECK: store float
// CHECK: %[[NEXT]] = add {{.*}}i64 %[[J]], 1
// CHECK: ret void

// A counter that is a value, too, stays as it is.
long a[512][1024];
void number(void) {
  for (long i = 0; i < 512; i++)
    for (long j = 0; j < 1024; j++)
      a[i][j] = a[i][j] + j;
}
// CHECK-LABEL: define internal void @number.par.25(
// CHECK-NOT: %base
// CHECK: ret void
