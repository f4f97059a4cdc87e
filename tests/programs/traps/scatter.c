// Writes whose places come from data: histograms, scatters, permutations, prefix sums, linked lists.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 1000 };
static unsigned a[N], b[N], hist[64], h2[8][8];
static int index_of[N], order[N], start[N + 1];

struct node {
  struct node *next;
  unsigned value;
};
static struct node nodes[N];

APART static void histogram(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    hist[a[i] & 63]++;
}

APART static void histogram_2d(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < 4; j++)
      h2[a[i] & 7][(b[i] + (unsigned)j) & 7] += (unsigned)i;
}

APART static void scatter(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    b[index_of[i]] = a[i];
}

APART static void scatter_add(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    b[index_of[i]] += a[i] ^ (unsigned)i;
}

APART static void permute_in_place(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    unsigned t = a[i];
    a[i] = a[index_of[i]];
    a[index_of[i]] = t;
  }
}

APART static void follow_index(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    index_of[i] = index_of[index_of[i]];
}

APART static void prefix(int n) {
  for (int i = 1; i < n; i++) // NO-LIFT
    a[i] += a[i - 1];
}

APART static void exclusive_prefix(int n) {
  start[0] = 0;
  for (int i = 0; i < n; i++) // NO-LIFT
    start[i + 1] = start[i] + (int)(b[i] & 3);
}

APART static void suffix_max(int n) {
  for (int i = n - 2; i >= 0; i--) // NO-LIFT
    if (b[i] < b[i + 1])
      b[i] = b[i + 1];
}

/* Rows of a compressed matrix: written ranges come from another array. */
APART static void compressed(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int k = start[i]; k < start[i + 1]; k++)
      b[k % N] = (unsigned)i;
}

APART static void sparse_product(const double *v, const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      s += v[k % N] * x[index_of[k % N]];
    y[i] = s;
  }
}

APART static void linked(struct node *p) {
  while (p) { // NO-LIFT
    p->value = p->value * 3 + 1;
    p = p->next;
  }
}

APART static void link_up(int n) {
  for (int i = 0; i + 1 < n; i++)
    nodes[i].next = &nodes[i + 1];
}

/* A pointer per element: two may be the same. */
APART static void through_pointers(unsigned **p, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    *p[i] += a[i];
}

APART static void counting_sort(int n) {
  int count[17] = {0};
  for (int i = 0; i < n; i++) // NO-LIFT
    count[(a[i] & 15) + 1]++;
  for (int k = 1; k < 17; k++) // NO-LIFT
    count[k] += count[k - 1];
  for (int i = 0; i < n; i++) // NO-LIFT
    order[count[a[i] & 15]++] = i;
}

APART static void sieve(int n) {
  for (int p = 2; p < n; p++) { // NO-LIFT
    if (b[p] == 0)
      continue;
    for (int q = 2 * p; q < n; q += p)
      b[q] = 0;
  }
}

APART static void bubble(int n) {
  for (int i = 0; i < n; i++)           // NO-LIFT
    for (int j = 0; j + 1 < n - i; j++) // NO-LIFT
      if (a[j] > a[j + 1]) {
        unsigned t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}

/* Squares modulo a number: i and n-i meet. */
APART static void quadratic(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[(unsigned)(i * i) % 997u] = (unsigned)i;
}

APART static void xor_index(int n, int k) {
  for (int i = 0; i < n; i++) // NO-LIFT
    b[i ^ k] = b[i] + 1;
}

int main(void) {
  for (int n = 0; n <= N; n += 250) {
    fill_bytes(a, sizeof a, 1);
    fill_bytes(b, sizeof b, 2);
    for (int i = 0; i < N; i++)
      index_of[i] = (int)(mix64((uint64_t)i) % N);
    histogram(n), SHOW(hist);
    histogram_2d(n), SHOW(h2);
    scatter(n), SHOW(b);
    scatter_add(n), SHOW(b);
    permute_in_place(n), SHOW(a);
    follow_index(n), SHOW(index_of);
    prefix(n), SHOW(a);
    exclusive_prefix(n), SHOW(start);
    double v[N], x[N], y[N] = {0};
    fill_double(v, N, 4);
    fill_double(x, N, 5);
    sparse_product(v, x, y, n), SHOW(y);
    suffix_max(n), SHOW(b);
    compressed(n), SHOW(b);
    link_up(n);
    linked(nodes);
    for (int i = 0; i < N; i++)
      show_int("node", nodes[i].value);
    unsigned *places[N];
    for (int i = 0; i < N; i++)
      places[i] = &b[index_of[i]];
    through_pointers(places, n), SHOW(b);
    counting_sort(n), SHOW(order);
    xor_index(n / 2, 5), SHOW(b);
    sieve(n), SHOW(b);
    bubble(n / 4), SHOW(a);
    quadratic(n), SHOW(a);
  }
  return 0;
}
