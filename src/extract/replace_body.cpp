#include "replace_body.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace xc {

Function *createWorkingCopy(Function &F) {
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&F, map);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  std::string name = F.getName().str();
  F.setName(name + ".xc.original");
  copy->setName(name);
  return copy;
}

void returnName(Function &F, Function *copy) {
  std::string name = copy->getName().str();
  copy->setName("");
  F.setName(name);
}

void adoptWorkingCopy(Function &F, Function *copy) {
  // deleteBody() would also drop linkage, metadata and personality.
  for (BasicBlock &BB : F)
    BB.dropAllReferences();
  while (!F.empty())
    F.begin()->eraseFromParent();
  F.splice(F.begin(), copy);
  for (auto [argument, copied] : zip(F.args(), copy->args())) {
    copied.replaceAllUsesWith(&argument);
    argument.takeName(&copied);
  }
  F.setAttributes(copy->getAttributes()); // Inlining may have merged some in.
  F.setSubprogram(copy->getSubprogram());
  copy->setSubprogram(nullptr);
  if (copy->hasPersonalityFn() && !F.hasPersonalityFn()) // Of an inlined callee.
    F.setPersonalityFn(copy->getPersonalityFn());
  copy->eraseFromParent();
}

} // namespace xc
