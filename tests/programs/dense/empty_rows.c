// Inner loops that are never entered: their count means nothing, and a run of the whole grid has no items.
// LIFT: 1
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

static uint32_t a[64 * 64];

APART static uint32_t sum(int rows, int columns, int from) {
  uint32_t s = 7;
  for (int i = 0; i < rows; i++)
    for (int j = from; j < columns; j += 4)
      s ^= a[i * 64 + j] * (unsigned)j;
  return s;
}

int main(void) {
  for (int i = 0; i < 64 * 64; i++)
    a[i] = (uint32_t)i * 2654435761u;
  printf("%u %u %u %u\n", sum(60, 60, 0), sum(60, 0, 0), sum(60, -2000000000, 1), sum(0, 5, 0));
}
