#include "host_float.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

using namespace llvm;

namespace xc {

HostFloat HostFloat::of(const Function &F) {
  Triple triple(F.getParent()->getTargetTriple());
  if (triple.getArch() != Triple::x86_64)
    return {.fuses = true}; // AArch64.
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple.str(), error);
  if (!target)
    return {.takesFirstOfEqual = true};
  StringRef cpu = F.getFnAttribute("target-cpu").getValueAsString();
  StringRef features = F.getFnAttribute("target-features").getValueAsString();
  std::unique_ptr<MCSubtargetInfo> info(target->createMCSubtargetInfo(triple.str(), cpu, features));
  auto has = [&](const char *feature) { return info && info->checkFeatures(feature); };
  return {.fuses = has("+fma") || has("+fma4") || has("+avx512f"), .takesFirstOfEqual = true};
}

} // namespace xc
