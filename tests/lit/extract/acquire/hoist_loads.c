// A load that is executed where an inner loop is entered is taken out of the loops around under the same condition, and
// loads zeros where the program would load nothing.
// RUN: %xcc -O1 -c -w --xc-dump=canonicalise %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %xcc -O1 -c -Wpar-auto %s -o %t.o 2>&1 | %FileCheck --check-prefix=NOTE %s
struct rows {
  long count;
  float *data;
};
void fill(const struct rows *rows, long n, long m) {
  // NOTE: :[[@LINE+1]]:3: warning: loop lifted: 2-dimensional grid
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      rows->data[i * rows->count + j] = i - j;
}
// CHECK-LABEL: @fill(
// CHECK: %[[ENTERED:.*]] = icmp sgt i64 %m, 0
// CHECK: %[[PLACE:.*]] = select i1 %[[ENTERED]], ptr %{{.*}}, ptr @xc.nothing
// CHECK: load ptr, ptr %[[PLACE]]
// CHECK: br label
// CHECK: phi i64
// CHECK-NOT: load
// CHECK: }

// Not if the loop may write there, and not under a condition that varies.
void overwritten(struct rows *rows, float **other, long n, long m) {
  // NOTE: :[[@LINE+1]]:3: warning: loop demoted
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      rows->data[j] = i;
      other[j] = rows->data + i;
    }
}
// CHECK-LABEL: @overwritten(
// CHECK-NOT: xc.nothing
// CHECK: }
void varying(const struct rows *rows, const long *m, float *x, long n) {
  for (long i = 0; i < n; i++)
    if (m[i] > 3)
      x[i] += rows->count;
}
// CHECK-LABEL: @varying(
// CHECK-NOT: xc.nothing
// CHECK: }
