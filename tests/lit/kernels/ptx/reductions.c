// Integers are added up in any order, one record for each thread; what depends on the order runs in grains.
// RUN: %xcc -O2 -c -fpar-kernels=ptx --xc-dump=kernels %s -o %t.o 2>&1 | %FileCheck %s
// RUN: xc-blob dump %t.o | %FileCheck %s --check-prefix=BLOB
long sum(long n, const int *x, long s) {
  for (long i = 0; i < n; i++)
    s += x[i];
  return s;
}
// CHECK-LABEL: .entry sum_par_
// CHECK: st.global.u64
// CHECK-NOT: st.global
// CHECK: ret;
// BLOB-LABEL: sum.par.
// BLOB: reduction at 0 of 8: add i64
// BLOB: strided

int search(int n, const double *x) {
  double best = -1e300;
  int where = -1;
  for (int i = 0; i < n; i++)
    if (x[i] > best) {
      best = x[i];
      where = i;
    }
  return where;
}
// CHECK-LABEL: .entry search_par_
// CHECK-DAG: st.global.f64
// CHECK-DAG: st.global.u32
// BLOB-LABEL: search.par.
// BLOB: best f64
// BLOB: kept i32
// BLOB: grains
