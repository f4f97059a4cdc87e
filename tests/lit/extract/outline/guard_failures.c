// Each kind of guard, as it is announced and as it is reported: a run for which it holds is shared, one for which it fails
// is not, and both compute what the plain loop does.
// RUN: rm -rf %t && mkdir %t
// RUN: %xcc -O2 -Wpar-auto --xc-gate=0 %s -o %t/program 2>&1 | %FileCheck %s --check-prefix=SAID
// RUN: env XC_PAR=cpu XC_PAR_REPORT=1 %t/program 2>&1 | %FileCheck %s
// RUN: env XC_PAR=cpu %t/program > %t/shared
// RUN: %clang -O2 %s -o %t/plain
// RUN: %t/plain | diff - %t/shared
// REQUIRES: lifting
#include <stdio.h>
#include <stdlib.h>
#define APART __attribute__((noinline))
enum { N = 6000 };
static unsigned a[2 * N];

// SAID: :[[@LINE+2]]:3: warning: loop lifted: one dimension; checked at run time: 'q' and 'p' do not overlap [-Wpar-auto]
APART void overlap(unsigned *p, const unsigned *q, long n) {
  for (long i = 0; i < n; i++)
    p[i] = q[i] * 3 + 1;
}

// SAID: :[[@LINE+2]]:3: warning: loop lifted: one dimension; checked at run time: iterations touch different parts of 'p' [-Wpar-auto]
APART void stride(unsigned *p, long n, long s) {
  for (long i = 0; i < n; i++)
    p[i * s] = p[i * s] * 3 + i;
}

// SAID: :[[@LINE+2]]:3: warning: loop lifted: one dimension; checked at run time: iterations touch different parts of 'p' [-Wpar-auto]
APART void distance(unsigned *p, long n, long m) {
  for (long i = 0; i < n; i++)
    p[i] = p[i + m] * 3 + 1;
}

// SAID: :[[@LINE+2]]:3: warning: loop lifted: 2-dimensional grid; checked at run time: iterations touch different parts of 'p', no index wraps around [-Wpar-auto]
APART void pitch(unsigned *p, long n, long m, long ld) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      p[i * ld + j] = p[i * ld + j] * 3 + i;
}

// SAID: :[[@LINE+2]]:3: warning: loop lifted: one dimension; checked at run time: no index wraps around [-Wpar-auto]
APART void wrap(unsigned *p, unsigned n, unsigned from) {
  for (unsigned i = 0; i < n; i++)
    p[(unsigned short)(i + from)] += i;
}

// SAID: :[[@LINE+2]]:3: warning: loop lifted: one dimension; checked at run time: no index wraps around [-Wpar-auto]
APART void narrow(unsigned *p, unsigned from, unsigned to) {
  for (unsigned i = from; i != to; i++)
    p[(int)i + 100] += i;
}

// Rows that hold as many numbers as a 32-bit product says.
// SAID: :[[@LINE+2]]:3: warning: loop lifted: 2-dimensional grid; checked at run time: no index wraps around [-Wpar-auto]
APART void product(unsigned *p, unsigned n, unsigned m) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      p[i * m + j] += i ^ j;
}

// SAID: :[[@LINE+2]]:3: warning: loop lifted: one dimension; checked at run time: 'w' is small enough to be copied, no index wraps around [-Wpar-auto]
APART void work(unsigned *restrict p, long n, unsigned *restrict w, long m) {
  for (long i = 0; i < n; i++) {
    for (long k = 0; k < m; k++)
      w[k] = p[i] * (unsigned)k;
    unsigned s = 0;
    for (long k = 0; k < m; k++)
      s ^= w[m - 1 - k] >> (k & 7);
    p[i] = s;
  }
}

static void show(const char *what) {
  unsigned h = 0;
  for (long i = 0; i < 2 * N; i++)
    h = h * 31 + a[i];
  printf("%s %u\n", what, h);
  fflush(stdout);
}

int main(void) {
  unsigned *w = calloc(1 << 20, sizeof *w);
  for (long i = 0; i < 2 * N; i++)
    a[i] = (unsigned)(i * 2654435761u);
  // CHECK: xcc: overlap.par.{{[0-9]+}}: 6000 items, cpu,
  overlap(a, a + N, N), show("overlap");
  // CHECK: xcc: overlap.par.{{[0-9]+}}: 6000 items, plain loop, {{.*}}: q and p overlap
  overlap(a + 1, a, N), show("overlap");
  // CHECK: xcc: stride.par.{{[0-9]+}}: 3000 items, cpu,
  stride(a, N / 2, 3), show("stride");
  // CHECK: xcc: stride.par.{{[0-9]+}}: 6000 items, plain loop, {{.*}}: iterations may touch the same part of p
  stride(a, N, 0), show("stride");
  // CHECK: xcc: distance.par.{{[0-9]+}}: 6000 items, cpu,
  distance(a, N, N), show("distance");
  // CHECK: xcc: distance.par.{{[0-9]+}}: 6000 items, plain loop, {{.*}}: iterations may touch the same part of p
  distance(a, N, N - 1), show("distance");
  // CHECK: xcc: pitch.par.{{[0-9]+}}: 4500 items, cpu,
  pitch(a, 50, 90, 90), show("pitch");
  // CHECK: xcc: pitch.par.{{[0-9]+}}: 4500 items, plain loop, {{.*}}: iterations may touch the same part of p
  pitch(a, 50, 90, 89), show("pitch");
  // CHECK: xcc: wrap.par.{{[0-9]+}}: 6000 items, cpu,
  wrap(w, N, 20000), show("wrap");
  // CHECK: xcc: wrap.par.{{[0-9]+}}: 6000 items, plain loop, {{.*}}: an index may wrap around
  wrap(w, N, 65536 - N + 1), show("wrap");
  // CHECK: xcc: narrow.par.{{[0-9]+}}: 5000 items, cpu,
  narrow(a, 100, 5100), show("narrow");
  // From -50 to 49.
  narrow(a, 4294967246u, 50), show("narrow");
  // CHECK: xcc: product.par.{{[0-9]+}}: 4500 items, cpu,
  product(a, 50, 90), show("product");
  // CHECK: xcc: work.par.{{[0-9]+}}: 200 items, cpu,
  work(a, 200, w, 500), show("work");
  // CHECK: xcc: work.par.{{[0-9]+}}: 3 items, plain loop, {{.*}}: 'w' is too large to be copied
  work(a, 3, w, 1 << 20), show("work");
  unsigned h = 0;
  for (long i = 0; i < 1 << 20; i++)
    h = h * 31 + w[i];
  printf("rest %u\n", h);
  free(w);
  return 0;
}
