// What a guard computes: both ranges, compared before the run.
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s
void copy(long n, double *a, const double *b) {
  for (long i = 0; i < n; i++)
    a[i] = b[i + 1];
}
// CHECK-DAG: c"{{[ab]}} and {{[ab]}} overlap\00"
// CHECK-DAG: c"an address may wrap around\00"
// CHECK: define internal {{.*}}i32 @copy.par.4.guard(ptr
// CHECK: ptrtoint ptr
// CHECK: icmp s{{[a-z]+}} i64
// CHECK: ret i32
// Both arrays get their own alias scope in the body.
// CHECK-DAG: !{{[0-9]+}} = distinct !{!{{[0-9]+}}, !{{[0-9]+}}, !"a"}
// CHECK-DAG: !{{[0-9]+}} = distinct !{!{{[0-9]+}}, !{{[0-9]+}}, !"b"}
