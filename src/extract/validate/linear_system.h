/// \file Systems of linear constraints over the counters of one or two iterations and over values known before the
/// loop. Products of such values are as good as variables of their own. isl decides.
#pragma once

#include "../block.h"
#include <set>

namespace xc {

class LinearSystem {
public:
  /// `fixedOuter`: iterations of the loops around `loop` are the same on both sides.
  LinearSystem(Forms &forms, const llvm::Loop &loop, bool fixedOuter)
      : forms(forms), loop(loop), fixedOuter(fixedOuter) {}

  /// Counters have a value of their own on each side; they lie between 0 and their loop's last iteration.
  enum Side { A, B };
  /// p (side A) - q (side B) = 0.
  void equate(const Polynomial &p, const Polynomial &q);
  /// p >= 0 on one side.
  void require(const Polynomial &p, Side side);
  /// The loop's counter is less, or greater, on side A than on side B.
  void order(bool isLess);

  /// True if it cannot be fulfilled. False also where a product of a counter occurs, or if it takes too long to tell.
  bool isEmpty() const;

private:
  using Column = std::pair<Monomial, Side>;
  struct Row {
    std::map<Column, Wide> factors;
    Wide constant = 0;
  };

  bool add(Row &row, const Polynomial &p, Wide factor, Side side);
  Side sideOf(Variable counter, Side side) const;
  bool boundCounters();
  bool isBoundedEmpty() const;

  Forms &forms;
  const llvm::Loop &loop;
  bool fixedOuter;
  bool isLinear = true;
  std::vector<Row> equations, inequalities;
  std::set<Column> columns;
};

} // namespace xc
