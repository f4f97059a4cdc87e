/// \file A pass plugin for tests of xcc-front.so alone: through the front plugin's hooks it warns once at the start of
/// every loop, naming the value of option "say".
/// SPDX-License-Identifier: Apache-2.0
#include "extract/report.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {

struct WarnAtLoops : PassInfoMixin<WarnAtLoops> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    using Getter = const xc::FrontHooks *();
    auto *getter = reinterpret_cast<Getter *>(sys::DynamicLibrary::SearchForAddressOfSymbol("xcc_front_hooks"));
    const xc::FrontHooks *hooks = getter ? getter() : nullptr;
    if (!hooks) {
      errs() << "no front plugin\n";
      return PreservedAnalyses::all();
    }
    const char *say = hooks->option("say");
    std::string message = "loop in " + function.getName().str() + ", say=" + (say ? say : "none");
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function)) {
      DebugLoc start = loop->getStartLoc();
      if (start)
        hooks->warn(start->getDirectory(), start->getFilename(), start.getLine(), start.getCol(), message, "auto");
      else
        hooks->warn("", "", 0, 0, message, "auto");
    }
    return PreservedAnalyses::all();
  }
};

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "warn-at-loops", "1", [](PassBuilder &builder) {
            builder.registerPipelineEarlySimplificationEPCallback([](ModulePassManager &passes, OptimizationLevel) {
              passes.addPass(createModuleToFunctionPassAdaptor(WarnAtLoops()));
            });
          }};
}
