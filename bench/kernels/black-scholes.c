/* Prices of European options, with the C library's exp, log and sqrt.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 4000000
#include "kernel.h"

#include <math.h>

static double *spot, *strike, *term, *call, *put;

static void setup(int n) {
  if (!spot) {
    spot = get(sizeof *spot * n);
    strike = get(sizeof *strike * n);
    term = get(sizeof *term * n);
    call = get(sizeof *call * n);
    put = get(sizeof *put * n);
  }
  fill(spot, n, 1);
  fill(strike, n, 2);
  fill(term, n, 3);
  for (int i = 0; i < n; i++) {
    spot[i] = 50.0 + 40.0 * spot[i];
    strike[i] = 50.0 + 30.0 * strike[i];
    term[i] = 2.0 + 1.5 * term[i];
  }
}

/* The normal distribution by a polynomial of degree five. */
static double normal(double x) {
  double k = 1.0 / (1.0 + 0.2316419 * fabs(x));
  double tail = 0.39894228040143268 * exp(-0.5 * x * x) *
                (k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))));
  return x > 0 ? 1.0 - tail : tail;
}

static void kernel(int n) {
  double rate = 0.02, volatility = 0.3;
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++) {
    double root = sqrt(term[i]);
    double d1 = (log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * term[i]) / (volatility * root);
    double d2 = d1 - volatility * root;
    double discounted = strike[i] * exp(-rate * term[i]);
    call[i] = spot[i] * normal(d1) - discounted * normal(d2);
    put[i] = discounted * normal(-d2) - spot[i] * normal(-d1);
  }
}

static uint64_t result(int n) {
  return hash_bytes(call, sizeof *call * n) ^ hash_bytes(put, sizeof *put * n) * 3;
}
