// Loops of a function that OpenMP runs on several threads are left alone.
// RUN: %xcc -O2 -fopenmp -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
void shared(int n, int m, double *a) {
#pragma omp parallel
  {
    // CHECK: :[[@LINE+1]]:5: warning: loop declined: its function is already run by several threads
    for (int i = 0; i < n; i++)
      a[i] = i;
  }
}
