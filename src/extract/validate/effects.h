/// \file What no block may contain.
#pragma once

#include "../refusals.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace xc {

/// Refuses a function no loop of which may be lifted.
Refusal validateFunction(const llvm::Function &F);
/// Refuses a loop with an instruction that cannot run on another thread, or in another order.
Refusal validateEffects(const llvm::Loop &loop, const llvm::TargetLibraryInfo &TLI);
/// True for a library function whose only effects are its result, errno and the floating-point exception flags.
bool isMathCall(const llvm::CallBase &call, const llvm::TargetLibraryInfo &TLI);

/// True if a local may live on the stack of a worker.
bool fitsWorkerStack(const llvm::AllocaInst &local);

} // namespace xc
