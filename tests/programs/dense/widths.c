// LIFT: 8
// Elements of every width and sign, with conversions between them.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <stdbool.h>

enum { N = 777 };
static int8_t i8[N];
static uint8_t u8[N];
static int16_t i16[N];
static uint16_t u16[N];
static int32_t i32[N];
static uint32_t u32[N];
static int64_t i64[N];
static uint64_t u64[N];
static float f32[N];
static double f64[N];
static long double f80[N];
static bool flags[N];
static char *names[N];
static _Complex double waves[N];

APART static void narrow(int n) {
  for (int i = 0; i < n; i++) {
    i8[i] = (int8_t)(i16[i] + u8[i]);
    u16[i] = (uint16_t)(i32[i] ^ u8[i]);
  }
}

APART static void widen(int n) {
  for (int i = 0; i < n; i++) {
    i64[i] = (int64_t)i8[i] * i32[i];
    u64[i] = (uint64_t)u32[i] * u16[i] + (uint64_t)i8[i];
  }
}

APART static void divide(int n) {
  for (int i = 0; i < n; i++) {
    i32[i] = i32[i] / (u8[i] + 1) + i32[i] % (u16[i] + 1);
    u64[i] = u64[i] % (u32[i] | 1u) + (u64[i] >> (u8[i] & 63));
  }
}

APART static void shifts(int n) {
  for (int i = 0; i < n; i++) {
    u32[i] = u32[i] << (u8[i] & 31) | u32[i] >> (-u8[i] & 31);
    i16[i] = (int16_t)(i16[i] >> (u8[i] & 7));
    i64[i] = i64[i] >> (u8[i] & 31);
  }
}

APART static void to_float(int n) {
  for (int i = 0; i < n; i++) {
    f32[i] = (float)i32[i] * 1e-6f;
    f64[i] = (double)u64[i] / 1e9 + (double)i8[i];
  }
}

APART static void from_float(int n) {
  for (int i = 0; i < n; i++) {
    i32[i] = (int32_t)(f32[i] * 3.0f);
    u8[i] = (uint8_t)((int)f32[i] & 127);
    f32[i] = (float)f64[i];
  }
}

APART static void booleans(int n) {
  for (int i = 0; i < n; i++) {
    flags[i] = i32[i] < i16[i] || u8[i] > 128;
    i32[i] += -(int)flags[i] & 3;
  }
}

APART static void extended(int n) {
  for (int i = 0; i < n; i++)
    f80[i] = (long double)f64[i] / 3.0L + i;
}

APART static void pointers(char *base, int n) {
  for (int i = 0; i < n; i++)
    names[i] = base + 2 * i;
}

APART static void complex_numbers(int n) {
  for (int i = 0; i < n; i++)
    waves[i] = waves[i] * (0.5 + 0.25i) + f64[i];
}

APART static void bits(int n) {
  for (int i = 0; i < n; i++)
    u32[i] = (uint32_t)__builtin_popcount(u32[i]) + (uint32_t)__builtin_clzll(u64[i] | 1) * 100 +
             __builtin_bswap32(u32[i]);
}

int main(void) {
  for (int n = 0; n <= N; n += N / 3) {
    fill_bytes(i8, sizeof i8, 1);
    fill_bytes(u8, sizeof u8, 2);
    fill_bytes(i16, sizeof i16, 3);
    fill_bytes(u16, sizeof u16, 4);
    fill_int(i32, N, 5, 1000000);
    fill_bytes(u32, sizeof u32, 6);
    fill_bytes(u64, sizeof u64, 8);
    narrow(n), SHOW(i8), SHOW(u16);
    widen(n), SHOW(i64), SHOW(u64);
    divide(n), SHOW(i32), SHOW(u64);
    shifts(n), SHOW(u32), SHOW(i16), SHOW(i64);
    to_float(n), SHOW(f32), SHOW(f64);
    from_float(n), SHOW(i32), SHOW(u8), SHOW(f32);
    booleans(n), SHOW(flags), SHOW(i32);
    extended(n);
    for (int i = 0; i < N; i++)
      show("f80", &f80[i], 10);
    pointers((char *)names, n);
    long offsets = 0;
    for (int i = 0; i < n; i++)
      offsets += (names[i] - (char *)names) * i;
    show_int("pointers", offsets);
    complex_numbers(n), SHOW(waves);
    bits(n), SHOW(u32);
  }
  return 0;
}
