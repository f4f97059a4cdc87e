/// \file Takes loads out of loops that LICM leaves there.
#pragma once

#include "llvm/IR/PassManager.h"

namespace xc {

/// `m->data` in an inner loop is loaded only if that loop is entered, so LICM, which must not execute a load that the
/// program does not, leaves it within the loops around, and nothing is known of its address. Where all conditions on
/// the way to a load are invariant, and nothing in the loop writes what it reads, it is executed in front of the loop,
/// under the same conditions. So are loads in large loops, where LICM gives up looking for writes.
struct HoistLoadsPass : llvm::PassInfoMixin<HoistLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace xc
