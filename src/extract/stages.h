/// \file Runs the stages of extraction: each by name, timed, verified, printed on request.
#pragma once

#include "options.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Timer.h"
#include <memory>

namespace xc {

class Stages {
public:
  explicit Stages(const Options &options) : options(options) {}

  /// Runs a stage on F; does nothing and returns false if it is off, or if one that --xc-stop-after= names has run on
  /// this function already. Stages are screen, inline, canonicalise, judge, outline and kernels.
  bool run(llvm::StringRef stage, llvm::Function &F, llvm::function_ref<void()> action);
  /// To be called in front of a function's first stage.
  void begin() { isStopped = false; }

private:
  llvm::Timer &timerOf(llvm::StringRef stage);

  const Options &options;
  bool isStopped = false;
  llvm::TimerGroup group{"xc", "Stages of extraction"}; // Prints when it goes.
  llvm::StringMap<std::unique_ptr<llvm::Timer>> timers;
};

} // namespace xc
