// LIFT: 13
// Sums that live in memory: behind a pointer, in a member, in an element that stays the same, in a global.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 400 };
struct counters {
  long n;
  unsigned total, least;
  unsigned bins[8];
  double *values;
};
static unsigned a[N], sums[N], global_sum, global_most;
static long wide_sum;

APART static void behind_pointer(unsigned *restrict s, const unsigned *restrict p, int n) {
  for (int i = 0; i < n; i++)
    *s += p[i];
}

/* The types tell the two apart. */
APART static void of_another_type(long *s, const unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    *s += p[i];
}

/* The sum may be one of the summands. */
APART static void may_be_inside(unsigned *s, const unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    *s += p[i];
}

APART static void member(struct counters *c, const unsigned *restrict p, int n) {
  for (int i = 0; i < n; i++)
    c->total += p[i];
}

APART static void member_bin(struct counters *restrict c, const unsigned *restrict p, int n, int bin) {
  for (int i = 0; i < n; i++)
    c->bins[bin] ^= p[i];
}

APART static void two_members(struct counters *restrict c, const unsigned *restrict p, int n) {
  for (int i = 0; i < n; i++) {
    c->total -= p[i];
    c->least = p[i] < c->least ? p[i] : c->least;
  }
}

/* The structure's own members may be what its pointer points to. */
APART static void of_itself(struct counters *c) {
  for (long i = 0; i < c->n; i++)
    c->total += c->values[i] > 0;
}

APART static void fixed_element(unsigned *restrict s, const unsigned *restrict p, int n, int k) {
  for (int i = 0; i < n; i++)
    s[k] += p[i];
}

APART static void element_per_row(unsigned *restrict s, const unsigned *restrict p, int n, int m) {
  for (int k = 0; k < m; k++)
    for (int i = 0; i < n; i++)
      s[k] += p[i * m + k];
}

APART static void into_global(const unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    global_sum += p[i];
}

APART static void into_wide_global(const unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    wide_sum += p[i];
}

APART static void most_in_global(int n) {
  for (int i = 0; i < n; i++)
    global_most = a[i] > global_most ? a[i] : global_most;
}

APART static void nest_into_global(const unsigned *p, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      wide_sum += p[i * m + j];
}

/* Only some iterations touch the sum. */
APART static void sometimes(unsigned *restrict s, const unsigned *restrict p, int n) {
  for (int i = 0; i < n; i++)
    if (p[i] & 1)
      *s += p[i];
}

/* All rows add to the same elements. */
APART static void column_sums(unsigned *restrict s, const unsigned *restrict p, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s[j] += p[i * m + j];
}

APART static unsigned histogram(unsigned *restrict bins, const uint8_t *restrict p, int n) {
  for (int i = 0; i < n; i++)
    bins[p[i]]++;
  return bins[7];
}

/* The sum is seen on the way: by a store of another place that may be it, and by a read. */
APART static void seen_by_store(unsigned *s, unsigned *p, int n) {
  for (int i = 0; i < n; i++) {
    *s += p[i];
    p[i] = (unsigned)i;
  }
}

APART static void seen_by_read(unsigned *restrict s, unsigned *restrict p, int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    *s += p[i];
    p[i] = *s;
  }
}

int main(void) {
  for (int n = 0; n <= N; n += 80) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(sums, sizeof sums, 2);
    behind_pointer(&sums[3], a, n), of_another_type(&wide_sum, a, n), SHOW(sums), SHOW(wide_sum);
    may_be_inside(&sums[4], a, n), may_be_inside(&a[n / 2], a, n), may_be_inside(&a[N - 1], a, n), SHOW(sums), SHOW(a);
    double values[N];
    fill_double(values, N, 3);
    struct counters c = {n, 5, 1 << 30, {1, 2, 3}, values};
    member(&c, a, n), member_bin(&c, a, n, n / 80), two_members(&c, a, n), of_itself(&c);
    show("members", &c.total, sizeof c.total + sizeof c.least + sizeof c.bins);
    fixed_element(sums, a, n, n / 7), element_per_row(sums, a, n / 20, 20), SHOW(sums);
    into_global(a, n), into_wide_global(a, n), most_in_global(n), SHOW(global_sum), SHOW(global_most);
    nest_into_global(a, n / 20, 20), nest_into_global(a, 3, n / 3), SHOW(wide_sum);
    sometimes(&sums[5], a, n), column_sums(sums, a, n / 20, 20), SHOW(sums);
    unsigned bins[256] = {0};
    show_int("bin", histogram(bins, (const uint8_t *)a, n)), SHOW(bins);
    seen_by_store(&sums[6], a, n), seen_by_store(&a[n / 3], a, n), SHOW(sums), SHOW(a);
    seen_by_read(&sums[6], a, n), SHOW(a);
  }
  return 0;
}
