/// \file Entry of xcc-pass.so: puts extraction in front of the optimiser's pipeline.
///
/// The plugin needs LLVM only, so that clang, opt and lld can load it.

#include "extract.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

using namespace llvm;

namespace {

struct ExtractPass : PassInfoMixin<ExtractPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    return xc::extract(M, MAM, xc::readOptions()) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

void registerPasses(PassBuilder &PB) {
  // Before GVN, unrolling and idiom recognition, which hide parallelism.
  PB.registerPipelineEarlySimplificationEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(ExtractPass());
  });
  // A link: files come as they were written, so they go through what a compilation does before loops, first.
  PB.registerFullLinkTimeOptimizationEarlyEPCallback([&PB](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(PB.buildModuleSimplificationPipeline(level, ThinOrFullLTOPhase::FullLTOPreLink));
  });
  PB.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "xc-extract")
          return false;
        passes.addPass(ExtractPass());
        return true;
      });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "xcc", LLVM_VERSION_STRING, registerPasses};
}
