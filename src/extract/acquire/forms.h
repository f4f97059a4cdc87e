/// \file From ScalarEvolution's modular expressions to polynomials over mathematical integers.
///
/// A form p of a w-bit expression S satisfies p = S modulo 2^w in every iteration. Where an expression is extended, p
/// must also lie in the range of the narrow type in every iteration: that is recorded as a condition, to be proved or
/// guarded at run time. No flag that ScalarEvolution inferred for an access is trusted beyond that.
#pragma once

#include "polynomial.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include <map>

namespace xc {

/// Counters come after all atoms that a candidate may have.
constexpr Variable firstCounter = 1u << 16;
inline bool isCounter(Variable v) { return v >= firstCounter; }

/// base + sum of max(0, p) (upper) or min(0, p) (lower) over the clamped polynomials.
struct Bound {
  Polynomial base;
  llvm::SmallVector<Polynomial, 1> clamped;
  bool upper = false;

  bool operator==(const Bound &other) const = default;
};

/// lo <= value <= hi must hold in every iteration for the forms to describe the program.
struct RangeCondition {
  Polynomial value;
  Wide lo, hi;
  bool isAssumed = false; ///< Other proofs rest on it: to be checked in any case.
};

class Forms {
public:
  /// Forms for accesses in `loop`, whose preheader evaluates the atoms.
  Forms(llvm::ScalarEvolution &SE, const llvm::DataLayout &DL, llvm::Loop &loop);

  /// The form of an integer expression of at most 64 bits, modulo its width; invalid if it has none.
  Polynomial of(const llvm::SCEV *S);
  /// The form of the very value of an unsigned (or signed) expression, which it is under a condition.
  Polynomial valueOf(const llvm::SCEV *S, bool isSigned);
  /// 0 if a condition from outside the loop holds, else 1.
  Polynomial failure(llvm::Value *condition, bool expected);
  /// The number of the last iteration of `loop`, or the greatest that an iteration of a loop inside it may have: its
  /// last one's, unless something else than its count ends it. Invalid if it is not known.
  Polynomial last(const llvm::Loop *inner) { return limits(inner).front(); }
  /// All limits of it that are known: of a count that is the least of several, each; last() is the first.
  llvm::ArrayRef<Polynomial> limits(const llvm::Loop *inner);
  /// True if nothing but its count ends the loop, and last() is that.
  bool isCounted(const llvm::Loop *inner) {
    return !llvm::isa<llvm::SCEVCouldNotCompute>(SE.getBackedgeTakenCount(inner)) && limits(inner).size() == 1;
  }
  Variable counter(const llvm::Loop *inner);
  const llvm::Loop *loopOf(Variable counter) const { return counterLoops[counter - firstCounter]; }

  /// The least (or, with `upper`, the greatest) value of p in one iteration of `within`: eliminates the counters of all
  /// loops but `within` and those around it. Null: over the whole run.
  std::optional<Bound> bound(const Polynomial &p, bool upper, const llvm::Loop *within);

  /// +1 / -1 if p is known to be >= 0 / <= 0 for all values that its variables can take in a run, 0 for zero.
  std::optional<int> sign(const Polynomial &p) const;
  /// A lower (upper) limit of p from what is known of its variables at compile time.
  std::optional<Wide> leastValue(const Polynomial &p) const;
  std::optional<Wide> greatestValue(const Polynomial &p) const;
  /// Polynomials that are not negative in a program that counts as usual: an atom that a loop around the candidate
  /// counts lies within that loop's range, and one that steps with it is a multiple of it. Nothing that must hold may
  /// rest on them.
  std::vector<Polynomial> likelyFacts(Variable atom);

  const llvm::SmallVectorImpl<const llvm::SCEV *> &atoms() const { return atomList; }
  /// The atom behind a variable; null for a counter.
  const llvm::SCEV *atom(Variable v) const { return v < atomList.size() ? atomList[v] : nullptr; }

  std::vector<RangeCondition> conditions;

private:
  std::optional<Wide> extremeValue(const Polynomial &p, bool upper) const;
  Polynomial atomForm(const llvm::SCEV *S);
  Polynomial compute(const llvm::SCEV *S);
  /// An induction of a loop around the candidate that counts by one, up or down, of a type, if that is given; null if
  /// there is none.
  const llvm::SCEVAddRecExpr *unitInduction(const llvm::Loop *outer, llvm::Type *type) const;
  Polynomial iterationOf(const llvm::SCEVAddRecExpr *iv);
  llvm::SmallVector<Polynomial, 1> leastLimits(const llvm::SCEV *taken);
  Polynomial outerRecurrence(const llvm::SCEVAddRecExpr *rec);

  llvm::ScalarEvolution &SE;
  const llvm::DataLayout &DL;
  llvm::Loop &loop;
  llvm::SmallVector<const llvm::SCEV *, 16> atomList; // 64-bit integers, invariant in `loop`.
  llvm::DenseMap<const llvm::SCEV *, Variable> atomIndex;
  struct Limits {
    Wide lo, hi;
  };
  llvm::SmallVector<Limits, 16> atomLimits;
  llvm::SmallVector<const llvm::Loop *, 4> counterLoops; // Outermost first.
  std::map<const llvm::Loop *, llvm::SmallVector<Polynomial, 1>> lastIteration;
  llvm::DenseMap<const llvm::SCEV *, Polynomial> known; // Expressions share operands.
};

} // namespace xc
