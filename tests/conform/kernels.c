/// \file Kernels for tests of devices, as the compiler would make them: PTX where this is compiled for it, and for the
/// device of tests functions that get the number of their thread. See src/blob/format.h for what they are called with.
/// SPDX-License-Identifier: Apache-2.0

typedef unsigned u32;
typedef long i64;

#ifdef __NVPTX__
#define KERNEL(name, Record)                                                                                           \
  static inline void name##_thread(const Record *r, i64 lo, i64 hi, i64 grain, void *results, i64 t, i64 all);         \
  __attribute__((nvptx_kernel)) void name(Record r, i64 lo, i64 hi, i64 grain, void *results) {                        \
    const i64 size = __nvvm_read_ptx_sreg_ntid_x();                                                                    \
    name##_thread(&r, lo, hi, grain, results, __nvvm_read_ptx_sreg_ctaid_x() * size + __nvvm_read_ptx_sreg_tid_x(),    \
                  __nvvm_read_ptx_sreg_nctaid_x() * size);                                                             \
  }                                                                                                                    \
  static inline void name##_thread(const Record *r, i64 lo, i64 hi, i64 grain, void *results, i64 t, i64 all)
#else
#define KERNEL(name, Record)                                                                                           \
  static inline void name##_thread(const Record *r, i64 lo, i64 hi, i64 grain, void *results, i64 t, i64 all);         \
  void name(const void *r, i64 lo, i64 hi, i64 grain, void *results, i64 t, i64 all) {                                 \
    name##_thread(r, lo, hi, grain, results, t, all);                                                                  \
  }                                                                                                                    \
  static inline void name##_thread(const Record *r, i64 lo, i64 hi, i64 grain, void *results, i64 t, i64 all)
#endif

#define STRIDED for (i64 i = lo + t; i < hi; i += all)
#define FIRST (lo + t * grain)
#define END (FIRST + grain < hi ? FIRST + grain : hi)

/// out[i] = 3 * in[i] + i.
typedef struct {
  const u32 *in;
  u32 *out;
} Map;
KERNEL(map, Map) { STRIDED r->out[i] = 3 * r->in[i] + (u32)i; }

/// b[i] += a[i].
typedef struct {
  const double *a;
  double *b;
} Accumulate;
KERNEL(accumulate, Accumulate) { STRIDED r->b[i] += r->a[i]; }

/// out[3 * i] = table[i & 7], where `table` is an object.
typedef struct {
  u32 *out;
  const u32 *table;
} Sparse;
KERNEL(sparse, Sparse) { STRIDED r->out[3 * i] = r->table[i & 7]; }

/// The product of matrices.
typedef struct {
  u32 a, b, c, d;
} Matrix;
typedef struct {
  u32 seed;
} Product;
KERNEL(product, Product) {
  if (FIRST >= hi)
    return;
  Matrix m = {1, 0, 0, 1};
  for (i64 i = FIRST; i < END; ++i) {
    const u32 k = (u32)i * 2654435761u + r->seed;
    const Matrix f = {k | 1, k >> 3, k >> 7, k ^ 0x55};
    m = (Matrix){m.a * f.a + m.b * f.c, m.a * f.b + m.b * f.d, m.c * f.a + m.d * f.c, m.c * f.b + m.d * f.d};
  }
  ((Matrix *)results)[t] = m;
}

/// The sum of floats.
typedef struct {
  const float *in;
} FloatSum;
KERNEL(float_sum, FloatSum) {
  if (FIRST >= hi)
    return;
  float sum = 0;
  for (i64 i = FIRST; i < END; ++i)
    sum += r->in[i];
  ((float *)results)[t] = sum;
}
