// The test stands in the middle of the inner loop: what leaves it is the sum before the last step.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>
static uint32_t a1[500], a0[500];
__attribute__((noinline)) uint32_t f4(uint32_t *p5, uint32_t *p8, int n2, unsigned n4) {
  uint32_t acc7 = 100;
  for (int i1 = 0; i1 < n2; i1++)
    for (uint32_t i3 = (uint32_t)n4; i3-- > 0;) {
      if (((1255 >= (uint32_t)p8[(long)i1 + (long)i3 * 4] ? (uint32_t)255 : 86u)) % 3 == 1)
        acc7 ^= (uint32_t)(uint64_t)p5[0 - (long)i3];
      acc7 ^= i3;
    }
  return acc7;
}
int main() {
  for (int i = 0; i < 500; i++) {
    a1[i] = i * 77;
    a0[i] = i * 13;
  }
  volatile int n = 300;
  volatile unsigned m = 8;
  printf("%u\n", f4(a1 + 221, a0 + 107, n, m));
}
