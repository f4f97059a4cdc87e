// Loads move past functions that write errno while a loop is canonicalised; afterwards the calls are what they were,
// copies of them, too.
// RUN: %xcc -O2 -Wpar-auto -S -emit-llvm %s -o %t.ll 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=IR < %t.ll
#include <math.h>
double *in, *out;
void map(int n) {
  // CHECK: errno.c:[[@LINE+1]]:3: warning: loop lifted
  for (int i = 0; i < n; i++)
    out[i] = log(in[i]);
}
void until(int n) {
  for (int i = 0; log(in[i]) < n; i++)
    out[i] = exp(in[i]);
  for (int i = 0; i < n; i++)
    out[i] = 1;
}
// IR-DAG: call double @log(double {{.*}}) #[[CALL:[0-9]+]]
// IR-DAG: call double @exp(double {{.*}}) #[[CALL]]
// IR: attributes #[[CALL]] = { nounwind }
