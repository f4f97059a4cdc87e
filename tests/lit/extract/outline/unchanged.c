// A file in which nothing is lifted gives the object that clang gives.
// RUN: %xcc -O2 -c %s -o %t.xcc.o && %clang -O2 -c %s -o %t.clang.o && cmp %t.xcc.o %t.clang.o
// RUN: %xcc -O2 -g -c %s -o %t.xcc.o && %clang -O2 -g -c %s -o %t.clang.o && cmp %t.xcc.o %t.clang.o
#include <stdio.h>
static int weight(int x) { return x * 3 + 1; }
int search(int n, const int *a) {
  for (int i = 0; i < n; i++)
    if (a[i] == 7)
      return weight(i);
  return -1;
}
void print(int n, const int *a) {
  for (int i = 0; i < n; i++)
    printf("%d\n", a[i]);
}
void prefix(int n, int *a) {
  for (int i = 1; i < n; i++)
    a[i] += a[i - 1];
}
