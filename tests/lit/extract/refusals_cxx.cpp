// Loops of C++ programs that are parallel and not lifted yet, each with why: see refusals.c.
// RUN: %xcc++ -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
#include <vector>

struct Point {
  float x, y, z;
};
struct Table {
  int rows, cols;
  std::vector<double> cells;
};

// A structure copied as a whole may be anything, also the vector itself.
void copies(std::vector<Point> &to, const std::vector<Point> &from) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: the number of iterations is not known before the loop starts
  for (unsigned long i = 0; i < to.size(); i++)
    to[i] = from[i];
}

// The pointer is read where the innermost loop has something to do.
void product(Table &to, const Table &a, const Table &b) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: a read of unknown address may touch memory that the loop writes ('b->cells' read at line [[@LINE+5]] may be 'to->cells' written at line [[@LINE+6]])
  for (int i = 0; i < to.rows; i++)
    for (int j = 0; j < to.cols; j++) {
      double s = 0;
      for (int k = 0; k < a.cols; k++)
        s += b.cells[k];
      to.cells[i * to.cols + j] = s;
    }
}

void rows(std::vector<std::vector<double>> &v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop demoted: the address of a write is not an affine function of the loop counters (through a pointer that the loop reads from 'v')
  for (unsigned long i = 0; i < v.size(); i++)
    for (unsigned long j = 0; j < v[i].size(); j++)
      v[i][j] *= 2;
}

void local(std::vector<double> &to, int m) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('std::vector<double, {{.*}}>::vector(unsigned long, {{.*}}'), at line [[@LINE+2]]
  for (unsigned long i = 0; i < to.size(); i++) {
    std::vector<double> t(m);
    for (int k = 0; k < m; k++)
      t[k] = to[i] * k;
    to[i] = t[m / 2];
  }
}
