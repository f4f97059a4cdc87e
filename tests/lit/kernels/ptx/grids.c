// Two and three dimensions: an item's place is computed from its number, once.
// RUN: %xcc -O2 -c -fpar-kernels=ptx --xc-dump=kernels %s -o %t.o 2>&1 | %FileCheck %s
void stencil(int n, const double *restrict a, double *restrict b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i * n + j] = 0.25 * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
}
// CHECK-LABEL: .entry stencil_par_4(
// CHECK: div.u64
// CHECK: div.u32
// CHECK-NOT: div.
// CHECK-COUNT-4: ld.global.nc.f64
// CHECK-NOT: fma
// CHECK: mul.rn.f64
// CHECK: st.global.f64
// CHECK: ret;
double g[40][50][60];
void cube(void) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 50; j++)
      for (int k = 0; k < 60; k++)
        g[i][j][k] += i * j - k;
}
// CHECK-LABEL: .entry cube_par_
// CHECK: ld.global.f64
// CHECK: st.global.f64
// CHECK: ret;
void matmul(int n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
// CHECK-LABEL: .entry matmul_par_
// The sum stays in a register and is stored once.
// CHECK: ld.global.nc.f32
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CHECK: st.global.f32
// CHECK-NOT: st.global
// CHECK: ret;
void mandelbrot(int width, int height, int limit, unsigned char *restrict out) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      float cr = 3.0f * x / width - 2, ci = 2.0f * y / height - 1, zr = 0, zi = 0;
      int k = 0;
      while (k < limit && zr * zr + zi * zi < 4) {
        float t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
      }
      out[y * width + x] = k;
    }
}
// CHECK-LABEL: .entry mandelbrot_par_
// CHECK: div.rn.f32
// CHECK-NOT: fma
// CHECK: sub.rn.f32
// CHECK: st.global.u8
