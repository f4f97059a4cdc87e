// Every width of data; structures; locals; tables; objects of the program.
// RUN: %xcc -O2 -c -fpar-kernels=ptx --xc-dump=kernels %s -o %t.o 2>&1 | %FileCheck %s
// RUN: xc-blob dump %t.o | %FileCheck %s --check-prefix=BLOB
#include <stdbool.h>
#include <stdint.h>
void widths(long n, int8_t *restrict a, const uint16_t *restrict b, int32_t *restrict c, const uint64_t *restrict d,
            bool *restrict e) {
  for (long i = 0; i < n; i++) {
    a[i] += 3;
    c[i] = a[i] * b[i] + d[i];
    e[i] = c[i] > 7;
  }
}
// CHECK-LABEL: .entry widths_par_
// CHECK-DAG: ld.global.u8
// CHECK-DAG: ld.global.nc.u16
// CHECK-DAG: ld.global.nc.u{{(64|32)}}
// CHECK: st.global.u32
// CHECK: st.global.u8
// BLOB-LABEL: widths.par.
// BLOB: array 0 'a': read written, elements of 1 bytes, widths 1

struct particle {
  double x, y;
  float mass;
  short kind;
  unsigned char flag;
};
void move(int n, struct particle *p, double step) {
  for (int i = 0; i < n; i++) {
    p[i].x += step * p[i].mass;
    p[i].y -= step;
    p[i].flag |= p[i].kind > 3;
  }
}
// CHECK-LABEL: .entry move_par_
// CHECK-DAG: ld.global.f64
// CHECK-DAG: ld.global.f32
// CHECK-DAG: ld.global.u16
// CHECK-DAG: ld.global.u8
// CHECK-DAG: cvt.f64.f32
// BLOB-LABEL: move.par.
// BLOB: elements of 1 bytes, widths 1 2 4 8

void casts(long n, double *restrict d, const float *restrict f, int *restrict i32, const long *restrict i64) {
  for (long i = 0; i < n; i++) {
    i32[i] = (int)f[i] + (unsigned char)d[i];
    d[i] = (double)i64[i] + (float)(unsigned long)i64[i];
  }
}
// CHECK-LABEL: .entry casts_par_
// CHECK-DAG: cvt.rzi.s32.f32
// CHECK-DAG: cvt.rn.f64.s64
// CHECK-DAG: cvt.rn.f32.u64

static const int weights[5] = {1, 4, 6, 4, 1};
void carried(long n, int *restrict out, const unsigned char *restrict in) {
  for (long i = 0; i < n; i++) {
    int s = 0;
    for (int k = 0; k < 5; k++)
      s += weights[(in[i] + k) % 5];
    out[i] = s;
  }
}
// CHECK: .global .align {{[0-9]+}} .b8 weights[20] = {1, 0, 0, 0, 4,
// CHECK-LABEL: .entry carried_par_
// BLOB-LABEL: carried.par.
// BLOB-NOT: object

int table[256];
unsigned char out[1000];
void objects(int n, const unsigned char *restrict x) {
  for (int i = 0; i < n; i++)
    out[i + 10] = table[x[i]];
}
// CHECK-LABEL: .entry objects_par_
// CHECK-NOT: .global .align
// BLOB-LABEL: objects.par.
// BLOB: record of 40 bytes (24 captured)
// BLOB: pointer at 24: array {{[0-9]}}, object
// BLOB-NEXT: pointer at 32: array {{[0-9]}}, object

void locals(int n, int *restrict best, const int *restrict in) {
  for (int i = 0; i < n; i++) {
    int h[8] = {0};
    for (int j = 0; j < 100; j++)
      h[in[i + j] & 7]++;
    int b = 0;
    for (int k = 1; k < 8; k++)
      if (h[k] > h[b])
        b = k;
    best[i] = b;
  }
}
// CHECK-LABEL: .entry locals_par_
// CHECK: .local .align {{[0-9]+}} .b8 {{.*}}[32];

// Pointers that the loop moves.
void moved(int n, float *p, const float *q) {
  for (int i = 0; i < n; i++)
    *p++ = *q++ * 2;
}
// CHECK-LABEL: .entry moved_par_
// CHECK: ld.global.nc.f32
// CHECK: st.global.f32
