// LIBS: -pthread -lm
// Bodies with effects that other iterations or other parts of the program can see.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <time.h>

enum { N = 600 };
static unsigned a[N], b[N];
static volatile unsigned port;
static atomic_uint ticket;
static _Atomic int total;

APART static void volatile_store(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    port = a[i];
}

APART static void volatile_array(volatile unsigned *p, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    p[i] = p[i] + 1;
}

APART static void tickets(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    b[i] = atomic_fetch_add(&ticket, 1);
}

APART static void atomic_sum(int n) {
  for (int i = 0; i < n; i++)
    total += (int)(a[i] & 7);
}

APART static void relaxed(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    b[i] = atomic_fetch_xor_explicit(&ticket, a[i], memory_order_relaxed);
}

APART static void prints(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    if (a[i] % 37 == 0)
      printf("%d ", i);
  puts("");
}

APART static void characters(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    putchar('a' + (int)(a[i] % 26));
  puts("");
}

APART static void random_numbers(int n) {
  srand(5);
  for (int i = 0; i < n; i++) // NO-LIFT
    b[i] = (unsigned)rand();
}

APART static void allocates(int n) {
  for (int i = 0; i < n; i++) {
    unsigned *p = malloc(sizeof *p * 4);
    p[i & 3] = a[i];
    b[i] = p[i & 3] + 1;
    free(p);
  }
}

APART static void keeps(unsigned **kept, int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    kept[i] = malloc(8);
    *kept[i] = a[i];
  }
}

APART static void frees(unsigned **kept, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    free(kept[i]);
}

APART static int sum_of(int count, ...) {
  va_list list;
  va_start(list, count);
  int s = 0;
  for (int i = 0; i < count; i++) // NO-LIFT
    s += va_arg(list, int);
  va_end(list);
  return s;
}

APART static void calls_varargs(int n) {
  for (int i = 0; i < n; i++)
    b[i] = (unsigned)sum_of(3, i, (int)(a[i] & 15), 5);
}

APART static void assembly(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    unsigned x = a[i];
    __asm__ volatile("" : "+r"(x) : : "memory");
    b[i] = x;
  }
}

APART static void environment(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    char name[24];
    snprintf(name, sizeof name, "XC_TEST_%d", i % 3);
    setenv(name, i & 1 ? "x" : "yy", 1);
    b[i] = (unsigned)strlen(getenv("XC_TEST_0"));
  }
}

APART static void error_number(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    errno = (int)(a[i] & 7);
    b[i] = errno == 3;
  }
}

APART static void tokens(char *text) {
  unsigned k = 0;
  for (char *t = strtok(text, " "); t; t = strtok(0, " ")) // NO-LIFT
    b[k++] = (unsigned)strlen(t);
}

APART static void ends_program(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    if (b[i] == 0xFFFFFFF0u)
      exit(9);
    b[i] ^= 3;
  }
}

APART static void traps(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    if (b[i] == 0xFFFFFFF1u)
      __builtin_trap();
    b[i] ^= 5;
  }
}

APART static void stack_memory(int n) {
  for (int i = 0; i < n; i++) {
    unsigned *p = __builtin_alloca(sizeof *p * (size_t)(i % 7 + 1));
    for (int j = 0; j <= i % 7; j++)
      p[j] = a[(i + j) % N];
    b[i] = p[i % 7];
  }
}

APART static void variable_array(int n) {
  for (int i = 0; i < n; i++) {
    unsigned t[i % 5 + 1];
    for (int j = 0; j <= i % 5; j++)
      t[j] = a[i] >> j;
    b[i] += t[i % 5];
  }
}

APART static void fence(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    b[i] += 1;
    atomic_thread_fence(memory_order_seq_cst);
  }
}

int main(void) {
  for (int n = 0; n <= N; n += 200) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    volatile_store(n);
    show_int("port", port);
    volatile_array(b, n), SHOW(b);
    tickets(n), SHOW(b);
    atomic_sum(n);
    show_int("total", total);
    relaxed(n), SHOW(b);
    prints(n);
    characters(n);
    random_numbers(n), SHOW(b);
    allocates(n), SHOW(b);
    unsigned *kept[N];
    keeps(kept, n);
    unsigned s = 0;
    for (int i = 0; i < n; i++)
      s = s * 3 + *kept[i];
    show_int("kept", s);
    frees(kept, n);
    calls_varargs(n), SHOW(b);
    assembly(n), SHOW(b);
    environment(n), SHOW(b);
    error_number(n), SHOW(b);
    char text[] = "some words of a text that is cut up";
    tokens(text), SHOW(b);
    ends_program(n), SHOW(b);
    traps(n), SHOW(b);
    stack_memory(n), SHOW(b);
    variable_array(n), SHOW(b);
    fence(n), SHOW(b);
  }
  return 0;
}
