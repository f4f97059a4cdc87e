/// \file What no block may contain.
#pragma once

#include "../refusals.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace xc {

/// Refuses a function no loop of which may be lifted.
Refusal validateFunction(const llvm::Function &F);
/// A function of the program that was not inlined is as good as an operator if neither it nor anything it calls
/// touches memory other than its own locals.
class PureFunctions {
public:
  /// None if `F` is pure. `TLI` is that of F's caller.
  Reason check(const llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

private:
  Reason checkInstruction(const llvm::Instruction &I, const llvm::TargetLibraryInfo &TLI);

  llvm::DenseMap<const llvm::Function *, Reason> known;
  llvm::SmallVector<const llvm::Function *, 8> active; // The chain of calls that is being looked at.
};

/// Refuses a loop with an instruction that cannot run on another thread, or in another order.
Refusal validateEffects(const llvm::Loop &loop, const llvm::TargetLibraryInfo &TLI, PureFunctions &pure);
/// True for a library function whose only effects are its result, errno and the floating-point exception flags.
bool isMathCall(const llvm::CallBase &call, const llvm::TargetLibraryInfo &TLI);

/// True if a local may live on the stack of a worker.
bool fitsWorkerStack(const llvm::AllocaInst &local);

} // namespace xc
