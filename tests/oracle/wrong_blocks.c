// Blocks made by hand, each wrong in another way, which the oracle must tell; and one that is right.
// CONFLICT: before (wrong_blocks.c:1:0): items 0 and 1 write and read
// CONFLICT: behind (wrong_blocks.c:2:0): items 0 and 1 read and write
// CONFLICT: pairs (wrong_blocks.c:3:0): items 0 and 1 both write
// CONFLICT: total (wrong_blocks.c:4:0): items 0 and 1
// CONFLICT: late (wrong_blocks.c:5:0): items 0 and 99 read and write
// CONFLICT: halves (wrong_blocks.c:6:0): items 0 and 1 both write
// CONFLICT: copies (wrong_blocks.c:7:0): items 0 and 1 write and read
// CONFLICT: unaligned (wrong_blocks.c:8:0): items 0 and 1 both write
// SPDX-License-Identifier: Apache-2.0
#include "xcrt/abi.h"

#include <string.h>

enum { N = 100 };
int a[N + 1], b[2 * N];
char bytes[N + 4];
long sum;

#define BODY(name) static void name(const void *captures, int64_t lo, int64_t hi, void *result)
#define EACH_ITEM                                                                                                      \
  (void)captures, (void)result;                                                                                        \
  for (int64_t i = lo; i < hi; i++)

BODY(before) { EACH_ITEM a[i + 1] = a[i] + 1; }
BODY(behind) { EACH_ITEM a[i] = a[i + 1] + 1; }
BODY(pairs) { EACH_ITEM a[i / 2] = (int)i; }
BODY(total) { EACH_ITEM sum += a[i]; }
BODY(late) {
  EACH_ITEM if (i == N - 1) sum = i;
  else b[i] = (int)sum;
}
/* The items are rows of two, but a row ends where the next one's begins. */
BODY(halves) { EACH_ITEM memset((char *)(b + 2 * i), (int)i, 9); }
BODY(copies) { EACH_ITEM memcpy(a + i + 1, a + i, sizeof *a); }
BODY(unaligned) {
  EACH_ITEM {
    int value = (int)i;
    __builtin_memcpy(bytes + i, &value, sizeof value);
  }
}

/* Private memory on the stack, a reduction, and a table that all items read. */
__attribute__((noinline)) static long last(long *row) { return row[7] + row[0]; }
BODY(right) {
  (void)captures;
  for (int64_t i = lo; i < hi; i++) {
    long row[8];
    for (int k = 0; k < 8; k++)
      row[k] = a[k] + i;
    *(long *)result += last(row);
    b[i] = a[0];
  }
}

static void none(const void *captures, int64_t n, void *result) { (void)captures, (void)n, (void)result; }
static void zero(void *result) { *(long *)result = 0; }
static void add(void *into, const void *from) { *(long *)into += *(const long *)from; }

#define BLOCK(number, name_)                                                                                           \
  {.abi = XCRT_ABI, .name = #name_, .file = "wrong_blocks.c", .line = number, .dims = 1, .body = name_, .serial = none}
static const struct xcrt_block wrong[] = {
    BLOCK(1, before), BLOCK(2, behind), BLOCK(3, pairs),  BLOCK(4, total),
    BLOCK(5, late),   BLOCK(6, halves), BLOCK(7, copies), BLOCK(8, unaligned),
};
static const struct xcrt_block correct = {
    .abi = XCRT_ABI,
    .name = "right",
    .file = "wrong_blocks.c",
    .dims = 1,
    .result_size = sizeof(long),
    .result_align = _Alignof(long),
    .body = right,
    .serial = none,
    .identity = zero,
    .fold = add,
};

int main(void) {
  long result = 0, expected = 0;
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
    if (!xcrt_run(&wrong[i], 0, N, 1 << 20, 0))
      return 1;
  memset(a, 0, sizeof a);
  for (long i = 0; i < N; i++)
    expected += 2 * i;
  return !xcrt_run(&correct, 0, N, 1 << 20, &result) || result != expected;
}
