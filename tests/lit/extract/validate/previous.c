// A value that the iteration before computed, without any other carried value: a part of the loop computes it again.
// RUN: %xcc -O1 -S -emit-llvm -Wpar-auto %s -o %t.ll 2>&1 | %FileCheck --check-prefix=NOTE %s
// RUN: %FileCheck %s < %t.ll
void differences(float *restrict to, const float *restrict from, long n, float previous) {
  // NOTE: :[[@LINE+1]]:3: warning: loop lifted: one dimension, previous value [-Wpar-auto]
  for (long i = 0; i < n; i++) {
    to[i] = from[i] - previous;
    previous = from[i] * 3;
  }
}
// CHECK-LABEL: define internal void @differences.par.6(
// CHECK: %[[LATER:.*]] = icmp ne i64 %lo, 0
// CHECK: load float
// CHECK: %[[AGAIN:.*]] = fmul float %{{.*}}, 3.0
// CHECK: %[[START:.*]] = select i1 %[[LATER]], float %[[AGAIN]], float %previous
// CHECK: phi float [ %[[START]],

void overwritten(float *a, long n) {
  float previous = 0;
  // NOTE: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (previous), at line [[@LINE+2]]
  for (long i = 0; i < n; i++) {
    float own = a[i];
    a[i] = previous;
    previous = own;
  }
}

// A chain of them is not followed.
void older(float *restrict to, const float *restrict from, long n) {
  float one = 0, two = 0;
  // NOTE: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next
  for (long i = 0; i < n; i++) {
    to[i] = from[i] - two;
    two = one;
    one = from[i];
  }
}

// Its last value is the last iteration's.
float kept(float *restrict to, const float *restrict from, long n) {
  float previous = 0;
  // NOTE: :[[@LINE+1]]:3: warning: loop lifted: one dimension, last value, previous value [-Wpar-auto]
  for (long i = 0; i < n; i++) {
    to[i] = from[i] - previous;
    previous = from[i];
  }
  return previous;
}
