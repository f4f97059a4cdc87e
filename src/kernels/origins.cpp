#include "origins.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace xc {

SmallVector<Value *, 4> originsOf(Value *pointer, function_ref<bool(const Value *)> isOrigin) {
  SmallSetVector<Value *, 8> worklist;
  SmallVector<Value *, 4> origins;
  worklist.insert(pointer);
  for (size_t next = 0; next != worklist.size(); ++next) {
    Value *V = worklist[next];
    if (isOrigin(V))
      origins.push_back(V);
    else if (auto *GEP = dyn_cast<GEPOperator>(V))
      worklist.insert(GEP->getPointerOperand());
    else if (auto *phi = dyn_cast<PHINode>(V))
      for (Value *incoming : phi->incoming_values())
        worklist.insert(incoming);
    else if (auto *select = dyn_cast<SelectInst>(V)) {
      worklist.insert(select->getTrueValue());
      worklist.insert(select->getFalseValue());
    } else if (auto *freeze = dyn_cast<FreezeInst>(V))
      worklist.insert(freeze->getOperand(0));
    else
      origins.push_back(V);
  }
  return origins;
}

std::optional<uint64_t> placeInRecord(const Value *pointer, const Argument &record, const DataLayout &DL) {
  APInt offset(DL.getIndexTypeSizeInBits(pointer->getType()), 0);
  if (pointer->stripAndAccumulateConstantOffsets(DL, offset, /*AllowNonInbounds=*/true) != &record)
    return std::nullopt;
  return offset.getZExtValue();
}

} // namespace xc
