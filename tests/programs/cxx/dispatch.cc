// Virtual calls, function pointers, references that may alias, and objects whose state the loop changes.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual unsigned area(unsigned k) = 0;
};

struct Square : Shape {
  unsigned side = 3, calls = 0;
  unsigned area(unsigned k) override { return side * side * k + calls++; }
};

struct Line : Shape {
  unsigned area(unsigned) override { return 1; }
};

static unsigned a[400];

APART static void virtual_calls(const std::vector<Shape *> &shapes, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[i] += shapes[static_cast<std::size_t>(i) % shapes.size()]->area(a[i]);
}

APART static void pointer_calls(unsigned (*f)(unsigned), int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[i] = f(a[i]);
}

static unsigned seed = 1;
static unsigned random_step(unsigned x) { return seed = seed * 69069u + x; }

/* The scalar is a reference that may lie in the array. */
APART static void reference(unsigned *p, const unsigned &k, int n) {
  for (int i = 0; i < n; i++)
    p[i] = p[i] * 3 + k;
}

APART static void accumulate(const unsigned *p, unsigned &s, int n) {
  for (int i = 0; i < n; i++)
    s += p[i];
}

class Generator {
public:
  unsigned next() { return state_ = state_ * 1103515245u + 12345u; }

private:
  unsigned state_ = 99;
};

APART static void generate(Generator &g, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    a[i] ^= g.next();
}

class Field {
public:
  explicit Field(int n) : size_(n), cells_(static_cast<std::size_t>(n)) {}
  void diffuse(const Field &from) {
    for (int i = 1; i < size_ - 1; i++)
      cells_[static_cast<std::size_t>(i)] = (from.at(i - 1) + from.at(i + 1)) / 2;
  }
  unsigned at(int i) const { return cells_[static_cast<std::size_t>(i)]; }
  void set(int i, unsigned v) { cells_[static_cast<std::size_t>(i)] = v; }
  unsigned hash() const {
    unsigned h = 0;
    for (unsigned c : cells_)
      h = h * 31 + c;
    return h;
  }

private:
  int size_;
  std::vector<unsigned> cells_;
};

int main() {
  fill_bytes(a, sizeof a, 1);
  Square square;
  Line line;
  std::vector<Shape *> shapes{&square, &line, &square};
  virtual_calls(shapes, 400), SHOW(a);
  pointer_calls(random_step, 400), SHOW(a);
  unsigned k = 7;
  reference(a, k, 400), SHOW(a);
  reference(a, a[0], 400), SHOW(a);
  reference(a, a[200], 400), SHOW(a);
  reference(a, a[399], 400), SHOW(a);
  accumulate(a, k, 400);
  show_int("k", k);
  accumulate(a, a[10], 400), SHOW(a);
  Generator g;
  generate(g, 400), SHOW(a);
  Field f(300), h(300);
  for (int i = 0; i < 300; i++)
    f.set(i, a[i]);
  h.diffuse(f);
  f.diffuse(h);
  show_int("field", f.hash());
  f.diffuse(f);
  show_int("field", f.hash());
  return 0;
}
