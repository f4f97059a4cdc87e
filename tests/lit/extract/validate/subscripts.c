// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
// Accesses that only meet if a subscript leaves its dimension.

double cube[20][30][40];

// CHECK: :[[@LINE+2]]:3: warning: loop lifted: {{.*}}; checked at run time: iterations touch different parts of 'cube', no index wraps around [-Wpar-auto]
void constantSubscript(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      cube[i][j][3] = cube[i][j - 1][7] * 2;
}

// CHECK: :[[@LINE+2]]:3: warning: loop lifted: {{.*}}; checked at run time: iterations touch different parts of 'a', no index wraps around [-Wpar-auto]
void rows(int n, int m, double (*a)[64]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i][j - 1] + 1;
}

// CHECK: :[[@LINE+2]]:3: warning: loop lifted: {{.*}}; checked at run time: iterations touch different parts of 'a', no index wraps around [-Wpar-auto]
void ofVariableLength(int n, int m, int w, double a[n][w]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i][j - 1] + 1;
}

// One row above is another iteration's, whatever the dimensions are.
// CHECK: :[[@LINE+2]]:3: warning: loop demoted: an iteration may use memory that another one writes
void rowAbove(int n, int m, double (*a)[64]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i - 1][j - 1] + a[i][j - 1];
}
