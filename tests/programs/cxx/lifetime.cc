// LIFT: 1
// Blocks that run in constructors of static objects, in destructors at exit, in atexit handlers and in threads of
// std::thread.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <cstdlib>
#include <thread>
#include <vector>

static unsigned data[4000], other[4000];

APART static unsigned work(unsigned *p, unsigned seed, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) {
    p[i] = p[i] * 5 + seed + static_cast<unsigned>(i);
    s += p[i];
  }
  return s;
}

struct Early {
  unsigned first;
  Early() : first(work(data, 1, 4000)) {}
  ~Early() { show_int("destructor", work(data, 9, 4000)); }
};

static Early early;

static void at_exit() { show_int("atexit", work(data, 7, 4000)); }

int main() {
  std::atexit(at_exit);
  show_int("constructor", early.first);
  unsigned results[4] = {};
  {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
      threads.emplace_back([t, &results] {
        for (int r = 0; r < 50; r++)
          results[t] += work(other + t * 1000, static_cast<unsigned>(r), 1000);
      });
    for (auto &t : threads)
      t.join();
  }
  SHOW(results);
  SHOW(other);
  show_int("main", work(data, 3, 4000));
  return 0;
}
