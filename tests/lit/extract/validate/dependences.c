// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
void carried(int n, double *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: an iteration may use memory that another one writes ('a' written at line [[@LINE+2]] and read at line [[@LINE+2]]) [-Wpar-auto]
  for (int i = 4; i < n; i++)
    a[i] = a[i - 4] * 0.5;
}

void independent(int n, double *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension [-Wpar-auto]
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.5;
}

void interleaved(int n, double *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension
  for (long i = 0; i < n; i++)
    a[2 * i] = a[2 * i + 1];
}

void byGcd(int n, double *a) {
  // Even elements are written, odd ones far away are read.
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension
  for (long i = 0; i < n; i++)
    a[2 * i] = a[4 * i + 4001];
}

void notByGcd(int n, double *a) {
  // CHECK-NOT: :[[@LINE+1]]:3: warning: loop lifted: one dimension [-Wpar-auto]
  for (long i = 0; i < n; i++)
    a[2 * i] = a[4 * i + 4000];
}

void mayOverlap(int n, float *a, const float *b) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension; checked at run time: 'b' and 'a' do not overlap
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

void promised(int n, float *restrict a, const float *restrict b) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension [-Wpar-auto]
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

void leadingDimension(int n, int m, int ld, float *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: {{.*}}; checked at run time: iterations touch different parts of 'a'
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i * ld + j] = i * j;
}

void strideMayBeZero(int n, int s, float *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension; checked at run time: iterations touch different parts of 'a'
  for (long i = 0; i < n; i++)
    a[i * s] = i;
}

void mayWrap(unsigned n, unsigned from, float *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension; checked at run time: no index wraps around
  for (unsigned i = 0; i < n; i++)
    a[i + from] = 1;
}

int total;
void shared(int n, const char *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: every iteration writes the same memory ('total' written at line [[@LINE+3]])
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      total = a[i];
}

void scattered(int n, const int *where, float *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters
  for (int i = 0; i < n; i++)
    a[where[i]] = i;
}

void gathered(int n, const int *where, const float *x, float *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a read of unknown address may touch memory that the loop writes ('x' read at line [[@LINE+2]] may be 'a' written at line [[@LINE+2]]; if not, declare 'a' restrict)
  for (int i = 0; i < n; i++)
    a[i] = x[where[i]];
}

void gatheredApart(int n, const int *restrict where, const float *restrict x, float *restrict a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension [-Wpar-auto]
  for (int i = 0; i < n; i++)
    a[i] = x[where[i]];
}

void local(int n, const float *a, float *b) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension, private array
  for (int i = 0; i < n; i++) {
    float window[8];
    for (int k = 0; k < 8; k++)
      window[(k * a[0] > 3) + k / 2] = a[i] * k;
    b[i] = window[(int)a[i] & 7];
  }
}

#define STORE(k) a[i * 900L + 2 * (k)] = a[i * 900L + 2 * (k) + 599];
#define STORE16(k)                                                                                                     \
  STORE(k) STORE(k + 1) STORE(k + 2) STORE(k + 3) STORE(k + 4) STORE(k + 5) STORE(k + 6) STORE(k + 7) STORE(k + 8)     \
      STORE(k + 9) STORE(k + 10) STORE(k + 11) STORE(k + 12) STORE(k + 13) STORE(k + 14) STORE(k + 15)
void tooComplex(int n, float *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: too many memory accesses to prove independent
  for (int i = 0; i < n; i++) {
    STORE16(0) STORE16(16) STORE16(32) STORE16(48) STORE16(64) STORE16(80) STORE16(96) STORE16(112)
    STORE16(128) STORE16(144)
  }
}
