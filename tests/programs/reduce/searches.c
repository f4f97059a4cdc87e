// Where the greatest and least values stand, with equal values, NaNs, zeros of both signs and infinities; and searches on
// which something else depends.
// LIFT: 5
// LIBS: -lm
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <math.h>

enum { N = 50000 };
static double a[N];
static float f[N];
static int b[N];
static unsigned u[N];
static char mark[N];

APART static long where_greatest(long n, double *value) {
  double best = a[0];
  long at = 0;
  for (long i = 1; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
  *value = best;
  return at;
}

APART static int where_least(int n) {
  int best = b[0], at = 0;
  for (int i = 1; i < n; i++)
    if (b[i] < best) {
      best = b[i];
      at = i;
    }
  return at;
}

APART static int least_of_some(int n, unsigned *value) {
  unsigned best = ~0u;
  int at = -1;
  for (int i = 0; i < n; i++)
    if ((u[i] & 7) != 3 && u[i] < best) {
      best = u[i];
      at = i;
    }
  *value = best;
  return at;
}

APART static float least_and_greatest(int n, float *high) {
  float lo = f[0], hi = f[0];
  for (int i = 1; i < n; i++) {
    lo = f[i] < lo ? f[i] : lo;
    hi = f[i] > hi ? f[i] : hi;
  }
  *high = hi;
  return lo;
}

struct found {
  int at, key;
  double value, size;
};
APART static struct found several(int n) {
  struct found best = {-1, -1, 0, 0};
  for (int i = 0; i < n; i++) {
    double size = fabs(a[i]) * 3;
    if (size > best.size)
      best = (struct found){i, b[i], a[i], size};
  }
  return best;
}

/* The last of equal values. */
APART static int where_last(int n) {
  int best = b[0], at = 0;
  for (int i = 1; i < n; i++) // NO-LIFT
    if (b[i] >= best) {
      best = b[i];
      at = i;
    }
  return at;
}

/* A NaN replaces the value, and everything replaces a NaN. */
APART static float other_way_round(int n) {
  float best = f[0];
  for (int i = 1; i < n; i++) // NO-LIFT
    best = best > f[i] ? best : f[i];
  return best;
}

APART static int records(int n) {
  int best = b[0], count = 0;
  for (int i = 1; i < n; i++) // NO-LIFT
    if (b[i] > best) {
      best = b[i];
      count++;
    }
  return count;
}

APART static void mark_records(int n) {
  int best = b[0];
  for (int i = 1; i < n; i++) { // NO-LIFT
    mark[i] = 0;
    if (b[i] > best) {
      best = b[i];
      mark[i] = 1;
    }
  }
}

APART static int not_records(int n) {
  int best = b[0], sum = 0;
  for (int i = 1; i < n; i++) // NO-LIFT
    if (b[i] > best)
      best = b[i];
    else
      sum += b[i];
  return sum;
}

APART static long distances(int n) {
  int best = b[0];
  long at = 0, sum = 0;
  for (int i = 1; i < n; i++) { // NO-LIFT
    sum += i - at;
    if (b[i] > best) {
      best = b[i];
      at = i;
    }
  }
  return sum;
}

APART static int second(int n) {
  int best = b[0], next = -1000;
  for (int i = 1; i < n; i++) // NO-LIFT
    if (b[i] > best) {
      next = best;
      best = b[i];
    } else if (b[i] > next) {
      next = b[i];
    }
  return next;
}

PLAIN static void fill(int round) {
  for (int i = 0; i < N; i++) {
    uint64_t x = mix64((uint64_t)i * 31 + (uint64_t)round);
    a[i] = (double)(x % 1000) - 500.0;
    if ((round == 2 && i % 3 == 0) || round == 3)
      a[i] = NAN;
    if (round == 4)
      a[i] = i % 2 ? 0.0 : -0.0;
    if (round == 5)
      a[i] = i % 5 ? -INFINITY : NAN;
    f[i] = (float)a[i];
    b[i] = (int)(x >> 20 & 127) - 64;
    u[i] = round == 4 ? ~0u : (unsigned)(x >> 8);
  }
}

int main(void) {
  for (int round = 0; round < 6; round++) {
    fill(round);
    for (int n = 1; n <= N; n = n * 6 + 1) {
      double value;
      unsigned least;
      float high;
      show_int("greatest", where_greatest(n, &value));
      show_double("value", value);
      show_int("least", where_least(n));
      show_int("some", least_of_some(n, &least));
      show_int("value", least);
      show_double("low", least_and_greatest(n, &high));
      show_double("high", high);
      struct found best = several(n);
      printf("%d %d %a %a\n", best.at, best.key, best.value, best.size);
      show_int("last", where_last(n));
      show_double("other", other_way_round(n));
      show_int("records", records(n));
      mark_records(n);
      show("marks", mark, sizeof mark);
      show_int("not", not_records(n));
      show_int("distances", distances(n));
      show_int("second", second(n));
    }
  }
}
