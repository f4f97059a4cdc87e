// LIBS: -pthread
// Jumps out of functions, calls through pointers, thread-local state, and loops that other calls interrupt.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

enum { N = 500 };
static unsigned a[N], b[N];
static jmp_buf back;
static _Thread_local unsigned mine = 3;
static _Thread_local unsigned own[N];

APART static void check(unsigned x) {
  if (x % 211 == 5)
    longjmp(back, (int)(x % 7) + 1);
}

APART static int jumps(int n) {
  int code = setjmp(back);
  if (code)
    return code;
  for (int i = 0; i < n; i++) { // NO-LIFT
    check(a[i]);
    b[i] = a[i];
  }
  return 0;
}

APART static int jumps_inside(int n) {
  volatile int caught = 0;
  for (volatile int i = 0; i < n; i++) { // NO-LIFT
    if (setjmp(back) == 0)
      check(a[i]);
    else
      caught++;
    b[i] ^= 1;
  }
  return caught;
}

APART static void thread_scalar(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    mine = mine * 5 + a[i];
    b[i] = mine;
  }
}

APART static unsigned thread_sum(int n) {
  for (int i = 0; i < n; i++)
    mine += a[i];
  return mine;
}

/* The array belongs to the calling thread: a block on another thread must not use that thread's own copy. */
APART static void thread_array(int n) {
  for (int i = 0; i < n; i++)
    own[i] = own[i] * 3 + a[i];
}

APART static unsigned thread_read(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += own[i] ^ (unsigned)i;
  return s;
}

APART static unsigned from_own(unsigned i) { return own[i] + mine; }

APART static void thread_in_callee(int n) {
  for (int i = 0; i < n; i++)
    b[i] = from_own((unsigned)i) * 3;
}

static unsigned state = 1;
static unsigned stepper(unsigned x) { return state = state * 69069 + x; }
static unsigned plain(unsigned x) { return x * 3 + 1; }
static unsigned (*const fixed)(unsigned) = plain;
static unsigned (*changing)(unsigned) = stepper;

APART static void fixed_pointer(int n) {
  for (int i = 0; i < n; i++)
    b[i] = fixed(a[i]);
}

APART static void changing_pointer(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    b[i] = changing(a[i]);
}

APART static void table_of_functions(int n) {
  unsigned (*const table[2])(unsigned) = {plain, stepper};
  for (int i = 0; i < n; i++) // NO-LIFT
    b[i] ^= table[a[i] & 1](a[i]);
}

/* Computed goto in the body. */
APART static void threaded_code(int n) {
  static void *const labels[] = {&&add, &&times, &&none};
  for (int i = 0; i < n; i++) {
    goto *labels[a[i] % 3];
  add:
    b[i] += 7;
    continue;
  times:
    b[i] *= 5;
    continue;
  none:
    continue;
  }
}

/* Cleanup code and nested blocks. */
static void note(int *p) { b[*p] += 1; }

APART static void cleanups(int n) {
  for (int i = 0; i < n; i++) {
    __attribute__((cleanup(note))) int k = i;
    b[i] *= 3;
    (void)k;
  }
}

static void *in_thread(void *arg) {
  fill_bytes(own, sizeof own, 9);
  thread_array(N);
  thread_scalar(N);
  unsigned *out = arg;
  *out = thread_read(N) + thread_sum(N);
  return 0;
}

int main(void) {
  for (int n = 0; n <= N; n += 125) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    show_int("jumps", jumps(n)), SHOW(b);
    show_int("inside", jumps_inside(n)), SHOW(b);
    thread_scalar(n), SHOW(b);
    show_int("sum", thread_sum(n));
    fill_bytes(own, sizeof own, 3);
    thread_array(n), SHOW(own);
    show_int("read", thread_read(n));
    thread_in_callee(n), SHOW(b);
    fixed_pointer(n), SHOW(b);
    changing_pointer(n), SHOW(b);
    table_of_functions(n), SHOW(b);
    threaded_code(n), SHOW(b);
    cleanups(n), SHOW(b);
    unsigned out;
    pthread_t thread;
    pthread_create(&thread, 0, in_thread, &out);
    pthread_join(thread, 0);
    show_int("thread", out);
    SHOW(own);
  }
  return 0;
}
