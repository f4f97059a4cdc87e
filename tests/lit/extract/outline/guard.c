// What is checked before a run: by the footprint of all items, that the arrays do not overlap and no address wraps; by the
// guard, what is left.
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s
void copy(long n, double *a, const double *b) {
  for (long i = 0; i < n; i++)
    a[i] = b[i + 1];
}
// CHECK-DAG: c"{{[ab]}} and {{[ab]}} overlap\00"
// CHECK-DAG: @copy.par.5.apart = private constant [1 x { i32, i32, ptr }] [{ i32, i32, ptr } { i32 0, i32 1,
// CHECK-DAG: @strided.par.20.block = private constant { {{.*}} } { i32 {{[0-9]+}}, i32 8, {{.*}}@strided.par.20.guard
// CHECK-NOT: define {{.*}}@copy.par.5.guard
// CHECK: define internal {{.*}}i32 @copy.par.5.footprint(ptr
// CHECK: ptrtoint ptr
// CHECK: icmp s{{[a-z]+}} i64
// CHECK: ret i32
// CHECK: define internal {{.*}}i32 @strided.par.20.guard(ptr
// CHECK: icmp s{{[a-z]+}} i
// CHECK: ret i32
void strided(long n, long stride, double *a) {
  for (long i = 0; i < n; i++)
    a[i * stride] = 1;
}
// Both arrays get their own alias scope in the body.
// CHECK-DAG: !{{[0-9]+}} = distinct !{!{{[0-9]+}}, !{{[0-9]+}}, !"a"}
// CHECK-DAG: !{{[0-9]+}} = distinct !{!{{[0-9]+}}, !{{[0-9]+}}, !"b"}
