// A search is one reduction; whatever else depends on its comparisons keeps the loop as it is.
// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=IR
long where(long n, const float *a) {
  float best = a[0];
  long at = 0;
  // CHECK: searches.c:[[@LINE+1]]:3: warning: loop lifted: one dimension, reduction search [-Wpar-auto]
  for (long i = 1; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
  return at;
}
long records(long n, const float *a) {
  float best = a[0];
  long count = 0;
  // CHECK: searches.c:[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (best)
  for (long i = 1; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      count++;
    }
  return count;
}
// Parts start from the worst value, and a later part wins only if it is better.
// IR: define internal void @where.par.8.identity(
// IR: store float 0xFFF0000000000000
// IR: define internal void @where.par.8.fold(
// IR: fcmp ogt float
// IR: select i1 {{.*}}, float
// IR: select i1 {{.*}}, i64
