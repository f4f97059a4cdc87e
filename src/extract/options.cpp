#include "options.h"
#include "report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace llvm;

namespace xc {

const FrontHooks *frontHooks() {
  using Getter = const FrontHooks *();
  auto *getter = reinterpret_cast<Getter *>(dlsym(RTLD_DEFAULT, "xcc_front_hooks"));
  return getter ? getter() : nullptr;
}

Options readOptions() {
  StringMap<std::string> fromEnvironment;
  if (const char *text = std::getenv("XCC_OPTIONS")) {
    SmallVector<StringRef, 8> pairs;
    StringRef(text).split(pairs, ';', -1, false);
    for (StringRef pair : pairs)
      fromEnvironment[pair.split('=').first] = pair.split('=').second.str();
  }
  const FrontHooks *front = frontHooks();
  auto value = [&](const char *key) -> std::string {
    const char *given = front ? front->option(key) : nullptr;
    return given ? given : fromEnvironment.lookup(key);
  };

  Options options;
  std::string style = value("style");
  options.lift = style.empty() || style == "auto";
  options.warn = value("warn") == "1";
  std::string gpu = value("warn-gpu"), kernels = value("kernels");
  options.warnGpu = gpu == "1" || (options.warn && gpu != "0");
  if (!kernels.empty())
    options.kernels = kernels;
  options.math = {.exact = value("math") == "exact", .keepsErrno = value("math-errno") == "1"};
  StringRef(value("gate")).getAsInteger(10, options.gate);
  options.dropLocations = value("locations") == "drop";
  options.time = value("time") == "1";
  options.stopAfter = value("stop-after");
  options.verify = std::getenv("XCC_VERIFY");
  auto list = [&](const char *key, std::vector<std::string> &stages) {
    std::string text = value(key);
    for (StringRef stage : split(text, ','))
      if (!stage.empty())
        stages.push_back(stage.str());
  };
  list("off", options.off);
  list("dump", options.dump);
  return options;
}

} // namespace xc
