// RUN: %xcc -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
int earlyExit(int n, int *a) {
  // CHECK: shape.c:[[@LINE+1]]:3: warning: loop declined: control can leave the loop before its last iteration
  for (int i = 0; i < n; i++)
    if (a[i] == 7)
      return i;
  return -1;
}

struct List {
  struct List *next;
  int value;
};
void unknownCount(struct List *list) {
  // CHECK: shape.c:[[@LINE+1]]:3: warning: loop declined: the number of iterations is not known before the loop starts
  for (; list; list = list->next)
    list->value++;
}

struct Vector {
  int size;
  int *data;
};
void boundInMemory(struct Vector *v) {
  // CHECK: shape.c:[[@LINE+1]]:3: warning: loop declined: the number of iterations is not known before the loop starts
  for (int i = 0; i < v->size; i++)
    v->data[i] = 3 * i;
}

void innerLoop(int n, int m, double a[n][m], double *sum) {
  // The outer loop is refused, its inner loop is judged on its own.
  // CHECK: shape.c:[[@LINE+1]]:3: warning: loop demoted: an iteration may use memory that another one writes ('a' written at line [[@LINE+4]] and read at line [[@LINE+4]])
  for (int i = 1; i < n; i++)
    // CHECK: shape.c:[[@LINE+1]]:5: warning: loop lifted: one dimension
    for (int j = 0; j < m; j++)
      a[i][j] = a[i - 1][j] * 0.5;
}

void grid2(int n, int m, float a[n][m]) {
  // CHECK: shape.c:[[@LINE+1]]:3: warning: loop lifted: 2-dimensional grid
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i + j;
}

float cube[64][64][64];
void grid3(void) {
  // CHECK: shape.c:[[@LINE+1]]:3: warning: loop lifted: 3-dimensional grid
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 64; k++)
        cube[i][j][k] = i ^ j ^ k;
}

int liveInduction(int n, int *a) {
  int i;
  // CHECK: shape.c:[[@LINE+1]]:3: warning: loop lifted
  for (i = 0; i < n; i += 3)
    a[i] = i;
  return i;
}

int lastValue(int n, int *a) {
  int last = 0;
  // CHECK: shape.c:[[@LINE+1]]:3: warning: loop lifted: one dimension, last value [-Wpar-auto]
  for (int i = 0; i < n; i++) {
    last = a[i] * 7;
    a[i] = last;
  }
  return last;
}

// An address may be one in what a part of the run has for itself.
int *lastAddress(int n, int *a, int *table) {
  int *last = table;
  // CHECK: shape.c:[[@LINE+1]]:3: warning: loop demoted: a value of the last iteration is used after the loop
  for (int i = 0; i < n; i++) {
    last = table + (a[i] & 7);
    a[i] = *last;
  }
  return last;
}
