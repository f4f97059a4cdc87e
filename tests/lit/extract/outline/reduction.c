// Partial results may overflow where the running value of the plain loop does not: no nsw in the body.
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s
int sum(long n, const int *a) {
  int s = 17;
  for (long i = 0; i < n; i++)
    s += a[i] & 15;
  return s;
}
// CHECK-LABEL: define internal void @sum.par.5(
// CHECK: and i32
// CHECK-NOT: add nsw i32
// CHECK: store i32
// CHECK-LABEL: define internal void @sum.par.5.serial(
// CHECK: define internal {{.*}}void @sum.par.5.identity(
// CHECK: store i32 0
// CHECK: define internal {{.*}}void @sum.par.5.fold(
// CHECK: add i32
