// What keeps a block on the CPU although all cores run it.
// RUN: %xcc -O2 -c -fpar-kernels=ptx -Wpar-gpu -ffast-math %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O2 -c -fpar-kernels=ptx -Wpar-auto -ffast-math %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O2 -c -fpar-kernels=ptx -Wpar-auto -Wno-par-gpu -ffast-math %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: %xcc -O2 -c -Wpar-auto -ffast-math %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: not %xcc -O2 -c -fpar-kernels=ptx -Werror=par-gpu -Wpar-gpu -ffast-math %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %xcc -O2 -c -fpar-kernels=ptx -Rpass-missed=par -Rpass=inline -Rpass-analysis=.* -ffast-math %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=REMARK
// NONE-NOT: stays on the CPU
// ERROR: error: block stays on the CPU: {{.*}} [-Werror,-Wpar-gpu]
// REMARK-NOT: {{entry|_par_}}
// REMARK: remark: block stays on the CPU: a floating-point sum
#include <math.h>

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: a floating-point sum, whose order within a grain is the CPU's [-Wpar-gpu]
double sum(long n, const double *x, double s) {
  for (long i = 0; i < n; i++)
    s += x[i];
  return s;
}

// CHECK: [[@LINE+3]]:3: warning: block stays on the CPU: an array that every iteration rewrites ('row') [-Wpar-gpu]
double row[100];
void rewritten(int n, double *restrict out, const double *restrict in) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 100; k++)
      row[k] = in[i + k] * 2;
    for (int k = 1; k < 99; k++)
      out[100 * i + k] = row[k - 1] + row[k + 1];
  }
}

// CHECK: [[@LINE+3]]:3: warning: block stays on the CPU: a value of the iteration before [-Wpar-gpu]
void previous(int n, double *restrict out, const double *restrict in) {
  double before = in[0];
  for (int i = 0; i < n; i++) {
    out[i] = in[i] - before;
    before = in[i];
  }
}

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: a pointer that is loaded from memory, at line [[@LINE+4]] [-Wpar-gpu]
void loaded(int n, double *restrict out, double *const *rows) {
  for (int i = 0; i < n; i++)
    out[i] =
        rows[i][0];
}

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: memory that belongs to no array of the loop [-Wpar-gpu]
void chosen(int n, double *restrict out, const double *a, const double *b, const int *c) {
  for (int i = 0; i < n; i++) out[i] = (c[i] ? a : b)[i];
}

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: an address that is stored in memory, passed or returned [-Wpar-gpu]
void stored(int n, double **restrict out, double *in) {
  for (int i = 0; i < n; i++) out[i] = in + 2 * i;
}

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: a comparison of addresses [-Wpar-gpu]
void compared(int n, int *restrict out, double *a, double *b) {
  for (int i = 0; i < n; i++) out[i] = &a[i] < b;
}

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: an address that is used as a number, or the other way round [-Wpar-gpu]
void number(int n, unsigned long *restrict out, double *a) {
  for (int i = 0; i < n; i++) out[i] = (unsigned long)&a[i] >> 4;
}

// CHECK: [[@LINE+3]]:3: warning: block stays on the CPU: the address of an object or a function of the program ('other') [-Wpar-gpu]
extern int other[];
void object(int n, int **restrict out) {
  for (int i = 0; i < n; i++) out[i] = other + i;
}

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: a type that GPUs do not have (x86_fp80) [-Wpar-gpu]
void extended(int n, long double *x) {
  for (int i = 0; i < n; i++) x[i] *= 3;
}

// CHECK: [[@LINE+3]]:3: warning: block stays on the CPU: a type that GPUs do not have (<4 x float>) [-Wpar-gpu]
typedef float float4 __attribute__((vector_size(16)));
void vectors(int n, float4 *x) {
  for (int i = 0; i < n; i++) x[i] *= 3;
}

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: an operation that GPUs do not have (udiv of 128 bits) [-Wpar-gpu]
void wide(int n, unsigned __int128 *x, unsigned __int128 y) {
  for (int i = 0; i < n; i++) x[i] /= y;
}

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: call to a function of the C library that GPUs do not have ('logb') [-Wpar-gpu]
void logarithm(int n, double *x) {
  for (int i = 0; i < n; i++) x[i] = logb(x[i]);
}

// CHECK: [[@LINE+3]]:3: warning: block stays on the CPU: call to a function outside the program ('pure') [-Wpar-gpu]
__attribute__((const, nothrow)) int pure(int x);
void outside(int n, int *x) {
  for (int i = 0; i < n; i++) x[i] = pure(x[i]);
}

// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: local arrays larger than a GPU's thread should have [-Wpar-gpu]
void locals(long n, int *restrict out, const int *restrict in) {
  for (long i = 0; i < n; i++) {
    int t[10000];
    for (int k = 0; k < 10000; k++)
      t[k] = in[k] + k;
    int most = 0;
    for (int k = 0; k < 10000; k++)
      most = t[k] > most ? t[k] : most;
    out[i] = most;
  }
}

#define ONE(k) x = (x ^ v[k]) * 3;
#define TEN(k) ONE(k) ONE(k + 1) ONE(k + 2) ONE(k + 3) ONE(k + 4) ONE(k + 5) ONE(k + 6) ONE(k + 7) ONE(k + 8) ONE(k + 9)
#define FIFTY(k) TEN(k) TEN(k + 10) TEN(k + 20) TEN(k + 30) TEN(k + 40)
#define ALL FIFTY(0) FIFTY(50) FIFTY(100) FIFTY(150) FIFTY(200) FIFTY(250) FIFTY(300) FIFTY(350) FIFTY(400) FIFTY(450)
// CHECK: [[@LINE+2]]:3: warning: block stays on the CPU: more values from outside the loop than a kernel can be passed [-Wpar-gpu]
void record(long n, long *restrict out, const long *restrict v) {
  for (long i = 0; i < n; i++) {
    long x = i;
    ALL
    out[i] = x;
  }
}
