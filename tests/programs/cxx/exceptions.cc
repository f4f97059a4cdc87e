// Bodies that may throw, construct and destroy objects, or allocate.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <stdexcept>
#include <string>
#include <vector>

static unsigned a[500], b[500];
static int alive, born;

APART static void check(unsigned x) {
  if (x % 331 == 330)
    throw std::runtime_error("unlucky");
}

APART static void may_throw(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    check(a[i]);
    b[i] = a[i] + 1;
  }
}

APART static void bounds(std::vector<unsigned> &v, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    v.at(static_cast<std::size_t>(i)) = static_cast<unsigned>(i) * 2;
}

APART static void inside_try(int n) {
  for (int i = 0; i < n; i++) { // NO-LIFT
    try {
      check(b[i]);
      a[i] ^= 5;
    } catch (const std::exception &) {
      a[i] = 0;
    }
  }
}

struct Counted {
  unsigned v;
  explicit Counted(unsigned x) : v(x) { alive++, born++; }
  ~Counted() { alive--; }
};

APART static void objects(int n) {
  for (int i = 0; i < n; i++) {
    Counted c(a[i]);
    b[i] = c.v + static_cast<unsigned>(alive);
  }
}

/* The compiler may take the allocation out, and then nothing is in the way. */
APART static void allocates(int n) {
  for (int i = 0; i < n; i++) {
    unsigned *p = new unsigned(a[i] * 3);
    b[i] ^= *p;
    if (b[i] & 1)
      *p = 7;
    a[i] += *p;
    delete p;
  }
}

APART static void strings(std::vector<std::string> &v) {
  for (std::size_t i = 0; i < v.size(); i++) // NO-LIFT
    v[i] += std::to_string(i * i);
}

static unsigned fresh() {
  static unsigned next = 5; // shared by all iterations
  return next = next * 3 + 1;
}

APART static void static_state(int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    b[i] += fresh();
}

int main() {
  fill_bytes(a, sizeof a, 1);
  for (int n = 100; n <= 500; n += 200) {
    try {
      may_throw(n);
      puts("no throw");
    } catch (const std::exception &e) {
      puts(e.what());
    }
    SHOW(b);
    std::vector<unsigned> v(300);
    try {
      bounds(v, n);
      puts("in range");
    } catch (const std::out_of_range &) {
      puts("out of range");
    }
    show("v", v.data(), 300 * sizeof(unsigned));
    inside_try(n), SHOW(a);
    objects(n), SHOW(b);
    show_int("alive", alive);
    show_int("born", born);
    allocates(n), SHOW(a), SHOW(b);
    std::vector<std::string> words(50, "w");
    strings(words);
    std::string all;
    for (const auto &w : words)
      all += w;
    puts(all.c_str());
    static_state(n), SHOW(b);
  }
  return 0;
}
