// LIFT: 10
// What the last iteration computes is used after the loop.
// SKIP: cuda, it prints the bits of a NaN
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 5000 };
static int a[N], b[N], index_of[N];
static double x[N], y[N];
static double temperature;
static short narrow;

APART static int scalar(int n, int start) {
  int last = start;
  for (int i = 0; i < n; i++) {
    last = a[i] * 7 ^ i;
    b[i] = last;
  }
  return last;
}

APART static double several(int n) {
  double u = -1, v = -2;
  float w = -3;
  for (int i = 0; i < n; i++) {
    u = x[i] * 0.5;
    v = u / (1 + x[i] * x[i]);
    w = (float)(u - v);
    y[i] = u * v + w;
  }
  return u * 4 + v * 2 + w;
}

/* Scalars of the program that are set over and over. */
APART static void globals(int n) {
  for (int i = 0; i < n; i++) {
    temperature = x[i] + i;
    narrow = (short)(a[i] * 3);
    y[i] = temperature * narrow;
  }
}

/* Beside a sum that it has no part in. */
APART static long beside_a_sum(int n) {
  long sum = 0, last = 5;
  for (int i = 0; i < n; i++) {
    last = a[i] ^ 3L;
    sum += last * i;
  }
  return sum * 31 + last;
}

APART static int from_inner_loop(int n) {
  int last = 0;
  for (int i = 0; i < n / 8; i++) {
    last = i;
    for (int k = 0; k < 8; k++)
      last = last * 5 + a[i * 8 + k];
    b[i] = last;
  }
  return last;
}

APART static int chosen(int n) {
  int last = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] & 1)
      last = a[i] * 3;
    else
      last = -a[i];
    b[i] = last + i;
  }
  return last;
}

APART static int before_it(int n) {
  int previous = 9;
  for (int i = 0; i < n; i++) {
    b[i] = a[i] - previous;
    previous = a[i];
  }
  return previous;
}

APART static double not_a_number(int n) {
  double last = 1;
  for (int i = 0; i < n; i++) {
    last = x[i] / (i == n - 1 ? 0.0 : 2.0) - x[i] / (i == n - 1 ? 0.0 : 1.0);
    y[i] = last;
  }
  return last != last ? 1 : last;
}

/* The sum as it was in the last iteration. */
APART static long running_sum(int n) {
  long sum = 0, last = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    last = sum * 3 + i;
    sum += a[i];
    b[i] = a[i] ^ 5;
  }
  return sum + last;
}

/* Depends on whether the last one was the greatest so far. */
APART static int after_a_search(int n) {
  int greatest = -1, last = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    if (a[i] > greatest) {
      greatest = a[i];
      last = 1;
    } else {
      last = 2;
    }
  }
  return greatest * 4 + last;
}

APART static int after_a_search_by_value(int n) {
  int greatest = -1;
  _Bool last = 0;
  for (int i = 0; i < n; i++) { // NO-LIFT
    last = a[i] > greatest;
    greatest = last ? a[i] : greatest;
  }
  return greatest * 2 + last;
}

/* Only some iterations set it. */
APART static int sometimes(int n) {
  int last = 0;
  for (int i = 0; i < n; i++) {
    b[i] = a[i] + 1;
    if (a[i] % 3 == 0)
      last = a[i];
  }
  return last;
}

APART static int *address(int n, int *table) {
  int *last = table;
  for (int i = 0; i < n; i++) { // NO-LIFT
    last = &table[index_of[i]];
    b[i] = *last;
  }
  return last;
}

/* The loop's own test is all that looks at it inside. */
APART static float tested(float scale) {
  float third, sum, precision = 0;
  while (precision == 0) {
    third = (float)(4.0 / 3.0) - 1.0f;
    sum = third + third + third;
    precision = __builtin_fabs((double)(sum - 1.0f));
  }
  return precision * __builtin_fabs((double)scale);
}

#define SHOW_ALL(what, value)                                                                                          \
  (show_double(what, (double)(value)), show(what, b, sizeof b), show(what, y, sizeof y),                               \
   show_double(what, temperature), show_int(what, narrow))

int main(void) {
  fill_int(a, N, 1, 1000);
  fill_double(x, N, 2);
  for (int i = 0; i < N; i++)
    index_of[i] = (int)(mix64((uint64_t)i) % N);
  const int sizes[] = {N, 0, 1, 2, 7, 8, 9, 100, -5};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = (int)opaque(sizes[s]);
    SHOW_ALL("scalar", scalar(n, (int)opaque(77)));
    SHOW_ALL("several", several(n));
    globals(n);
    SHOW_ALL("globals", 0);
    SHOW_ALL("beside_a_sum", beside_a_sum(n));
    SHOW_ALL("from_inner_loop", from_inner_loop(n));
    SHOW_ALL("chosen", chosen(n));
    SHOW_ALL("before_it", before_it(n));
    SHOW_ALL("not_a_number", not_a_number(n));
    SHOW_ALL("running_sum", running_sum(n));
    SHOW_ALL("after_a_search", after_a_search(n));
    SHOW_ALL("after_a_search_by_value", after_a_search_by_value(n));
    SHOW_ALL("sometimes", sometimes(n));
    SHOW_ALL("address", address(n, a) - a);
    SHOW_ALL("tested", tested((float)opaque(3)));
  }
  return 0;
}
