// A guard that no run of some length could pass makes no block; one that every ordinary run passes makes blocks of the
// loops inside superfluous.
// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
double sqrt(double);

void shortestPaths(int n, int *path) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: an iteration may use memory that another one writes
  for (int k = 0; k < n; k++)
    // CHECK: :[[@LINE+1]]:5: warning: loop demoted: an iteration may use memory that another one writes
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:7: warning: loop demoted: an iteration may use memory that another one writes
      for (int j = 0; j < n; j++)
        if (path[i * n + k] + path[k * n + j] < path[i * n + j])
          path[i * n + j] = path[i * n + k] + path[k * n + j];
}

// The same with a row of another array: nothing in the way.
void withRow(int n, int m, int *path, const int *row) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: 2-dimensional grid; checked at run time: {{.*}}do not overlap
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      path[i * m + j] += row[j];
}

// Row k may well lie outside what is written.
void fromRow(int from, int to, int k, long m, int *path) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: {{.*}}; checked at run time: iterations touch different parts of 'path'
  for (int i = from; i < to; i++)
    for (long j = 0; j < m; j++)
      path[i * m + j] += path[k * m + j];
}

void factor(int n, double *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: an iteration may use memory that another one writes
  for (int k = 0; k < n; k++) {
    a[k * n + k] = sqrt(a[k * n + k]);
    // CHECK: :[[@LINE+1]]:5: warning: loop lifted: one dimension; checked at run time: iterations touch different parts of 'a'
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
    // CHECK: :[[@LINE+2]]:5: warning: loop lifted: one dimension; checked at run time: iterations touch different parts of 'a'
    // CHECK-NOT: :[[@LINE+2]]:7: warning: loop lifted
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j <= i; j++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}

// With a pitch of 0 only the inner loop's iterations are independent.
void pitched(int n, int m, long pitch, double *sums, double *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension; checked at run time: {{.*}}iterations touch different parts of 'a'
  for (int i = 0; i < n; i++) {
    sums[i] = 0;
    // CHECK: :[[@LINE+1]]:5: warning: loop lifted: one dimension
    for (int j = 0; j < m; j++)
      a[i * pitch + j] *= 3;
  }
}
