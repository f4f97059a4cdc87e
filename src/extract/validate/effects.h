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
  struct Verdict {
    Reason reason = Reason::None;
    uint64_t stackBytes = 0; ///< Of the function's locals and those of its deepest chain of callees.
  };
  Verdict judge(const llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

  llvm::DenseMap<const llvm::Function *, Verdict> known;
  llvm::SmallVector<const llvm::Function *, 8> active; // The chain of calls that is being looked at.
};

/// Refuses a loop with an instruction that cannot run on another thread, or in another order. With `among`, looks at
/// those only of which it is true: good for a message, but no proof.
Refusal validateEffects(const llvm::Loop &loop, const llvm::TargetLibraryInfo &TLI, PureFunctions &pure,
                        llvm::function_ref<bool(const llvm::Instruction &)> among = nullptr);
/// True for a library function whose only effects are its result, errno and the floating-point exception flags.
bool isMathCall(const llvm::CallBase &call, const llvm::TargetLibraryInfo &TLI);

/// The program's own stack may be larger than a worker's: what a block may put there, in bytes.
constexpr uint64_t maxWorkerStack = 256 << 10;
/// The size of a local of constant size, else more than any stack has.
uint64_t stackBytes(const llvm::AllocaInst &local);

} // namespace xc
