#include "previous.h"
#include "../acquire/source_names.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace xc {

namespace {

/// Instructions that are worth executing once more in each part of a run.
constexpr unsigned maxSlice = 32;

struct Slicer {
  const Loop &loop;
  ArrayRef<Induction> inductions;
  SmallSetVector<Instruction *, 8> slice = {}; // Operands first.
  unsigned size = 0;

  /// Each instruction that the next iteration's value needs is executed in every iteration, as that value is what the
  /// iteration hands on. So the first iteration, or any other one, may be asked for it.
  bool add(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    bool isInduction = any_of(inductions, [&](const Induction &induction) { return induction.phi == V; });
    if (!I || isInduction || !loop.contains(I) || slice.contains(I))
      return true;
    auto *load = dyn_cast<LoadInst>(I);
    bool isPure = load ? load->isSimple() : !I->mayReadOrWriteMemory() && !isa<PHINode, AllocaInst>(I);
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
      return false;
    if (!isPure || ++size > maxSlice || !all_of(I->operands(), [&](Value *operand) { return add(operand); }))
      return false;
    slice.insert(I);
    return true;
  }
};

} // namespace

std::optional<Previous> acquirePrevious(PHINode &phi, const Loop &loop, ArrayRef<Induction> inductions) {
  Slicer slicer{loop, inductions};
  Value *value = phi.getIncomingValueForBlock(loop.getLoopLatch());
  if (!slicer.add(value))
    return std::nullopt;
  return Previous{&phi, value, SmallVector<Instruction *, 4>(slicer.slice.begin(), slicer.slice.end())};
}

Refusal validatePrevious(const Block &block) {
  for (const Previous &previous : block.previous)
    for (const Instruction *I : previous.slice)
      if (isa<LoadInst>(I)) {
        auto array = block.arrayOf.find(I);
        if (array == block.arrayOf.end() || block.arrays[array->second].isWritten)
          return {Reason::CarriedValue, carriedName(*previous.phi, *block.loop), I->getDebugLoc()};
      }
  return {};
}

} // namespace xc
