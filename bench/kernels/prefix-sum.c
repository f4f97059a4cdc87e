/* Running sum: serial as written.
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEFAULT_SIZE 40000000
#include "kernel.h"

static int *a;

static void setup(int n) {
  if (!a)
    a = get(sizeof *a * n);
  fill_int(a, n, 1, 100);
}

static void kernel(int n) {
  for (int i = 1; i < n; i++)
    a[i] = (int)((unsigned)a[i] + (unsigned)a[i - 1]);
}

static uint64_t result(int n) {
  return hash_bytes(a, sizeof *a * n);
}
