// The pragma reaches the loop behind it and no other; it survives -E; what it does not know is ignored with a warning.
// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | sort -t: -k2,2n | %FileCheck %s
// RUN: %xcc -E %s -o %t.i && %FileCheck %s --check-prefix=E < %t.i
// RUN: %xcc -O2 -Wpar-auto -c %t.i -o /dev/null 2>&1 | %FileCheck %s --check-prefix=I
// RUN: %xcc -x c++ -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | sort -t: -k2,2n | %FileCheck %s
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=IR

double dot(long n, const double *a, const double *b) {
  double s = 0;
// E: #pragma xc goal(speed)
#pragma xc goal(speed)
  // CHECK: goal_pragma.c:[[@LINE+2]]:3: warning: loop lifted: one dimension, reduction + [-Wpar-auto]
  // I: goal_pragma.c:[[@LINE+1]]:3: warning: loop lifted: one dimension, reduction + [-Wpar-auto]
  for (long i = 0; i < n; i++)
    s += a[i] * b[i];
  // CHECK: goal_pragma.c:[[@LINE+1]]:3: warning: loop demoted: a floating-point reduction is not associative
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

#define SUM(x, n) _Pragma("xc goal(speed)") for (long i = 0; i < n; i++) s += x[i]
float by_macro(long n, const float *a) {
  float s = 0;
  // CHECK: goal_pragma.c:[[@LINE+1]]:3: warning: loop lifted: one dimension, reduction + [-Wpar-auto]
  SUM(a, n);
  return s;
}

// Loops inside are meant as well; only sums change, not what is summed.
double nest(long n, long m, const double *a, double c) {
  double s = 0;
#pragma xc goal(speed)
  // CHECK: goal_pragma.c:[[@LINE+1]]:3: warning: loop lifted: 2-dimensional grid, reduction +
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      s += a[i * m + j] - c + c;
  return s;
}
// IR-LABEL: define internal void @nest.par.
// IR: fsub double
// IR-NEXT: fadd double
// IR-NEXT: fadd reassoc double

double precise(long n, const double *a) {
  double s = 0;
#pragma xc goal(accuracy)
  // CHECK: goal_pragma.c:[[@LINE+1]]:3: warning: loop demoted: a floating-point reduction is not associative
  for (long i = 0; i < n; i++)
    s += a[i];
// CHECK: goal_pragma.c:[[@LINE+1]]:12: warning: expected 'goal(speed)' or 'goal(accuracy)' in '#pragma xc'; ignored
#pragma xc goal(sped)
  for (long i = 0; i < n; i++)
    s += a[i];
// CHECK: goal_pragma.c:[[@LINE+1]]:{{[0-9]+}}: warning: expected 'goal(speed)' or 'goal(accuracy)' in '#pragma xc'; ignored
#pragma xc
  return s;
}
