// The same facts as LLVM remarks.
// RUN: %xcc -O2 -Rpass=par -Rpass-missed=par -c %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O2 -fsave-optimization-record -c %s -o %t.o && %FileCheck --check-prefix=YAML %s < %t.opt.yaml
void f(long n, double *a) {
  // CHECK: remarks.c:[[@LINE+1]]:3: remark: loop lifted: one dimension [-Rpass=par]
  for (long i = 0; i < n; i++)
    a[i] *= 3;
  // CHECK: remarks.c:[[@LINE+1]]:3: remark: loop demoted: an iteration may use memory that another one writes ('a' written at line [[@LINE+2]] and read at line [[@LINE+2]]) [-Rpass-missed=par]
  for (long i = 1; i < n; i++)
    a[i] += a[i - 1];
}
// YAML: --- !Passed
// YAML-NEXT: Pass: par
// YAML-NEXT: Name: Lifted
// YAML: Function: f
// YAML: --- !Missed
// YAML-NEXT: Pass: par
// YAML-NEXT: Name: CarriedDependence
