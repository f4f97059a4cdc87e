// A loop without effects ends: a bound that is wider than the counter is no more than the counter can be.
// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O2 -std=c99 -fno-finite-loops -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=ENDLESS
#include <stddef.h>

void below(size_t n, double *v) {
  // CHECK: :[[@LINE+2]]:3: warning: loop lifted: one dimension; checked at run time: no index wraps around
  // ENDLESS: :[[@LINE+1]]:3: warning: loop declined: the number of iterations is not known before the loop starts
  for (unsigned i = 0; i < n; i++)
    v[i] *= 2;
}

void up_to(long n, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension; checked at run time: no index wraps around
  for (unsigned i = 5; i <= n; i++)
    v[i] *= 2;
}

void nest(size_t n, size_t m, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      v[i * m + j] *= 2;
}

// It may be waiting for another thread.
void waiting(size_t n, double *v, volatile int *flag) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: {{volatile|the number of iterations}}
  for (unsigned i = 0; i < n; i++)
    v[i] *= *flag;
}

void calling(size_t n, double *v, double (*f)(double)) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: {{indirect call|the number of iterations}}
  for (unsigned i = 0; i < n; i++)
    v[i] = f(v[i]);
}
