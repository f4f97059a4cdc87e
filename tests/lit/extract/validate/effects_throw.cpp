// RUN: %xcc++ -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
struct Guard {
  int *p;
  ~Guard();
};
int mayThrow(int);
void throws(int n, int *a) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: an exception may be thrown
  for (int i = 0; i < n; i++) {
    Guard guard{a};
    a[i] = mayThrow(i);
  }
}

struct Shape {
  virtual int area() const;
};
void virtualCall(int n, int *a, Shape **shapes) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: indirect call
  for (int i = 0; i < n; i++)
    a[i] = shapes[i]->area();
}
