// What is checked before a run: by the footprint of all items, that the arrays do not overlap and no address wraps; by the
// guard, what is left.
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s
void copy(long n, double *a, const double *b) {
  for (long i = 0; i < n; i++)
    a[i] = b[i + 1];
}
// CHECK-DAG: c"{{[ab]}} and {{[ab]}} overlap\00"
// CHECK-DAG: @copy.par.5.apart = private constant [1 x { i32, i32, ptr }] [{ i32, i32, ptr } { i32 0, i32 1,
// b is at byte 8 of the record: from b + 8 + 8 k to b + 8 + 8 k + 8. a is at byte 16: from a + 8 k to a + 8 k + 8.
// CHECK-DAG: @copy.par.5.footprint = private constant [49 x i64] [i64 1, i64 1, i64 0, i64 1, i64 3, i64 1, i64 1, i64 8, i64 8, i64 0, i64 8, i64 1, i64 -1, i64 0, i64 0, i64 1, i64 3, i64 1, i64 1, i64 8, i64 16, i64 0, i64 8, i64 1, i64 -1, i64 1, i64 0, i64 1, i64 2, i64 1, i64 1, i64 16, i64 8, i64 1, i64 -1, i64 0, i64 0, i64 1, i64 3, i64 1, i64 1, i64 16, i64 8, i64 0, i64 8, i64 1, i64 -1, i64 1, i64 0]
// CHECK-DAG: @strided.par.19.guard = private constant [{{[0-9]+}} x i64] [i64 1, i64 3,
// CHECK-DAG: @strided.par.19.block = private constant { {{.*}} } { i32 {{[0-9]+}}, i32 8, {{.*}}@strided.par.19.guard
// A global is the object that its array's bounds count from; what lies outermost of a grid has rows of m items.
// CHECK-DAG: @fill.par.25.arrays = {{.*}}, i32 2, i32 4, ptr @table }
// CHECK-DAG: @fill.par.25.footprint = private constant [{{[0-9]+}} x i64] [i64 1, i64 1, i64 1, i64 {{[0-9]+}}, i64 1,
// CHECK-NOT: define {{.*}}{{(guard|footprint)}}
void strided(long n, long stride, double *a) {
  for (long i = 0; i < n; i++)
    a[i * stride] = 1;
}

float table[100][1000];
void fill(long n, long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      table[i][j] = i + j;
}

// Both arrays get their own alias scope in the body.
// CHECK-DAG: !{{[0-9]+}} = distinct !{!{{[0-9]+}}, !{{[0-9]+}}, !"a"}
// CHECK-DAG: !{{[0-9]+}} = distinct !{!{{[0-9]+}}, !{{[0-9]+}}, !"b"}
