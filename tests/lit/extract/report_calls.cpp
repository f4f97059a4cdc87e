// A loop with several calls is refused for the one that cannot be followed, not for the first one; and for what stands in
// its own way where all calls could be followed.
// RUN: %xcc++ -O2 -Wpar-auto -c %s -o /dev/null 2>&1 | %FileCheck %s
#include <algorithm>
#include <complex>
#include <stdexcept>
#include <vector>

using Rows = std::vector<std::vector<double>>;

void sorts(Rows &rows) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('void std::sort<{{.*}}), at line [[@LINE+2]] [-Wpar-auto]
  for (auto &row : rows)
    std::sort(row.begin(), row.end());
}

void grows(Rows &rows, int n) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('std::vector<double, std::allocator<double>>::resize(unsigned long)'), at line [[@LINE+2]] [-Wpar-auto]
  for (auto &row : rows)
    row.resize(n);
}

int unknown(unsigned) noexcept;
void calls(std::vector<unsigned> &v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('unknown(unsigned int)'), at line [[@LINE+2]] [-Wpar-auto]
  for (unsigned long i = 0; i < v.size(); i++)
    v[i] = unknown(v[i]);
}

// The library's function for products with NaNs is not ours to see.
void products(std::vector<std::complex<double>> &z, std::complex<double> by) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: call to a function whose effects are not known ('{{.*}}std::complex<double>::operator*=<double>({{.*}}'), at line [[@LINE+2]] [-Wpar-auto]
  for (auto &c : z)
    c *= by;
}

void leaves(std::vector<unsigned> &v, unsigned limit) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: control can leave the loop before its last iteration, at line [[@LINE+2]] [-Wpar-auto]
  for (unsigned long i = 0; i < v.size(); i++) {
    if (v[i] == limit)
      break;
    v[i] *= 3;
  }
}

void throws(std::vector<unsigned> &v, unsigned limit) {
  // CHECK: :[[@LINE+1]]:3: warning: loop declined: control can leave the loop before its last iteration
  for (unsigned long i = 0; i < v.size(); i++) {
    if (v[i] == limit)
      throw std::range_error("limit");
    v[i] *= 3;
  }
}

// What can never throw does not count.
void never(std::vector<unsigned> &v) {
  // CHECK: :[[@LINE+1]]:3: warning: loop lifted: one dimension
  for (unsigned long i = 0; i < v.size(); i++)
    v.at(i) *= 3;
}
