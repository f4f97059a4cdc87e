// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s
// A part of a run has a copy of the array; the part with the last iteration leaves what it wrote in the original.

double work[64];

// What is only read comes in, what is written goes out: w[0] never changes.
// CHECK-LABEL: define internal void @scratch.par.
// CHECK: %[[MEMORY:work[0-9]*]] = alloca [640 x i8], align 128
// CHECK: call void @llvm.memcpy{{.*}}@work
// CHECK: icmp {{.*}}%hi
// CHECK: call void @llvm.memcpy{{.*}}getelementptr {{.*}}@work{{.*}}i64 8{{.*}}i64 504
void scratch(int n, double *restrict to, const double *restrict from) {
  for (int i = 0; i < n; i++) {
    for (int k = 1; k < 64; k++)
      work[k] = from[64 * i + k] + i;
    double s = 0;
    for (int k = 0; k < 64; k++)
      s = s / 2 + work[63 - k];
    to[i] = s;
  }
}
