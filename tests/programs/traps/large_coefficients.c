// SKIP: check, as it would copy every byte between the first element and the last, gigabytes here
// Coefficients and offsets at the limits of 32 and 64 bits, where a dependence test overflows.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <limits.h>
#include <sys/mman.h>

enum { N = 4000 };
static unsigned char a[8 * N + 64];
/* Reserved, not used: only the pages that are touched cost memory. */
static const size_t reserved = (size_t)40 << 30;
static unsigned char *wide, *middle;

/* Index i*INT_MIN and its neighbour: distance one, in steps of two thousand million bytes. */
APART static void minimum_step(unsigned char *p, long n) {
  for (long i = 1; i < n; i++) // NO-LIFT
    p[i * (long)INT_MIN] = (unsigned char)(p[(i - 1) * (long)INT_MIN] * 3 + 1);
}

APART static void minimum_step_other_way(unsigned char *p, long n) {
  for (long i = 0; i < n; i++) // NO-LIFT
    p[i * 2147483648L] = (unsigned char)(p[i * 2147483648L + 2147483648L] * 3 + i);
}

/* Equal only for one pair of iterations far from the diagonal. */
APART static void five_eight(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[5 * i] = (unsigned char)(a[8 * i + 750] + 1);
}

APART static void five_eight_far(unsigned char *p, long from, long to) {
  for (long i = from; i < to; i++)
    p[5 * i] = (unsigned char)(p[8 * i + 750000000L] + 1);
}

/* i goes up, n-i comes down: they cross. */
APART static void crossing(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[i] = (unsigned char)(a[n - i] * 3 + 1);
}

APART static void crossing_never(int n) {
  for (int i = 0; i < n; i++)
    a[i] = (unsigned char)(a[2 * n - i] * 3 + 1);
}

/* Crossing between two iterations, so no element is both read and written. */
APART static void crossing_between(int n) {
  for (int i = 0; i < n; i++)
    a[2 * i] = (unsigned char)(a[2 * n - 2 * i + 1] * 3 + 1);
}

/* One fixed element against a moving one. */
APART static void fixed_element(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[i] = (unsigned char)(a[1000] + i);
}

APART static void fixed_element_outside(int n) {
  for (int i = 0; i < n; i++)
    a[i] = (unsigned char)(a[4 * N] + i);
}

APART static void fixed_write(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[1000] = (unsigned char)(a[i] + i);
}

/* Two loops over different halves of one statement: i against j. */
APART static void two_indices(int n, int m) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < m; j++)
      a[i] = (unsigned char)(a[i] + a[j + 50] * 3);
}

APART static void far_offset(unsigned char *p, long n, long k) {
  for (long i = 0; i < n; i++)
    p[i] = (unsigned char)(p[i + k] * 3 + 1);
}

/* The number of items times the step does not fit in 32 bits. */
APART static void wide_steps(unsigned char *p, unsigned n, unsigned step) {
  for (unsigned i = 0; i < n; i++)
    p[(size_t)i * step] = (unsigned char)(p[(size_t)i * step + step] * 3 + i);
}

APART static void wide_nest(unsigned char *p, long n, long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      p[i * 3000000000L + j * 1500000000L] = (unsigned char)(p[i * 3000000000L + j * 1500000000L] * 3 + i + j);
}

static void look(const char *what) {
  unsigned h = 0;
  for (size_t at = 0; at < reserved; at += 500000000)
    h = h * 31 + wide[at];
  for (size_t at = 0; at < reserved; at += (size_t)1 << 31)
    h = h * 31 + wide[at];
  show_int(what, h);
}

int main(void) {
  wide = mmap(0, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (wide == MAP_FAILED) {
    puts("no address space");
    return 0;
  }
  middle = wide + reserved / 2;
  for (int n = 500; n <= N; n += 875) {
    fill_bytes(a, sizeof a, 1);
    five_eight(n / 2), SHOW(a);
    crossing(n), SHOW(a);
    crossing_never(n), SHOW(a);
    crossing_between(n), SHOW(a);
    fixed_element(n), SHOW(a);
    fixed_element_outside(n), SHOW(a);
    fixed_write(n), SHOW(a);
    two_indices(n / 8, n / 8), SHOW(a);
    for (long k = -3; k <= 3; k++)
      far_offset(a + 7000, n, k * (n / 2)), SHOW(a);
  }
  wide[0] = 7;
  middle[0] = 9;
  minimum_step(wide + ((size_t)20 << 30), 9), look("minimum step");
  minimum_step_other_way(wide, 12), look("other way");
  five_eight_far(wide, 0, 200), look("far");
  five_eight_far(wide, 150000000, 150000200), look("far");
  wide_steps(wide, 9, 4000000000u), look("wide steps");
  wide_nest(wide, 5, 6), look("wide nest");
  return 0;
}
