// RUN: %xcc -O2 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %xcc -O2 -S -emit-llvm -DSMALL %s -o - | %FileCheck --check-prefix=SMALL %s
// A function of much code has it once: a call stands in the place of the loop, and reaches the body either through the
// runtime or in one piece. A function of little code keeps the loop beside the block.

enum { N = 64, M = 32, K = 9 };
double u[N][M][K], v[N][M][K], w[N][M];

#define FLUX(k)                                                                                                        \
  v[i][j][k] += (u[i][j][k] - u[i + 1][j][k]) * (u[i - 1][j][k] + w[i][j]) - u[i][j + 1][k] / (1 + u[i][j - 1][k])
#ifdef SMALL
#define FLUXES FLUX(0)
#else
#define FLUXES FLUX(0), FLUX(1), FLUX(2), FLUX(3), FLUX(4), FLUX(5), FLUX(6), FLUX(7), FLUX(8)
#endif

// CHECK-LABEL: define {{.*}}void @nests(
// CHECK-NOT: fmul
// CHECK: call {{.*}}void @nests.par.[[#FIRST:]].run(
// CHECK-NOT: fmul
// CHECK: call {{.*}}void @nests.par.[[#FIRST + 3]].run(
// CHECK-NOT: fmul
// CHECK: ret void

// CHECK: define internal void @nests.par.[[#FIRST]](
// CHECK: fmul

// CHECK: define internal void @nests.par.[[#FIRST]].serial(ptr %0, i64 %1, ptr %2)
// CHECK-NEXT: call void @nests.par.[[#FIRST]](ptr %0, i64 0, i64 %1, ptr {{.*}})
// CHECK-NEXT: ret void

// CHECK: define internal {{.*}}void @nests.par.[[#FIRST]].run(
// CHECK: load atomic i64, ptr @nests.par.[[#FIRST]].gate monotonic
// CHECK: call i32 @xcrt_run(ptr {{.*}}@nests.par.[[#FIRST]].block,
// CHECK: call void @nests.par.[[#FIRST]](ptr {{.*}}, i64 0, i64 {{.*}}, ptr {{.*}})

// SMALL-NOT: {{[0-9]}}.run(
// SMALL-LABEL: define {{.*}}void @nests(
// SMALL: fmul
// SMALL-NOT: {{[0-9]}}.run(
void nests(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      FLUXES;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      FLUXES;
}
