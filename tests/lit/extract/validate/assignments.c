// A value that some iterations assign is a last value, and each part tells whether it has assigned one.
// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: %xcc -O1 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=IR
int last_match(long n, const int *v) {
  int last = -1;
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension, last value [-Wpar-auto]
  for (int i = 0; i < n; i++)
    if (v[i] == 3)
      last = i;
  return last;
}
// IR-LABEL: define internal void @last_match.par.7(
// IR: %[[WAS:.*]] = load i1
// IR: %assigned{{.*}} = phi i1
// IR: ret void
// IR-LABEL: define internal void @last_match.par.7.fold(
// IR: %[[IS:.*]] = load i1
// IR: select i1 %[[IS]]

// What is assigned depends on what was.
int state(long n, const int *v) {
  int last = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (last)
  for (int i = 0; i < n; i++)
    if (v[i] == 3 && last < 7)
      last = i;
  return last;
}

// One value becomes another.
int two(long n, const int *v) {
  int last = 0, before = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next
  for (int i = 0; i < n; i++)
    if (v[i] == 3) {
      before = last;
      last = i;
    }
  return before + last;
}

// Nothing says that v[i] may be read once 'yes' is 0.
int all(long n, const int *v) {
  int yes = 1;
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a value is carried from one iteration to the next (yes)
  for (long i = 0; i < n; i++)
    yes = yes && v[i] > 3;
  return yes;
}
