// The front plugin reports through clang: caret, tag, -w, -Werror, system headers.
// RUN: %clang -O2 -c %s -o /dev/null -fplugin=%front -fpass-plugin=%warn-plugin -Rpass=^$ -fplugin-arg-xcc-say=hi \
// RUN:   2>&1 | %FileCheck %s
// RUN: %clang -w -O2 -c %s -o /dev/null -fplugin=%front -fpass-plugin=%warn-plugin -Rpass=^$ 2>&1 | count 0
// RUN: not %clang -Werror -O2 -c %s -o %t.o -fplugin=%front -fpass-plugin=%warn-plugin -Rpass=^$ 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=ERROR
// RUN: not %clang -O2 -c %s -o %t.o -fplugin=%front -fpass-plugin=%warn-plugin -Rpass=^$ \
// RUN:   -fplugin-arg-xcc-werror=1 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %clang -Werror -O2 -c %s -o %t.o -fplugin=%front -fpass-plugin=%warn-plugin -Rpass=^$ \
// RUN:   -fplugin-arg-xcc-werror=0 2>&1 | %FileCheck %s --check-prefix=NOERROR
// RUN: %clang -O2 -c %s -o /dev/null -fplugin=%front -fpass-plugin=%warn-plugin 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=NOPLACE

void fill(int *a, int n) {
  // CHECK: caret.c:[[#@LINE+7]]:3: warning: loop in fill, say=hi [-Wpar-auto]
  // CHECK-NEXT: for (int i = 0
  // CHECK-NEXT: {{^ +\| +\^}}
  // CHECK: 1 warning generated.
  // ERROR: caret.c:[[#@LINE+3]]:3: error: loop in fill, say={{.*}} [-Werror,-Wpar-auto]
  // NOERROR: caret.c:[[#@LINE+2]]:3: warning: loop in fill, say=none [-Wpar-auto]
  // NOPLACE: warning: loop in fill, say=none [-Wpar-auto]
  for (int i = 0; i < n; i++)
    a[i] = i;
}
