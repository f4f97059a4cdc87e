// LIFT: 7
// Where ranges of addresses end: arrays that share exactly one element, walks that go down, strides that are negative
// numbers in an unsigned type, and every small number of iterations.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 1024, SIZE = 8 * N };
static uint8_t bytes[SIZE];
static uint16_t shorts[SIZE];
static uint32_t words[SIZE];
static uint64_t longs[SIZE];

#define WALKS(T, name)                                                                                                 \
  APART static void up_##name(T *to, const T *from, int n) {                                                           \
    for (int i = 0; i < n; i++)                                                                                        \
      to[i] = (T)(from[i] * 3 + 1);                                                                                    \
  }                                                                                                                    \
  APART static void down_##name(T *to, const T *from, int n) {                                                         \
    for (int i = n - 1; i >= 0; i--)                                                                                   \
      to[i] = (T)(from[i] * 3 + 1);                                                                                    \
  }                                                                                                                    \
  APART static void against_##name(T *to, const T *from, int n) {                                                      \
    for (int i = 0; i < n; i++)                                                                                        \
      to[n - 1 - i] = (T)(from[i] * 3 + 1);                                                                            \
  }                                                                                                                    \
  APART static void thirds_##name(T *to, const T *from, int n) {                                                       \
    for (int i = n - 1; i >= 0; i -= 3)                                                                                \
      to[i] = (T)(from[i] * 3 + 1);                                                                                    \
  }                                                                                                                    \
  APART static void negative_##name(T *to, const T *from, size_t n, size_t stride) {                                   \
    for (size_t i = 0; i < n; i++)                                                                                     \
      to[(long)(i * stride)] = (T)(from[(long)(i * stride)] * 3 + 1);                                                             \
  }                                                                                                                    \
  APART static void pointers_##name(T *to, const T *from, const T *first) {                                            \
    while (from > first)                                                                                               \
      *--to = (T)(*--from * 3 + 1);                                                                                    \
  }                                                                                                                    \
  /* What the next walk reads is seen before it is written over. */                                                    \
  static void seen_##name(const T *p, int n) { show(#name, p - 2 * n, sizeof(T) * 4 * (size_t)n); }                    \
  static void all_##name(int n) {                                                                                      \
    T *p = name + SIZE / 2;                                                                                            \
    /* Around no distance, and around the distance at which first and last element touch. */                           \
    for (int k = -2; k <= 2; k++)                                                                                      \
      for (int side = -1; side <= 1; side++) {                                                                         \
        int d = side * n + k;                                                                                          \
        up_##name(p, p + d, n), seen_##name(p, n);                                                                     \
        down_##name(p, p + d, n), seen_##name(p, n);                                                                   \
        against_##name(p, p + d, n), seen_##name(p, n);                                                                \
        thirds_##name(p, p + d, n), seen_##name(p, n);                                                                 \
        pointers_##name(p + n, p + d + n, p + d), seen_##name(p, n);                                                   \
        for (int s = -2; s <= 2; s++)                                                                                  \
          negative_##name(p, p + d, (size_t)n / 2, (size_t)s), seen_##name(p, n);                                      \
      }                                                                                                                \
  }

WALKS(uint8_t, bytes)
WALKS(uint16_t, shorts)
WALKS(uint32_t, words)
WALKS(uint64_t, longs)

/* The two share a byte of one element only. */
APART static void odd_bytes(uint8_t *to, const uint32_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (uint8_t)(from[i] >> 5);
}

/* Every number of iterations, so that parts of every size and every remainder come up. */
APART static uint32_t fill_and_sum(uint32_t *to, const uint32_t *from, int n) {
  uint32_t s = 5;
  for (int i = 0; i < n; i++) {
    to[i] = from[i] * 9 + (uint32_t)i;
    s += to[i];
  }
  return s;
}

APART static uint32_t grid(uint32_t *to, int n, int m) {
  uint32_t s = 5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      to[i * m + j] ^= (uint32_t)(i * 3 + j);
      s += to[i * m + j];
    }
  return s;
}

int main(void) {
  fill_bytes(bytes, sizeof bytes, 1);
  fill_bytes(shorts, sizeof shorts, 2);
  fill_bytes(words, sizeof words, 3);
  fill_bytes(longs, sizeof longs, 4);
  for (int n = 0; n < N; n = n * 2 + 1)
    all_bytes(n), all_shorts(n), all_words(n), all_longs(n);
  for (int k = -5; k <= 5; k++) {
    uint8_t *p = (uint8_t *)words;
    odd_bytes(p + 4 * 40 + k, words, 40);
    odd_bytes(p + 200, words + 50 - 40 + k, 40), odd_bytes(p + 200, words + 50 + 10 + k, 40);
  }
  SHOW(words);
  uint32_t h = 0;
  for (int n = 0; n <= 300; n++)
    h = h * 31 + fill_and_sum(words, words + 200, n);
  for (int n = 0; n <= 20; n++)
    for (int m = 0; m <= 20; m++)
      h = h * 31 + grid(words, n, m);
  show_int("numbers", h);
  SHOW(words);
  return 0;
}
