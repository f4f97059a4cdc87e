// The plain case: what a kernel is called with, one item per thread, exact operations.
// RUN: %xcc -O2 -c -fpar-kernels=ptx --xc-dump=kernels %s -o %t.o 2>&1 | %FileCheck %s
// RUN: xc-blob dump %t.o | %FileCheck %s --check-prefix=BLOB
// RUN: %xcc -O2 -c %s -o %t.none.o
// RUN: xc-blob dump %t.none.o | %FileCheck %s --check-prefix=NONE
void saxpy(long n, float a, const float *restrict x, float *restrict y) {
  for (long i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
// CHECK: .version 4.1
// CHECK: .target sm_52
// CHECK: .visible .entry saxpy_par_7(
// CHECK-NEXT: .param .align 8 .b8 saxpy_par_7_param_0[32],
// CHECK-NEXT: .param .u64 saxpy_par_7_param_1,
// CHECK-NEXT: .param .u64 saxpy_par_7_param_2,
// CHECK-NEXT: .param .u64 saxpy_par_7_param_3,
// CHECK-NEXT: .param .u64 saxpy_par_7_param_4
// CHECK: .maxntid 256
// The array that nothing writes may be cached.
// CHECK: ld.global.nc.f32
// CHECK: ld.global.f32
// CHECK: mul.rn.f32
// CHECK-NEXT: add.rn.f32
// CHECK: st.global.f32
// CHECK-NOT: .local

// BLOB: saxpy.par.7: {{.*}} bytes
// BLOB: 1 dimension, record of 32 bytes (32 captured), floats
// BLOB: array 0 'x': read, elements of 4 bytes, widths 4
// BLOB: array 1 'y': read written, elements of 4 bytes, widths 4
// BLOB: pointer at [[X:[0-9]+]]: array 0, captured
// BLOB-NEXT: pointer at [[Y:[0-9]+]]: array 1, captured
// BLOB: scalar at {{[0-9]+}}: f32
// BLOB: ptx: entry saxpy_par_7, {{.*}} groups of 256, strided
// NONE: no kernel blobs
