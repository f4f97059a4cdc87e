// FLAGS: -fno-strict-aliasing
// The same bytes under two types, fields that overlap, bit-fields and packed structures that share bytes.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <stddef.h>

enum { N = 512 };

union cell {
  unsigned words[4];
  unsigned char bytes[16];
  double reals[2];
};

union record {
  struct {
    unsigned head;
    unsigned body[N];
  } early;
  struct {
    unsigned short head;
    unsigned short body[2 * N];
  } late;
};

struct bits {
  unsigned x : 5, y : 9, z : 18;
};

struct __attribute__((packed)) packed {
  char tag;
  unsigned value;
  short rest;
};

static union cell cells[N];
static union record record;
static struct bits fields[N];
static struct packed packs[N];
static unsigned char raw[4 * N + 8];
static unsigned flags[N / 32];

APART static void own_union(int n) {
  for (int i = 0; i < n; i++) {
    cells[i].words[1] += 5;
    cells[i].words[0] = cells[i].bytes[4] + cells[i].bytes[9];
  }
}

/* The two fields overlap with an offset: elements of one are other elements of the other. */
APART static void shifted_union(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    record.late.body[i] = (unsigned short)(record.early.body[i] + 1);
}

APART static void bytes_and_words(int n) {
  unsigned *words = (unsigned *)(void *)raw;
  for (int i = 0; i < n; i++) // NO-LIFT
    words[i] = raw[i] * 3u;
}

APART static void unaligned(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    unsigned v;
    memcpy(&v, raw + i, sizeof v);
    v = v * 3 + 1;
    memcpy(raw + i, &v, sizeof v);
  }
}

APART static void unaligned_steps(int n) {
  for (int i = 0; i < n; i++) {
    unsigned v;
    memcpy(&v, raw + 4 * i + 1, sizeof v);
    v = v * 3 + 1;
    memcpy(raw + 4 * i + 1, &v, sizeof v);
  }
}

APART static void bit_fields(int n) {
  for (int i = 0; i < n; i++) {
    fields[i].x += 3;
    fields[i].y = fields[i].z & 511;
  }
}

APART static void packed_fields(int n) {
  for (int i = 0; i < n; i++) {
    packs[i].value += packs[i].rest;
    packs[i].tag ^= 1;
  }
}

/* One bit each: 32 iterations share a word. */
APART static void bit_set(const unsigned *v, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    if (v[i] & 1)
      flags[i / 32] |= 1u << (i % 32);
}

/* A word per iteration is fine. */
APART static void bit_words(const unsigned *v, int n) {
  for (int w = 0; w < n / 32; w++) {
    unsigned bits = 0;
    for (int k = 0; k < 32; k++)
      bits |= (v[w * 32 + k] >> 3 & 1) << k;
    flags[w] = bits;
  }
}

APART static void nibbles(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    raw[i / 2] = (unsigned char)(i & 1 ? raw[i / 2] | (i & 15) << 4 : (raw[i / 2] & 0xF0) | (i & 15));
}

struct outer {
  int n;
  struct {
    unsigned x[8], y[8];
  } in;
};

/* Deliberately past the first member: x[8] is y[0] in memory, computed through bytes. */
APART static void past_the_field(struct outer *o, int n) {
  unsigned *base = (unsigned *)(void *)((char *)o + offsetof(struct outer, in));
  for (int i = 0; i < n; i++) // NO-LIFT
    base[i + 8] = o->in.x[i & 7] + base[i + 7];
}

int main(void) {
  for (int n = 0; n <= N; n += 128) {
    fill_bytes(cells, sizeof cells, 1);
    fill_bytes(&record, sizeof record, 2);
    fill_bytes(fields, sizeof fields, 3);
    fill_bytes(packs, sizeof packs, 4);
    fill_bytes(raw, sizeof raw, 5);
    own_union(n), SHOW(cells);
    shifted_union(n), SHOW(record);
    bytes_and_words(n), SHOW(raw);
    unaligned(n), SHOW(raw);
    unaligned_steps(n), SHOW(raw);
    bit_fields(n), SHOW(fields);
    packed_fields(n), SHOW(packs);
    bit_set(&cells[0].words[0], n), SHOW(flags);
    bit_words(&cells[0].words[0], n), SHOW(flags);
    nibbles(n), SHOW(raw);
    struct outer o;
    fill_bytes(&o, sizeof o, 6);
    past_the_field(&o, n / 64), SHOW(o);
  }
  return 0;
}
