// With -g the body has its own subprogram and line table; the module verifies; the gate has the loop's line.
// RUN: %xcc -O2 -g -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %xcc -O2 -g -c %s -o %t.o && llvm-dwarfdump --verify %t.o
void scale(long n, double *a) {
  for (long i = 0; i < n; i++)
    a[i] *= 3;
}
// CHECK: define internal void @scale.par.5({{.*}} !dbg ![[SUBPROGRAM:[0-9]+]]
// CHECK: ![[SUBPROGRAM]] = distinct !DISubprogram(name: "scale.par.5",{{.*}} line: 5
