// Each stage can be left out, looked at and timed.
// RUN: %xcc -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=LIFTED
// RUN: %xcc -O2 -S -emit-llvm --xc-off=outline %s -o - | %FileCheck %s --check-prefix=PLAIN
// RUN: %xcc -O2 -S -emit-llvm --xc-off=canonicalise,inline %s -o - | %FileCheck %s --check-prefix=PLAIN
// RUN: %xcc -O2 -S -emit-llvm --xc-stop-after=judge -Wpar-auto %s -o - 2>&1 | %FileCheck %s --check-prefixes=SAID,PLAIN
// RUN: %xcc -O2 -c --xc-dump=canonicalise,judge %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=DUMP
// RUN: %xcc -O2 -c --xc-time %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=TIME
// RUN: %xcc -O2 -c %s -o /dev/null 2>&1 | count 0
void scale(long n, double *a) {
  for (long i = 0; i < n; i++)
    a[i] *= 3;
}
// LIFTED: @xc.run
// SAID: loop lifted
// PLAIN: define {{.*}}@scale(
// PLAIN-NOT: .par.
// DUMP: ; scale after canonicalise
// DUMP: define internal {{.*}}@scale(
// DUMP-NOT: after judge
// TIME: Stages of extraction
// TIME-DAG: screen
// TIME-DAG: canonicalise
// TIME-DAG: judge
// TIME-DAG: outline
