// The gate: enough items, then enough work, then the runtime; the plain loop stays.
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s
// CHECK: @scale.par.6.gate = internal global { i64, i64, [6 x i64] } { i64 8333, i64 1, [6 x i64] zeroinitializer }, align 64
// CHECK: @scale.par.6.block = private constant {{.*}}, ptr @scale.par.6.gate, ptr null, i64 0 }
void scale(long n, double *a) {
  for (long i = 0; i < n; i++)
    a[i] *= 3;
}
// The runtime may free and synchronise: nothing of the sort is promised about the function any more.
// CHECK: define {{.*}}void @scale(i64 noundef %n, ptr {{[^)]*}}%a) {{.*}}#[[ATTRIBUTES:[0-9]+]]
// CHECK: [[LEAST:%.*]] = load atomic i64, ptr @scale.par.6.gate monotonic
// CHECK: icmp ult i64 {{.*}}, [[LEAST]]
// CHECK: br i1 {{.*}}label %xc.run, !prof
// CHECK: xc.run:
// CHECK: call {{.*}}@xc.run(

// The body: pointers and count from the record, independent accesses.
// CHECK: define internal void @scale.par.6(ptr {{.*}}%captures, i64 {{.*}}range(i64 0, 281474976710656) %lo, i64 {{.*}}range(i64 0, 281474976710656) %hi, ptr {{.*}})
// CHECK: load double{{.*}}!llvm.access.group
// The plain loop for XC_PAR=check, unoptimised.
// CHECK: define internal void @scale.par.6.serial(ptr {{.*}}, i64 {{.*}}, ptr {{.*}}) {{.*}}#[[SERIAL:[0-9]+]]
// CHECK-NOT: attributes #[[ATTRIBUTES]] = {{.*}}nosync
// CHECK: attributes #[[SERIAL]] = {{.*}}noinline{{.*}}optnone
// CHECK: llvm.loop.parallel_accesses
