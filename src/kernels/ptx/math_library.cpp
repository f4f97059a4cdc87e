#include "math_library.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>
#include <set>

using namespace llvm;

namespace xc {

namespace {

/// `name` in the folder of this plugin.
std::string pathOf(StringRef name) {
  static const char anchor = 0;
  Dl_info info;
  if (!dladdr(&anchor, &info) || !info.dli_fname)
    return name.str();
  SmallString<256> path(sys::path::parent_path(info.dli_fname));
  sys::path::append(path, name);
  return std::string(path);
}

/// The library multiplies and adds in one rounding; nothing in it may be taken for less exact than it is.
void normalise(Function &F) {
  F.setLinkage(GlobalValue::InternalLinkage);
  F.setAttributes({});
  F.addFnAttr(Attribute::NoUnwind);
  F.addFnAttr(Attribute::WillReturn);
  F.setMemoryEffects(MemoryEffects::none());
  Module &M = *F.getParent();
  for (Instruction &I : instructions(F)) {
    if (isa<FPMathOperator>(I))
      I.copyFastMathFlags(FastMathFlags());
    I.dropUnknownNonDebugMetadata();
    auto *call = dyn_cast<CallInst>(&I);
    if (call && call->getIntrinsicID() == Intrinsic::fmuladd)
      call->setCalledFunction(Intrinsic::getDeclaration(&M, Intrinsic::fma, {call->getType()}));
    else if (call && !call->getCalledFunction()->isIntrinsic())
      call->setAttributes({});
  }
}

/// The library reads tables of bytes in vectors, the last of which reaches behind the end.
void padTable(GlobalVariable &table) {
  constexpr unsigned vector = 16;
  table.setLinkage(GlobalValue::InternalLinkage);
  table.setAlignment(std::max(table.getAlign().valueOrOne(), Align(vector)));
  auto *bytes = dyn_cast<ConstantDataArray>(table.getInitializer());
  if (!bytes || !bytes->getElementType()->isIntegerTy(8))
    return;
  std::string padded = bytes->getRawDataValues().str() + std::string(2 * vector, 0);
  Constant *contents = ConstantDataArray::getString(table.getContext(), padded, /*AddNull=*/false);
  auto *larger = new GlobalVariable(*table.getParent(), contents->getType(), true, GlobalValue::InternalLinkage,
                                    contents, "", &table, GlobalValue::NotThreadLocal, table.getAddressSpace());
  larger->setAlignment(table.getAlign());
  larger->takeName(&table);
  table.replaceAllUsesWith(larger);
  table.eraseFromParent();
}

} // namespace

std::string MathLibrary::linkInto(Module &M) {
  if (!file) {
    auto opened = MemoryBuffer::getFile(pathOf("math.bc"));
    if (!opened)
      return "'" + pathOf("math.bc") + "': " + opened.getError().message();
    file = std::move(*opened);
  }
  auto library = getLazyBitcodeModule(file->getMemBufferRef(), M.getContext());
  if (!library)
    return toString(library.takeError());
  (*library)->setTargetTriple(M.getTargetTriple());
  (*library)->setDataLayout(M.getDataLayout());
  std::set<GlobalObject *> before;
  for (GlobalObject &object : M.global_objects())
    before.insert(&object);
  std::set<StringRef> wanted;
  for (Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty())
      wanted.insert(F.getName());
  if (Linker::linkModules(M, std::move(*library), Linker::LinkOnlyNeeded))
    return "cannot be linked";
  for (Function &F : M)
    if (!F.isDeclaration() && (!before.count(&F) || wanted.count(F.getName())))
      normalise(F);
  for (GlobalVariable &global : make_early_inc_range(M.globals()))
    if (!before.count(&global) && !global.isDeclaration())
      padTable(global);
  for (Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty())
      return ("has no '" + F.getName() + "'").str();
  return "";
}

} // namespace xc
