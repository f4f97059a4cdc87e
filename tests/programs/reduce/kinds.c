// LIFT: 9
// FLAGS: -fwrapv
// (counted by place, and all of one type share a place)
// Reductions with each operator over each width, from a start value that is not neutral.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 1000 };

/* One function per operator and type; `s` starts with what the caller passes. */
#define REDUCTIONS(T, name)                                                                                            \
  static T data_##name[N];                                                                                             \
  APART static T sum_##name(int n, T s) {                                                                              \
    for (int i = 0; i < n; i++)                                                                                        \
      s += data_##name[i];                                                                                             \
    return s;                                                                                                          \
  }                                                                                                                    \
  APART static T product_##name(int n, T s) {                                                                          \
    for (int i = 0; i < n; i++)                                                                                        \
      s *= (T)(data_##name[i] | 1);                                                                                    \
    return s;                                                                                                          \
  }                                                                                                                    \
  APART static T and_##name(int n, T s) {                                                                              \
    for (int i = 0; i < n; i++)                                                                                        \
      s &= (T)(data_##name[i] | 0x70);                                                                                 \
    return s;                                                                                                          \
  }                                                                                                                    \
  APART static T or_##name(int n, T s) {                                                                               \
    for (int i = 0; i < n; i++)                                                                                        \
      s |= (T)(data_##name[i] & 0x15);                                                                                 \
    return s;                                                                                                          \
  }                                                                                                                    \
  APART static T xor_##name(int n, T s) {                                                                              \
    for (int i = 0; i < n; i++)                                                                                        \
      s ^= data_##name[i];                                                                                             \
    return s;                                                                                                          \
  }                                                                                                                    \
  APART static T smallest_##name(int n, T s) {                                                                         \
    for (int i = 0; i < n; i++)                                                                                        \
      if (data_##name[i] < s)                                                                                          \
        s = data_##name[i];                                                                                            \
    return s;                                                                                                          \
  }                                                                                                                    \
  APART static T largest_##name(int n, T s) {                                                                          \
    for (int i = 0; i < n; i++)                                                                                        \
      s = data_##name[i] > s ? data_##name[i] : s;                                                                     \
    return s;                                                                                                          \
  }                                                                                                                    \
  APART static T difference_##name(int n, T s) {                                                                       \
    for (int i = 0; i < n; i++)                                                                                        \
      s -= data_##name[i];                                                                                             \
    return s;                                                                                                          \
  }                                                                                                                    \
  static void all_##name(int n) {                                                                                      \
    fill_bytes(data_##name, sizeof data_##name, sizeof(T));                                                            \
    show_int("sum " #name, (long long)sum_##name(n, 3));                                                               \
    show_int("product " #name, (long long)product_##name(n, 5));                                                       \
    show_int("and " #name, (long long)and_##name(n, (T) ~(T)2));                                                       \
    show_int("or " #name, (long long)or_##name(n, 8));                                                                 \
    show_int("xor " #name, (long long)xor_##name(n, 9));                                                               \
    show_int("smallest " #name, (long long)smallest_##name(n, 100));                                                   \
    show_int("largest " #name, (long long)largest_##name(n, 20));                                                      \
    show_int("difference " #name, (long long)difference_##name(n, 1));                                                 \
  }

REDUCTIONS(uint8_t, u8)
REDUCTIONS(uint16_t, u16)
REDUCTIONS(uint32_t, u32)
REDUCTIONS(uint64_t, u64)
REDUCTIONS(int8_t, i8)
REDUCTIONS(int16_t, i16)
REDUCTIONS(int32_t, i32)
REDUCTIONS(int64_t, i64)
REDUCTIONS(unsigned __int128, u128)

int main(void) {
  for (int n = 0; n <= N; n = n * 4 + 1) {
    all_u8(n);
    all_u16(n);
    all_u32(n);
    all_u64(n);
    all_i8(n);
    all_i16(n);
    all_i32(n);
    all_i64(n);
    all_u128(n);
  }
  all_u32(N);
  return 0;
}
