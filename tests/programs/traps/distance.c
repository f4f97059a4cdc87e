// Dependences carried through memory at fixed distances, forwards and backwards.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 4000 };
static unsigned a[N], b[N], m[60][60];

APART static void flow_1(int n) {
  for (int i = 1; i < n; i++) // NO-LIFT
    a[i] = a[i - 1] * 3 + 1;
}

APART static void flow_2(int n) {
  for (int i = 2; i < n; i++) // NO-LIFT
    a[i] = a[i - 2] * 3 + b[i];
}

APART static void flow_1000(int n) {
  for (int i = 1000; i < n; i++) // NO-LIFT
    a[i] = a[i - 1000] * 3 + b[i];
}

APART static void anti_1(int n) {
  for (int i = 0; i < n - 1; i++) // NO-LIFT
    a[i] = a[i + 1] * 3 + 1;
}

APART static void anti_700(int n) {
  for (int i = 0; i < n - 700; i++) // NO-LIFT
    a[i] = a[i + 700] ^ b[i];
}

/* The distance is the number of iterations: parallel, but only just. */
APART static void just_beyond(int n) {
  for (int i = 0; i < n / 2; i++)
    a[i] = a[i + n / 2] ^ b[i];
}

APART static void output_1(int n) {
  for (int i = 0; i < n - 1; i++) { // NO-LIFT
    a[i] = b[i];
    a[i + 1] = b[i] * 3;
  }
}

APART static void down_flow(int n) {
  for (int i = n - 2; i >= 0; i--) // NO-LIFT
    a[i] = a[i + 1] + b[i];
}

APART static void down_anti(int n) {
  for (int i = n - 1; i > 0; i--) // NO-LIFT
    a[i] = a[i - 1] + b[i];
}

/* Step and distance meet: i, i+2, i+4 with distance 4. */
APART static void step_2_distance_4(int n) {
  for (int i = 4; i < n; i += 2) // NO-LIFT
    a[i] = a[i - 4] * 5;
}

/* Step and distance miss each other: evens from odds. */
APART static void step_2_distance_3(int n) {
  for (int i = 4; i < n; i += 2)
    a[i] = a[i - 3] * 5;
}

APART static void diagonal(int n) {
  for (int i = 1; i < n; i++)   // NO-LIFT
    for (int j = 1; j < n; j++) // the inner one alone may run in any order
      m[i][j] = m[i - 1][j - 1] + 1;
}

APART static void anti_diagonal(int n) {
  for (int i = 1; i < n; i++) // NO-LIFT
    for (int j = 0; j < n - 1; j++)
      m[i][j] = m[i - 1][j + 1] * 3;
}

/* Row j depends on row i only where a branch says so. */
APART static void sometimes(int n) {
  for (int i = 1; i < n; i++) // NO-LIFT
    if (b[i] & 1)
      a[i] = a[i - 1] + 1;
}

/* Flat rows that overlap by one element: the pitch is smaller than the row. */
APART static void narrow_pitch(unsigned *p, int rows, int cols) {
  for (int i = 0; i < rows; i++) // NO-LIFT
    for (int j = 0; j <= cols; j++)
      p[i * cols + j] = p[i * cols + j] * 3 + (unsigned)i;
}

/* Through two names of the same array. */
APART static void other_name(int n) {
  unsigned *p = a, *q = a + 7;
  for (int i = 0; i < n - 7; i++) // NO-LIFT
    q[i] = p[i] + 1;
}

APART static void bytes_of_words(int n) {
  unsigned char *p = (unsigned char *)a;
  for (int i = 0; i < n; i++) // NO-LIFT
    a[i] = p[i] + 3u;
}

int main(void) {
  for (int n = 2000; n <= N; n += 1000) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    fill_bytes(m, sizeof m, 3);
    flow_1(n), SHOW(a);
    flow_2(n), SHOW(a);
    fill_bytes(a, sizeof a, 4);
    flow_1000(n), SHOW(a);
    anti_1(n), SHOW(a);
    anti_700(n), SHOW(a);
    just_beyond(n), SHOW(a);
    output_1(n), SHOW(a);
    down_flow(n), SHOW(a);
    down_anti(n), SHOW(a);
    step_2_distance_4(n), SHOW(a);
    step_2_distance_3(n), SHOW(a);
    diagonal(n % 61), SHOW(m);
    anti_diagonal(60), SHOW(m);
    sometimes(n), SHOW(a);
    narrow_pitch(a, 40, n / 50), SHOW(a);
    other_name(n), SHOW(a);
    bytes_of_words(n), SHOW(a);
  }
  return 0;
}
