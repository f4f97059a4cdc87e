// Counts of inner loops that are the least of several, or none: each limits the loop, where none is negative.
// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
void tiles(int n, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension; checked at run time: no index wraps around [-Wpar-auto]
  for (int t = 0; t < (n + 15) / 16; t++)
    for (int k = 16 * t; k < (16 * t + 16 < n ? 16 * t + 16 : n); k++)
      v[k] *= 2;
}

void tests(int n, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension; checked at run time: no index wraps around [-Wpar-auto]
  for (int t = 0; t < (n + 15) / 16; t++)
    for (int k = 16 * t; k < 16 * t + 16 && k < n; k++)
      v[k] *= 2;
}

void trapezoid(long n, long m, long k, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: {{.*}}; checked at run time: iterations touch different parts of 'v', no index wraps around [-Wpar-auto]
  for (long i = 0; i < n; i++)
    for (long j = i; j < i + k; j++)
      v[i * m + j] *= 2;
}

// The tile before is another iteration's.
void before(int n, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: an iteration may use memory that another one writes
  for (int t = 1; t < n / 16; t++)
    for (int k = 16 * t; k < (16 * t + 16 < n ? 16 * t + 16 : n); k++)
      v[k] = v[k - 16] * 2;
}
