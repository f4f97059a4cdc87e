/* How often each word of a generated text occurs.
 *
 *   histogram [words [vocabulary]]
 *
 * Counting the words must stay as it is: two iterations may add to the same counter, and xcc says so. The loops
 * around it, which have independent iterations, are lifted.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUCKETS = 1 << 16 };

static uint32_t counts[BUCKETS];

/* The n-th word of the text; small numbers are frequent, as in a real text. */
static uint32_t word_at(uint32_t n, uint32_t vocabulary) {
  uint64_t x = (uint64_t)n * 0x9E3779B97F4A7C15u;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 32;
  uint64_t r = x & 0xFFFFFF;
  return (uint32_t)(r * r / 0xFFFFFF * vocabulary >> 24);
}

/* FNV over the letters of the word "w<number>". */
static uint32_t hash_word(uint32_t word) {
  char letters[12];
  int length = 0;
  letters[length++] = 'w';
  do
    letters[length++] = (char)('0' + word % 10);
  while (word /= 10);
  uint32_t h = 2166136261u;
  for (int i = 0; i < length; i++)
    h = (h ^ (uint8_t)letters[i]) * 16777619u;
  return h;
}

int main(int argc, char **argv) {
  uint32_t words = argc > 1 ? (uint32_t)atol(argv[1]) : 30000000;
  uint32_t vocabulary = argc > 2 ? (uint32_t)atol(argv[2]) : 50000;

  uint32_t *hashes = malloc(sizeof *hashes * words);
  if (!hashes)
    return 1;

  for (uint32_t i = 0; i < words; i++)
    hashes[i] = hash_word(word_at(i, vocabulary));

  for (uint32_t i = 0; i < words; i++)
    counts[hashes[i] % BUCKETS]++;

  uint32_t used = 0, most = 0;
  uint64_t squares = 0;
  for (int b = 0; b < BUCKETS; b++) {
    if (counts[b] > 0)
      used++;
    if (counts[b] > most)
      most = counts[b];
    squares += (uint64_t)counts[b] * counts[b];
  }
  printf("histogram of %u words: %u buckets used, fullest %u, checksum %016llx\n", words, used, most,
         (unsigned long long)squares);
  free(hashes);
  return 0;
}
