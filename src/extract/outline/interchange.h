/// \file Strip mining and loop interchange with scalar expansion (Allen and Kennedy, Optimizing Compilers for Modern
/// Architectures, chapters 5.3 and 5.7).
#pragma once

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Instruction;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace xc {

/// Runs the iterations of `items`, which are independent, in strips side by side: piece by piece of an iteration, and
/// iteration by iteration of each loop inside. What an item carries from one to the next stands in an array. So
/// consecutive elements are touched one after the other where the loop inside walks down a column; each item computes
/// what it did, in the same order. The loop itself remains for short rows.
///
/// False, and nothing is changed, unless each iteration is a straight sequence of instructions and of loops of one
/// block that take the same course for all items. `sinkable`: stores in the loops inside to one place for all
/// iterations, which nothing else there touches.
bool interchange(llvm::Loop &items, llvm::ScalarEvolution &SE,
                 const llvm::SmallPtrSetImpl<const llvm::Instruction *> &sinkable);

} // namespace xc
