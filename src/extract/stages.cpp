#include "stages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace xc {

Timer &Stages::timerOf(StringRef stage) {
  std::unique_ptr<Timer> &timer = timers[stage];
  if (!timer)
    timer = std::make_unique<Timer>(stage, stage, group);
  return *timer;
}

bool Stages::run(StringRef stage, Function &F, function_ref<void()> action) {
  if (isStopped || is_contained(options.off, stage))
    return false;
  isStopped = stage == options.stopAfter;
  bool isDumped = is_contained(options.dump, stage);
  auto print = [&](raw_ostream &&OS) { F.print(OS); };
  std::string before, after;
  if (isDumped)
    print(raw_string_ostream(before));
  {
    TimeRegion region(options.time ? &timerOf(stage) : nullptr);
    action();
  }
  if (options.verify && verifyFunction(F, &errs()))
    report_fatal_error("broken function after stage " + stage);
  if (isDumped)
    print(raw_string_ostream(after));
  if (before != after)
    errs() << "; " << F.getName() << " after " << stage << "\n" << after;
  return true;
}

} // namespace xc
