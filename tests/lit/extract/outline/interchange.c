// Where loops inside walk down columns, items run side by side; each carries its sum in an array.
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s

double a[800][900], b[900][700], c[800][700];

void product(int n, int m, int l) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      c[i][j] = 0;
      for (int k = 0; k < l; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}
// CHECK-LABEL: define internal void @product.par.7(
// CHECK: %[[STRIP:[a-z0-9.]*strip[0-9]*]] = alloca [512 x double]
// CHECK: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 512)
// What is the same for all columns is loaded in front of them, four rows at a time; the sum goes to its place once.
// CHECK: {{^}}column{{.*}}:
// CHECK-COUNT-4: load double
// CHECK: {{^}}items{{.*}}:
// CHECK: %[[PLACE:.*]] = getelementptr double, ptr %[[STRIP]], i64 %[[ITEM:.*]]
// CHECK: load double, ptr %[[PLACE]]
// CHECK-COUNT-4: @llvm.fmuladd.f64
// CHECK-NEXT: store double %{{.*}}, ptr %[[PLACE]]
// CHECK-NEXT: add
// CHECK-NEXT: icmp
// CHECK-NEXT: br i1
// CHECK: ret void

// Rows: as they are.
void rows(int n, int m, int l) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int k = 0; k < l; k++)
        s += a[i][k] * a[j][k];
      c[i][j] = s;
    }
}
// CHECK-LABEL: define internal void @rows.par.32(
// CHECK-NOT: strip
// CHECK: ret void

// Columns of different heights.
void heights(int m, const int *restrict height, double *restrict out) {
  for (int j = 0; j < m; j++) {
    double s = 0;
    for (int k = 0; k < j; k++)
      s += b[k][j];
    out[j] = s;
  }
}
// CHECK-LABEL: define internal void @heights.par.46(
// CHECK-NOT: strip
// CHECK: ret void

// A local array that all items share.
void shared(int m, int l, double *restrict out) {
  for (int j = 0; j < m; j++) {
    double seen[4] = {0};
    for (int k = 0; k < l; k++)
      seen[k & 3] += b[k][j];
    out[j] = seen[0] * seen[1] + seen[2] * seen[3];
  }
}
// CHECK-LABEL: define internal void @shared.par.59(
// CHECK-NOT: strip
// CHECK: ret void

// An inner loop that is no block of its own: its columns are apart where the block's guards hold.
void moments(int n, int m, double (*restrict out)[700]) {
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += b[k][i] * b[k][j];
      out[i][j] = out[j][i] = s;
    }
}
// CHECK-LABEL: define internal void @moments.par.72(
// CHECK: strip
// CHECK: ret void

// One that carries something from column to column runs as it is.
void carried(int n, int m, double (*restrict out)[700]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) {
      double s = out[i][j - 1];
      for (int k = 0; k < n; k++)
        s += b[k][j];
      out[i][j] = s;
    }
}
// CHECK-LABEL: define internal void @carried.par.86(
// CHECK-NOT: strip
// CHECK: ret void
