// What a refusal says: which variable, which accesses and where, and what would help; and that this helps.
// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O2 -g -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O2 -Wpar-auto -DHELPED -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=HELPED
#ifdef HELPED
#define helps restrict
#else
#define helps
#endif
struct Vector {
  unsigned *data;
  unsigned size, total;
};
unsigned table[256];

void global(int n, unsigned *helps out, const unsigned *restrict in) {
  // CHECK: :[[@LINE+2]]:3: warning: loop demoted: a read of unknown address may touch memory that the loop writes ('table' read at line [[@LINE+3]] may be 'out' written at line [[@LINE+3]]; if not, declare 'out' restrict) [-Wpar-auto]
  // HELPED: :[[@LINE+1]]:3: warning: loop lifted: one dimension [-Wpar-auto]
  for (int i = 0; i < n; i++)
    out[i] = table[in[i] & 255];
}

void gathered(int n, const int *helps where, const int *restrict from) {
  // CHECK: :[[@LINE+2]]:3: warning: loop demoted: a read of unknown address may touch memory that the loop writes ('where' read at line [[@LINE+3]] may be 'table' written at line [[@LINE+5]]; if not, declare 'where' restrict) [-Wpar-auto]
  // HELPED: :[[@LINE+1]]:3: warning: loop lifted: one dimension [-Wpar-auto]
  for (int i = 0; i < n; i++) {
    int found = where[from[i]];
    if (i < 256)
      table[i] = found;
  }
}

// Nothing helps where an array may be read at the places that are written.
void own(int n, unsigned *a, const int *restrict from) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a read of unknown address may touch memory that the loop writes ('a' written at line [[@LINE+3]] may be read at line [[@LINE+2]]) [-Wpar-auto]
  for (int i = 0; i < n; i++) {
    unsigned x = a[from[i]];
    a[i] = x * 3;
  }
}

void sum(int n, unsigned *sum, const unsigned *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (*sum; if no other access of the loop is there, use a local variable), at line [[@LINE+2]] [-Wpar-auto]
  for (int i = 0; i < n; i++)
    *sum += a[i];
  unsigned local = *sum;
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension, reduction + [-Wpar-auto]
  for (int i = 0; i < n; i++)
    local += a[i];
  *sum = local;
}

void member(struct Vector *v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (v->total; if no other access of the loop is there, use a local variable), at line [[@LINE+2]] [-Wpar-auto]
  for (unsigned i = 0; i < 1000; i++)
    v->total ^= v->data[i];
}

// No sum: a local variable would not help.
void running(int n, unsigned *last, unsigned *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: every iteration writes the same memory ('last' written at line [[@LINE+2]]) [-Wpar-auto]
  for (int i = 0; i < n; i++)
    a[i] = *last = *last * 3 + 1;
}

void rounded(int n, double *sums, int k, const double *restrict a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a floating-point reduction is not associative; -ffast-math allows it (sums[...]), at line [[@LINE+2]] [-Wpar-auto]
  for (int i = 0; i < n; i++)
    sums[k] += a[i];
}

void bound(struct Vector *v, unsigned *p) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: the number of iterations is not known before the loop starts (its bound is in 'v->size', which the loop may write; keep it in a local variable) [-Wpar-auto]
  for (unsigned i = 0; i < v->size; i++)
    p[i] = 3;
  unsigned size = v->size;
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension; checked at run time: no index wraps around [-Wpar-auto]
  for (unsigned i = 0; i < size; i++)
    p[i] = 3;
}

void scattered(int n, const int *where, float *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters ('a'), at line [[@LINE+3]] [-Wpar-auto]
  for (int i = 0; i < n; i++) {
    int at = where[i];
    a[at] = i;
  }
}

void rows(int n, float **lines) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters (through a pointer that the loop reads from 'lines'), at line [[@LINE+3]] [-Wpar-auto]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 1000; j++)
      lines[i][j] = i + j;
}

// The line of an access is the one in the function whose loop it is.
static inline unsigned look(const unsigned *a, long i) {
  return a[i] * 3;
}
void inlined(int n, unsigned *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: an iteration may use memory that another one writes ('a' written at line [[@LINE+2]] and read at line [[@LINE+2]]) [-Wpar-auto]
  for (long i = 4; i < n; i++)
    a[i] = look(a, i - 4);
}

// Here, a local variable alone would not.
void rounding(int n, double *sum, const double *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a floating-point reduction is not associative; -ffast-math allows it (*sum), at line [[@LINE+2]] [-Wpar-auto]
  for (int i = 0; i < n; i++)
    *sum += a[i];
}

unsigned parameter(int n, unsigned state, const unsigned *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (state), at line [[@LINE+2]] [-Wpar-auto]
  for (int i = 0; i < n; i++)
    state = state * 31 + a[i];
  return state;
}
