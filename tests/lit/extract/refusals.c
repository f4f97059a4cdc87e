// Loops that are parallel, or nearly so, and are not lifted yet: each says why. Whoever lifts one moves it to the test
// of the code that does.
// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
#include <complex.h>
#include <math.h>
#include <stddef.h>

// Counts.
void below_wider(size_t n, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: the number of iterations is not known before the loop starts
  for (unsigned i = 0; i < n; i++)
    v[i] *= 2;
}

void unsigned_down(unsigned n, unsigned step, unsigned *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: the number of iterations is not known before the loop starts
  for (unsigned i = n; i >= step; i -= step)
    v[i] *= 2;
}

void pointer_down(unsigned *v, unsigned *p) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: the number of iterations is not known before the loop starts
  while (p-- > v)
    *p *= 2;
}

// Nests.
void trapezoid(long n, long m, long k, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters ('v'), at line [[@LINE+3]]
  for (long i = 0; i < n; i++)
    for (long j = i; j < i + k; j++)
      v[i * m + j] *= 2;
}

void band(long n, long m, long k, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters ('v'), at line [[@LINE+3]]
  for (long i = 0; i < n; i++)
    for (long j = i > k ? i - k : 0; j < n; j++)
      v[i * m + j] *= 2;
}

void row_pointers(long n, long m, double **rows) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters (through a pointer that the loop reads from 'rows'), at line [[@LINE+3]]
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      rows[i][j] *= 2;
}

void vla_in_body(long n, long m, double v[restrict n][m]) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: stack allocation of variable size
  for (long i = 0; i < n; i++) {
    double t[m];
    for (long j = 0; j < m; j++)
      t[j] = v[i][j];
    for (long j = 0; j < m; j++)
      v[i][j] = t[m - 1 - j];
  }
}

// Reductions.
long where_largest(long n, const int *v) {
  long k = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (k)
  for (long i = 1; i < n; i++)
    if (v[i] > v[k])
      k = i;
  return k;
}

long where_last_smallest(long n, const int *v, int best) {
  long k = -1;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (k)
  for (long i = 0; i < n; i++)
    if (v[i] <= best) {
      best = v[i];
      k = i;
    }
  return k;
}

double largest(long n, const double *v) {
  double m = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (m)
  for (long i = 0; i < n; i++)
    m = fmax(m, v[i]);
  return m;
}

void sometimes(long n, unsigned *restrict sum, const unsigned *restrict v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: every iteration writes the same memory ('sum' written at line [[@LINE+3]])
  for (long i = 0; i < n; i++)
    if (v[i] & 1)
      *sum += v[i];
}

unsigned total;
void nest_into_global(long n, long m, const unsigned *restrict v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      total += v[i * m + j];
}

void column_sums(long n, long m, unsigned *restrict sums, const unsigned *restrict v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: every iteration writes the same memory ('sums' written at line [[@LINE+3]])
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      sums[j] += v[i * m + j];
}

void histogram(long n, unsigned *restrict bins, const unsigned char *restrict v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters ('bins')
  for (long i = 0; i < n; i++)
    bins[v[i]]++;
}

// Recurrences that are none.
void triangular_numbers(int n, unsigned *restrict to, const unsigned *restrict from) {
  int k = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (k)
  for (int i = 0; i < n; i++) {
    k += i;
    to[i] = from[k];
  }
}

void running_index(long n, long m, unsigned *restrict to, const unsigned *restrict from) {
  long k = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (k)
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      to[k++] = from[j * n + i];
}

void alternating(long n, unsigned *restrict to, const unsigned *restrict from) {
  int odd = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (odd)
  for (long i = 0; i < n; i++) {
    to[i] = odd ? 0 : from[i];
    odd = !odd;
  }
}

void two_before(long n, double *restrict to, const double *restrict from) {
  double before = from[0], at = from[1];
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (before)
  for (long i = 2; i < n; i++) {
    to[i] = from[i] - 2 * at + before;
    before = at;
    at = from[i];
  }
}

// Places from data.
void permutation(long n, unsigned *restrict to, const int *restrict place) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters ('to')
  for (long i = 0; i < n; i++)
    to[place[i]] = i;
}

void rows_from(long n, double *restrict v, const long *restrict start) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters ('v'), at line [[@LINE+3]]
  for (long i = 0; i < n; i++)
    for (long k = start[i]; k < start[i + 1]; k++)
      v[k] *= 2;
}

// Calls.
void products(long n, double complex *z, double complex by) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('__muldc3')
  for (long i = 0; i < n; i++)
    z[i] *= by;
}

void lengths(long n, const double complex *restrict z, double *restrict to) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('cabs')
  for (long i = 0; i < n; i++)
    to[i] = cabs(z[i]);
}

__attribute__((noinline)) static void row(double *v, long m) {
  for (long j = 0; j < m; j++)
    v[j] *= 2;
}
void not_inlined(long n, long m, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('row')
  for (long i = 0; i < n; i++)
    row(v + i * m, m);
}

void asserts(long n, long limit, double *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: control can leave the loop before its last iteration
  for (long i = 0; i < n; i++) {
    if (i >= limit)
      __builtin_trap();
    v[i] *= 2;
  }
}
