// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
// Arrays from outside that each iteration rewrites.

double work[64];

// CHECK: :[[@LINE+2]]:3: warning: loop lifted: one dimension [-Wpar-auto]
void rewritten(int n, double *restrict to, const double *restrict from) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 64; k++)
      work[k] = from[64 * i + k] + i;
    double s = 0;
    for (int k = 0; k < 64; k++)
      s = s / 2 + work[63 - k];
    to[i] = s;
  }
}

// CHECK: :[[@LINE+2]]:3: warning: loop lifted: one dimension; checked at run time: 'w' is small enough to be copied, no index wraps around [-Wpar-auto]
void unknownSize(int n, int m, double *restrict to, double *restrict w, const double *restrict from) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      w[k] = from[i + k];
    double s = 0;
    for (int k = 0; k < m; k++)
      s = s / 2 + w[k];
    to[i] = s;
  }
}

// CHECK: :[[@LINE+2]]:3: warning: loop demoted: an iteration may use memory that another one writes ('work' written at line [[@LINE+5]] and read at line [[@LINE+3]])
void fromTheOneBefore(int n, double *restrict to, const double *restrict from) {
  for (int i = 0; i < n; i++) {
    double s = work[63];
    for (int k = 0; k < 64; k++)
      work[k] = from[64 * i + k] / (s + 1);
    to[i] = work[5];
  }
}

// What the last iteration leaves there depends on those before.
// CHECK: :[[@LINE+2]]:3: warning: loop demoted: an iteration may use memory that another one writes ('work' written at line [[@LINE+5]] and read at line [[@LINE+6]])
void underCondition(int n, double *restrict to, const double *restrict from) {
  for (int i = 0; i < n; i++) {
    if (from[i] > 0) {
      for (int k = 0; k < 64; k++)
        work[k] = from[i + k];
      to[i] = work[3] * work[5];
    }
  }
}

// CHECK: :[[@LINE+2]]:3: warning: loop demoted: an iteration may use memory that another one writes ('w' written at line [[@LINE+4]] and read at line [[@LINE+7]])
void escapes(int n, double **restrict seen, double *restrict w, double *restrict to, const double *restrict from) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 64; k++)
      w[k] = from[64 * i + k];
    double s = 0;
    for (int k = 0; k < 64; k++)
      s = s / 2 + w[k];
    to[i] = s;
    seen[i] = w;
  }
}

// Where the shorter loop runs at all, the longer one has run.
// CHECK: :[[@LINE+3]]:3: warning: loop lifted: one dimension{{.*}} [-Wpar-auto]
void shorterThanWritten(int n, int m, double *restrict to, const double *restrict from) {
  double w[64];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      w[k] = from[64 * i + k];
    double s = 0;
    for (int k = 0; k < m - 1; k++)
      s = s / 2 + w[k] * w[k + 1];
    to[i] = s;
  }
}

// The last element is what it was before the loop.
// CHECK: :[[@LINE+3]]:3: warning: loop lifted: one dimension; checked at run time: 'w' is small enough to be copied, no index wraps around [-Wpar-auto]
void longerThanWritten(int n, int m, double *restrict to, const double *restrict from) {
  double w[64];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m - 1; k++)
      w[k] = from[64 * i + k];
    double s = 0;
    for (int k = 0; k < m; k++)
      s = s / 2 + w[k];
    to[i] = s;
  }
}

// What a solver of lines reads behind a loop that short lines do not enter.
// RUN: %xcc -O2 -Wpar-auto -c %source/tests/programs/dense/line_solvers.c -o /dev/null 2>&1 | %FileCheck %s --check-prefix=SOLVER
// SOLVER: warning: loop lifted: {{.*}}checked at run time: {{.*}}, iterations write 'diag' before they read it

// Too large for a worker's stack, or known elsewhere: no local of one iteration.
double *kept;
void tooLarge(long n, double *restrict a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: every iteration writes the same memory ('t' cannot be made private), at line [[@LINE+2]]
  for (long i = 0; i < n; i++) {
    double t[100000];
    for (long k = 0; k < 100000; k++)
      t[k] = a[i] * k;
    a[i] = t[(long)a[i] & 1023];
  }
}

void knownElsewhere(long n, double *restrict a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: every iteration writes the same memory ('t' cannot be made private), at line [[@LINE+2]]
  for (long i = 0; i < n; i++) {
    double t[10];
    kept = t;
    for (long k = 0; k < 10; k++)
      t[k] = a[i] * k;
    a[i] = t[(long)a[i] & 7];
  }
}
