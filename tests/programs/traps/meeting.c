// LIFT: 8
// SKIP: check, as it would copy every byte between the first element and the last, gigabytes here
// Pairs of accesses that meet in few iterations, or in none: solving for the iteration takes products that leave 32 or
// 64 bits, and a coefficient known only at run time may turn out to be zero.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <limits.h>
#include <sys/mman.h>

enum { N = 900 };
static unsigned a[8 * N];
/* Reserved, not used: only the pages that are touched cost memory. */
static const size_t reserved = (size_t)48 << 30;
static unsigned char *wide;

/* 40009 i = 40013 j + 8001400 for i = 300, j = 100; the general solution has factors of about ten thousand, which
   times the distance are 8e10. */
APART static void one_meeting(unsigned char *p, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    p[40009 * i] = (unsigned char)(p[40013 * i + 8001400] * 3 + i);
}

APART static void one_meeting_long(unsigned char *p, long n) {
  for (long i = 0; i < n; i++) // NO-LIFT
    p[40009 * i] = (unsigned char)(p[40013 * i + 8001400] * 3 + i);
}

/* The same in thousands of millions: iteration 6 writes what iteration 2 reads; the product has 65 bits. */
APART static void wide_meeting(unsigned char *p, long n) {
  for (long i = 0; i < n; i++) // NO-LIFT
    p[3000000019L * i] = (unsigned char)(p[3000000037L * i + 12000000040L] * 3 + i);
}

/* Two counters that run towards each other from both ends of an int: i + j = 10 meets, and the two constants are
   further apart than an int can say. */
APART static void towards(unsigned char *middle, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < n; j++)
      middle[400000000L * i - 2000000000L] =
          (unsigned char)(middle[2000000000L - 400000000L * j] * 3 + middle[400000000L * i - 2000000000L] + i + j);
}

/* The same distance, but here nothing meets. */
APART static void never_towards(unsigned char *middle, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      middle[400000000L * i - 2000000000L] =
          (unsigned char)(middle[2000000001L - 400000000L * j] * 3 + middle[400000000L * i - 2000000000L] + i + j);
}

/* One access climbs and the other falls at the same pace; at pace zero all of them meet. */
APART static void crossing_pace(unsigned *p, int n, int pace, int from) {
  for (int i = 0; i < n; i++)
    p[pace * i] = p[from - pace * i] * 3 + (unsigned)i;
}

/* Both fall or climb, at paces of their own. */
APART static void two_paces(unsigned *p, int n, int up, int down, int from) {
  for (int i = 0; i < n; i++)
    p[up * i] = p[from + down * i] * 3 + (unsigned)i;
}

/* Only one of the two moves, and how fast is known at run time. */
APART static void one_pace(unsigned *p, int n, int pace, int fixed) {
  for (int i = 0; i < n; i++)
    p[pace * i] = p[fixed] * 3 + (unsigned)i;
}

/* The stride is half of all addresses: every second multiple of it is no distance at all. */
APART static void half_of_memory(unsigned *p, size_t n, size_t stride) {
  for (size_t i = 0; i < n; i += 2) {
    unsigned *q = (unsigned *)((uintptr_t)p + i * stride);
    *q = *q * 3 + (unsigned)i;
  }
}

/* A pitch of d + 1 elements for two subscripts: none at all where d is the largest number. */
APART static void pitch_plus_one(unsigned *p, unsigned long n, unsigned long m, unsigned long d) {
  for (unsigned long i = 0; i < n; i++)
    for (unsigned long j = 0; j < m; j++)
      p[i * (d + 1) + j] = p[i * (d + 1) + j] * 3 + (unsigned)(i + j);
}

APART static void plane_pitches(unsigned *p, unsigned n, unsigned m, unsigned d, unsigned e) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      for (unsigned k = 0; k < 4; k++)
        p[(i * (d + 1) + j) * (e + 1) + k] = p[(i * (d + 1) + j) * (e + 1) + k] * 3 + i + j + k;
}

static void look(const char *what) {
  unsigned h = 0;
  for (long i = 0; i < 400; i++)
    h = h * 31 + wide[40009 * i] + wide[40013 * i + 8001400];
  for (long i = 0; i < 8; i++)
    h = h * 31 + wide[3000000019L * i] + wide[3000000037L * i + 12000000040L];
  for (size_t at = 0; at < reserved; at += 400000000)
    h = h * 31 + wide[at] + wide[at + 1];
  show_int(what, h);
}

int main(void) {
  wide = mmap(0, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (wide == MAP_FAILED) {
    puts("no address space");
    return 0;
  }
  one_meeting(wide, 400), look("one meeting");
  one_meeting_long(wide, 400), look("one meeting, long");
  wide_meeting(wide, 8), look("wide meeting");
  towards(wide + 4000000000u, 11), look("towards");
  never_towards(wide + 4000000000u, 11), look("never towards");
  for (int pace = -3; pace <= 3; pace++) {
    fill_bytes(a, sizeof a, 1);
    for (int from = -400; from <= 400; from += 50)
      crossing_pace(a + 4 * N, 150, pace, from);
    SHOW(a);
    for (int down = -3; down <= 3; down++)
      for (int from = -9; from <= 9; from += 3)
        two_paces(a + 4 * N, 200, pace, down, from);
    SHOW(a);
    one_pace(a + 4 * N, 300, pace, 0), one_pace(a + 4 * N, 300, pace, 30 * pace), one_pace(a + 4 * N, 300, pace, 1);
    SHOW(a);
  }
  half_of_memory(a, 300, 0), half_of_memory(a, 300, (size_t)1 << 63), half_of_memory(a, 300, ((size_t)1 << 63) + 2);
  SHOW(a);
  for (unsigned long d = 0; d < 7; d++)
    pitch_plus_one(a, 80, 5, d - 1), SHOW(a);
  for (unsigned d = 0; d < 6; d++)
    for (unsigned e = 0; e < 6; e++)
      plane_pitches(a, 20, 4, d - 1, e - 1);
  SHOW(a);
  return 0;
}
