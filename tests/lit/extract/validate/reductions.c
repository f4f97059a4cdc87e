// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O2 -ffast-math -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck --check-prefix=FAST %s
unsigned each(int n, const unsigned *a) {
  unsigned sum = 0, product = 1, all = ~0u, any = 0, parity = 0, least = ~0u, most = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension, reductions {{[^,]*}} [-Wpar-auto]
  for (int i = 0; i < n; i++) {
    sum += a[i];
    product *= a[i];
    all &= a[i];
    any |= a[i];
    parity ^= a[i];
    if (a[i] < least)
      least = a[i];
    if (a[i] > most)
      most = a[i];
  }
  return sum + product + all + any + parity + least + most;
}

long conditional(int n, const int *a) {
  long s = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension, reduction + [-Wpar-auto]
  for (int i = 0; i < n; i++)
    if (a[i] & 1)
      s += a[i];
    else if (a[i] > 7)
      s += 3;
  return s;
}

int chain(int n, const int *a) {
  int t = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension, reduction + [-Wpar-auto]
  for (int i = 0; i < n; i++)
    t = t + a[i] + i - 7;
  return t;
}

double floatSum(int n, const double *a) {
  double s = 0;
  // CHECK: :[[@LINE+2]]:3: warning: loop demoted: a floating-point reduction is not associative; '#pragma xc goal(speed)' or -ffast-math allows it (s)
  // FAST: :[[@LINE+1]]:3: warning: loop lifted: one dimension, reduction + [-Wpar-auto]
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int mixed(int n, const int *y) {
  int x = 0;
  // Two operators on one value.
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (x)
  for (int i = 0; i < n; i++) {
    x += y[i];
    x = 7 * y[i] - x;
  }
  return x;
}

int observed(int n, const int *a, int *b) {
  int s = 0;
  // The running value is stored: a prefix sum.
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (s)
  for (int i = 0; i < n; i++) {
    s += a[i];
    b[i] = s;
  }
  return s;
}

int doubled(int n, const int *a) {
  int s = 1;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (s)
  for (int i = 0; i < n; i++)
    s = s + s + a[i];
  return s;
}

int tested(int n, const int *a) {
  int s = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (s)
  for (int i = 0; i < n; i++)
    if (s < 1000)
      s += a[i];
  return s;
}

int previous(int n, const int *a, int *b) {
  int x = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension, previous value
  for (int i = 0; i < n; i++) {
    b[i] = x;
    x = a[i] * 3;
  }
  return 0;
}
