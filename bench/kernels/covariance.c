/* Covariance matrix of n variables, n observations each.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 700
#include "kernel.h"

static double *data, *out, *mean;

static void setup(int n) {
  if (!data) {
    data = get(sizeof *data * n * n);
    out = get(sizeof *out * n * n);
    mean = get(sizeof *mean * n);
  }
  fill(data, (size_t)n * n, 1);
}

static void kernel(int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int j = 0; j < n; j++) {
    mean[j] = 0;
    for (int i = 0; i < n; i++)
      mean[j] += data[i * n + j];
    mean[j] /= n;
  }
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      data[i * n + j] = data[i * n + j] - mean[j];
  /* Iteration i writes row i and the mirrored column i: pairs that no other iteration touches. */
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 8)
#endif
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += data[k * n + i] * data[k * n + j];
      out[i * n + j] = s / (n - 1.0);
      out[j * n + i] = out[i * n + j];
    }
}

static uint64_t result(int n) {
  return hash_bytes(out, sizeof *out * n * n);
}
