// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
#pragma STDC FENV_ACCESS ON
void strict(int n, double *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: its function depends on the floating-point environment
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 3;
}
