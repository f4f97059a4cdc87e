// Rows of a grid are cut where a tile begins and ends: a division per tile, none per item.
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s
float a[512][1024];
void fill(void) {
  for (int i = 0; i < 512; i++)
    for (int j = 0; j < 1024; j++)
      a[i][j] = i + j;
}
// CHECK-LABEL: define internal void @fill.par.5(
// CHECK: entry:
// CHECK: {{lshr|udiv}} i64
// CHECK-NOT: {{udiv|urem|sdiv|srem}}
// CHECK: ret void
