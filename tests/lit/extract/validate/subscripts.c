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

// A subscript that counts from the dimension's end.
// CHECK: :[[@LINE+2]]:3: warning: loop lifted: {{.*}}; checked at run time: iterations touch different parts of 'a', no index wraps around [-Wpar-auto]
void fromTheEnd(int n, int m, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      a[i][m - 1] = a[i][m - 1] / 2 + a[i][j];
}

// A loop that counts down is told by its iterations, too.
// CHECK: :[[@LINE+2]]:3: warning: loop lifted: {{.*}}; checked at run time: iterations touch different parts of 'a', no index wraps around [-Wpar-auto]
void downward(int n, int m, double (*a)[64]) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i][j - 1] + 1;
}

// CHECK: :[[@LINE+2]]:3: warning: loop demoted: an iteration may use memory that another one writes
void rowBelow(int n, int m, double (*a)[64]) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i + 1][j - 1] + a[i][j - 1];
}

// Row i, column i + j: the factor of i holds both.
// CHECK: :[[@LINE+2]]:3: warning: loop lifted: {{.*}}; checked at run time: iterations touch different parts of 'a' [-Wpar-auto]
void diagonal(int n, double (*a)[64]) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      a[i][j] += 1;
      a[j][i] = a[i][j];
    }
}
