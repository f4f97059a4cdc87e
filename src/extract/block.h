/// \file A validated block and all facts about it: the seam between acquisition, validation and outlining.
#pragma once

#include "acquire/forms.h"
#include "refusals.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include <memory>
#include <string>

namespace xc {

/// An instruction's access to bytes [offset, offset + size) of an array; a write without a valid offset may be
/// anywhere.
struct ArrayUse {
  const llvm::Instruction *instruction;
  Polynomial offset, size;
  bool isWrite;
};

/// All accesses through one base pointer.
struct Array {
  llvm::Value *base = nullptr; ///< Defined outside the loop.
  std::string name;
  bool isRead = false, isWritten = false;
  bool hasExtent = true; ///< False if some read has no affine address; such an array is never written.
  unsigned element = 0;  ///< Bytes of the narrowest access.
  llvm::SmallVector<Polynomial, 4> pitches; ///< Bytes between subscripts of each declared dimension, if known.
  std::vector<ArrayUse> uses;
};

/// A set of accesses at the same place: bytes [offset, offset + size) from the array's base.
struct Access {
  unsigned array = 0;
  Polynomial offset, size;
  bool isRead = false, isWritten = false;
  llvm::DebugLoc location; ///< Of the first such instruction.
};

enum class ReductionKind {
  Add,
  Mul,
  And,
  Or,
  Xor,
  SMin,
  SMax,
  UMin,
  UMax,
  FAdd,
  FMul,
  Best,       ///< The value of a search (validate/searches.h).
  Kept,       ///< What changes with one.
  Last,       ///< The last iteration's value, which no other one uses.
  Assigned,   ///< What some iterations assign (validate/assignments.h).
  IsAssigned, ///< Whether one has; behind that value.
};
inline bool isFloat(ReductionKind kind) { return kind == ReductionKind::FAdd || kind == ReductionKind::FMul; }

struct Reduction {
  ReductionKind kind;
  llvm::PHINode *phi;       ///< In the block's header; null for a last value and for whether something is assigned.
  llvm::Instruction *next;  ///< Its value after an iteration.
  llvm::FastMathFlags fast; ///< Of a float reduction.
  /// Every value that depends on the running value. Their no-wrap flags hold for the plain loop's order only.
  llvm::SmallVector<llvm::Instruction *, 4> members;
  llvm::CmpInst::Predicate better = llvm::CmpInst::BAD_ICMP_PREDICATE; ///< Best: how a new value compares with it.
  int leader = -1; ///< Kept: index of the search's Best. Assigned: index of its IsAssigned.

  llvm::Type *type() const {
    return kind == ReductionKind::IsAssigned ? llvm::Type::getInt1Ty(next->getContext()) : next->getType();
  }
};

/// Bytes [lo, hi) of an array, over the atoms.
struct ByteRange {
  Polynomial lo, hi;

  bool operator==(const ByteRange &other) const = default;
};

/// a <= b, evaluated over the atoms.
struct Inequality {
  Bound a, b;

  bool operator==(const Inequality &other) const = default;

  /// The same clamped terms on both sides cancel, if they are clamped alike.
  bool isClampedAlike() const { return a.clamped == b.clamped && (a.clamped.empty() || a.upper == b.upper); }
  /// max(0, p) on the left and min(0, p) on the right only make it harder: it implies the same without them.
  bool isHarderByClamps() const { return (a.clamped.empty() || a.upper) && (b.clamped.empty() || !b.upper); }
};

/// Invariant conditions of a loop, each with a value.
using Conditions = llvm::SmallVector<std::pair<llvm::Value *, bool>, 1>;

/// An array that is alive around the loop, but through which nothing goes from one iteration to the next: each part of
/// a run works on a copy, and the part with the last iteration leaves in the array what that one wrote.
struct WorkArray {
  /// Both lie at the same address modulo this, which is as much as an access may rely on.
  static constexpr uint64_t alignment = 128;
  /// Bytes that every iteration touches under the conditions.
  struct Part {
    ByteRange range;
    Conditions conditions;

    bool operator==(const Part &other) const = default;
  };

  unsigned array;
  uint64_t bytes = 0;                           ///< Of a copy, at most.
  ByteRange touched;                            ///< At most, if
  std::vector<Inequality> requirements;         ///< hold.
  Conditions assumed;                           ///< Where they hold, everything is written before it is read.
  std::vector<Part> inputs;                     ///< With all that is read and never written in the loop.
  std::vector<Part> results;                    ///< What the last iteration writes.
  llvm::SmallVector<llvm::Value *, 4> pointers; ///< From outside the loop, into the array.
};

/// A header phi with what the iteration before has computed, from inductions and memory that the block does not write.
struct Previous {
  llvm::PHINode *phi;
  llvm::Value *value;                              ///< For the next iteration.
  llvm::SmallVector<llvm::Instruction *, 4> slice; ///< What computes it in the loop; operands first.
};

/// A header phi that is start + step * (iteration number), modulo its width.
struct Induction {
  llvm::PHINode *phi;
  const llvm::SCEV *step; ///< Invariant.
};

/// A phi behind the loop whose value the call site must provide when the block has run.
struct LiveOut {
  llvm::PHINode *exitPhi;
  int reduction = -1;                     ///< Index, or
  const llvm::SCEV *expression = nullptr; ///< invariant value, or null:
  llvm::Value *value = nullptr;           ///< a value from outside the loop.
};

/// A condition checked before each run: one of several conjunctions must hold.
struct Guard {
  std::string failure;     ///< What is wrong when it does not hold.
  std::string requirement; ///< What is checked.
  std::vector<std::vector<Inequality>> anyOf;
  bool mayFail = false; ///< In an ordinary run: iterations may turn out to depend on each other.
};

/// One dimension of the grid.
struct Dimension {
  llvm::Loop *loop = nullptr;
  const llvm::SCEV *taken = nullptr; ///< Backedge-taken count, invariant in the block.
  llvm::SmallVector<Induction, 2> inductions;
  /// Of an inner dimension that is entered under a condition: that (invariant), and its value for entering. Without
  /// entry the count means nothing.
  llvm::Value *entry = nullptr;
  bool entered = true;
};

/// A loop whose iterations may run side by side through the loops inside: the accesses there are in columns.
struct Interchangeable {
  const llvm::Loop *loop;
  /// In the loops inside, to one place for all iterations, which nothing else there touches.
  llvm::SmallVector<const llvm::Instruction *, 1> sinkable;
};

struct Block {
  llvm::Loop *loop = nullptr;
  llvm::SmallVector<Dimension, 3> grid; ///< Outermost first, at least one.
  std::unique_ptr<Forms> forms;
  llvm::SmallVector<Reduction, 2> reductions;
  llvm::SmallVector<Previous, 1> previous; ///< With some there is one dimension only.
  llvm::SmallVector<LiveOut, 2> liveOuts;
  std::vector<Array> arrays;
  std::vector<Access> accesses;
  llvm::DenseMap<const llvm::Instruction *, unsigned> arrayOf; ///< Array of each load and store.
  llvm::SmallVector<llvm::AllocaInst *, 2> privates;           ///< Locals of an iteration.
  std::vector<WorkArray> workArrays;                           ///< With some there is one dimension only.
  /// Pairs of arrays (smaller index first) known not to overlap, by proof or guard.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 8> disjoint;
  llvm::SmallVector<std::pair<unsigned, unsigned>, 8> overlapGuards; ///< Of those, the ones to check at run time.
  std::vector<Guard> guards;
  /// Estimated instructions: of an item without inner loops, and of inner loops as (cost, trip counts multiplied).
  struct Work {
    uint64_t perItem = 0;
    llvm::SmallVector<std::pair<uint64_t, llvm::SmallVector<const llvm::SCEV *, 2>>, 2> inner;
  } work;
  uint64_t code = 0; ///< Instructions in the loop, about.
  llvm::SmallVector<Interchangeable, 1> interchangeable;
  bool isUneven = false;
  bool isInexact = false;
  /// The body, run in one piece, stands in the plain loop's place: it must be right whatever the guards say.
  bool replacesLoop = false;
};

} // namespace xc
