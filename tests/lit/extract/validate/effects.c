// What no block may contain: each loop is declined with the reason, at the loop's own line.
// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
#include <alloca.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

volatile int device;
void volatileAccess(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: volatile access, at line [[@LINE+2]] [-Wpar-auto]
  for (int i = 0; i < n; i++)
    a[i] = device;
}

atomic_int counter;
void atomicOperation(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: atomic operation
  for (int i = 0; i < n; i++)
    a[i] = counter++;
}

void inlineAssembly(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: inline assembly
  for (int i = 0; i < n; i++)
    __asm__("nop" : "+r"(a[i]));
}

jmp_buf context;
void jumps(int n, int *a) {
  if (setjmp(context))
    return;
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: its function calls setjmp
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void copiesArguments(int n, int *a, ...) {
  va_list list, copy;
  va_start(list, a);
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: use of variable arguments
  for (int i = 0; i < n; i++) {
    va_copy(copy, list);
    a[i] = i;
    va_end(copy);
  }
  va_end(list);
}

_Thread_local int perThread;
void threadLocal(int n, int *a) {
  // The address is the calling thread's, taken before the loop.
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop lifted
  for (int i = 0; i < n; i++)
    a[i] = perThread + i;
}

double log(double);
void errorNumber(int n, int *a, const double *x) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: use of a thread-local variable ('errno'), at line [[@LINE+2]]
  for (int i = 0; i < n; i++) {
    errno = 0;
    a[i] = log(x[i]) < 0 || errno != 0;
  }
}

void indirectCall(int n, int *a, int (*f)(int)) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: indirect call
  for (int i = 0; i < n; i++)
    a[i] = f(i);
}

void libraryCall(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('rand')
  for (int i = 0; i < n; i++)
    a[i] = rand();
}

void print(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('printf')
  for (int i = 0; i < n; i++)
    printf("%d\n", a[i]);
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) * 3 + fibonacci(n - 2) * 5; }
void recursion(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: recursive call ('fibonacci')
  for (int i = 0; i < n; i++)
    a[i] = fibonacci(a[i]);
}

#define TIMES4(x) x x x x
#define TIMES256(x) TIMES4(TIMES4(TIMES4(TIMES4(x))))
__attribute__((noinline)) static int large(int x) {
  TIMES256(x = x * 3 + 1; x ^= x >> 3;)
  TIMES256(x = x * 5 + 1; x ^= x >> 3;)
  TIMES256(x = x * 7 + 1; x ^= x >> 3;)
  TIMES256(x = x * 9 + 1; x ^= x >> 3;)
  return x;
}
void largeCallee(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: call to a function too large to follow ('large')
  for (int i = 0; i < n; i++)
    a[i] = large(i);
}

__attribute__((noinline)) static int small(int x) { return x * 3 + 1; }
void pureCallee(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop lifted
  for (int i = 0; i < n; i++)
    a[i] = small(i);
}

int sideEffect;
__attribute__((noinline)) static int impure(int x) { return sideEffect += x; }
void impureCallee(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('impure')
  for (int i = 0; i < n; i++)
    a[i] = impure(i);
}

void use(char *);
void stackAllocation(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: stack allocation of variable size
  for (int i = 0; i < n; i++) {
    char buffer[i + 1];
    buffer[i] = i;
    buffer[0] += 1;
    a[i] = buffer[i / 2];
  }
}

void fence(int n, int *a) {
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: atomic operation
  for (int i = 0; i < n; i++) {
    atomic_thread_fence(memory_order_seq_cst);
    a[i] = i;
  }
}

void labels(int n, int *a, int k) {
  static void *where[] = {&&one, &&two};
  goto *where[k];
one:
  // CHECK: effects.c:[[@LINE+1]]:3: warning: loop declined: its control flow is not a plain loop (the address of a label is taken)
  for (int i = 0; i < n; i++)
    a[i] = i;
two:
  return;
}
