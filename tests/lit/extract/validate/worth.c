// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O2 -Wpar-auto --xc-gate=0 -c %s -o /dev/null 2>&1 | %FileCheck --check-prefix=GATE0 %s
int a[100];
void tiny(void) {
  // CHECK: worth.c:[[@LINE+2]]:3: warning: loop declined: too little work to share [-Wpar-auto]
  // GATE0: worth.c:[[@LINE+1]]:3: warning: loop lifted: one dimension [-Wpar-auto]
  for (int i = 0; i < 100; i++)
    a[i] = i * i;
}
