/// \file Screening: tells loops that no later step can lift from their first form, which spares most functions of a
/// real program the working copy and its canonicalisation.
///
/// It may be wrong in one direction only: a loop without prospects would be lifted if canonicalisation folded the
/// branch or the call that is in the way. No loop is lifted because of it.
#pragma once

#include "../validate/effects.h"
#include "llvm/IR/PassManager.h"

namespace xc {

class Screen {
public:
  explicit Screen(llvm::FunctionAnalysisManager &FAM) : FAM(FAM) {}

  /// The loops of F, whose scalars are in registers, that may become blocks once calls are inlined.
  llvm::SmallPtrSet<const llvm::Loop *, 8> prospects(llvm::Function &F, llvm::LoopInfo &LI);
  bool hasProspects(llvm::Function &F);
  /// True if nothing in F, or in what it calls, would keep a loop that calls it from being a block. `TLI` is that of
  /// F's caller.
  bool canFollow(const llvm::Function &F, const llvm::TargetLibraryInfo &TLI);
  /// True for an instruction that keeps every loop around it from being a block, inlined or not.
  bool isInTheWay(const llvm::Instruction &I, const llvm::TargetLibraryInfo &TLI);

private:
  llvm::FunctionAnalysisManager &FAM;
  llvm::DenseMap<const llvm::Function *, bool> followed; // False while a function is being looked at: it recurs.
};

} // namespace xc
