/// \file What to expect of guards. One that no run worth its while could pass (a reader of an in-place solver sees that
/// row k is read while the rows behind it are written) makes a loop no block; one that every ordinary run passes makes
/// blocks of the loops inside superfluous.
///
/// A judgement of usefulness only: it assumes that counts are what they seem and that nothing wraps around.
#pragma once

#include "../block.h"
#include <map>

namespace xc {

class LinearSystem;

class Feasibility {
public:
  explicit Feasibility(const Block &block) : block(block) {}

  /// False if none of the guard's conjunctions can hold in a run of some length.
  bool canHold(const Guard &guard);
  /// True if one of them holds in every run of some length.
  bool holdsAsUsual(const Guard &guard);

  /// Leaves only one conjunction that does, the last one: what guards have in common is checked once.
  void keepUsual(Guard &guard);

private:
  using Conjunction = std::vector<Inequality>;
  bool canHold(const Conjunction &conjunction);
  bool mustHold(const Inequality &inequality);
  bool mustHold(const Conjunction &conjunction);
  /// Finds polynomials that are not negative.
  void collectFacts();
  void addFacts(LinearSystem &system, unsigned degree) const;

  const Block &block;
  std::unique_ptr<Forms> scratch; ///< The block's own must not learn from what is assumed here.
  std::vector<Polynomial> facts;
  std::map<Polynomial, bool> known; ///< That a polynomial is always negative. Guards repeat each other.
};

} // namespace xc
