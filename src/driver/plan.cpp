/// \file See plan.h. The reasons for each addition are in docs/driver.md.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/plan.h"

namespace xc::driver {
namespace {

/// Whether this command line compiles something for a place where lifted loops can run, at any level of optimisation.
bool compilesForHost(const Invocation &invocation) {
  if (invocation.isPlainClang || invocation.lastPhase == LastPhase::NoCode)
    return false;
  // Fortran goes to gcc with all our options; the rest runs on GPUs or has runtimes of its own.
  if (invocation.sources == 0 || invocation.foreign != 0)
    return false;
  if (invocation.isForeignTarget || invocation.isFreestanding)
    return false;
  // Linked without libraries right here, so there will be no place for the runtime.
  return !(invocation.lastPhase == LastPhase::Link && invocation.lacksLibraries);
}

bool isOff(const Invocation &invocation) { return invocation.own.get("style") == "off"; }

/// Our options reach the plugins twice: as plugin arguments, and, as clang passes those to no plugin when its input is
/// LLVM IR, and lld to none at all, by this variable.
std::string environmentOf(const OwnOptions &own, bool dropsLocations) {
  std::string text = dropsLocations ? "locations=drop" : "";
  for (const auto &[key, value] : own.values())
    text += (text.empty() ? "" : ";") + key + "=" + value;
  return text;
}

/// Whether the link is lld's business, which loads pass plugins. With -flto it is unless the user names another linker.
bool linksWithLld(const Invocation &invocation, const Parts &parts) {
  std::string_view name = invocation.linker;
  return name.empty() ? invocation.isLto && !parts.lld.empty() : name == "lld" || name.ends_with("ld.lld");
}

/// Whether loops are left to the link, which sees all files.
bool liftsAtLink(const Invocation &invocation, const Parts &parts) {
  return lifts(invocation) && invocation.isLto && !invocation.needsPipeline && linksWithLld(invocation, parts);
}

/// Names of variables and locations without -g, for what we say about loops. Neither changes a byte of the object; a
/// user's own -fdiscard-value-names comes later and wins. A filter of passes for a record that nobody asked for is what
/// makes clang keep locations and do nothing else.
void keepNames(std::vector<std::string> &arguments, const Invocation &invocation) {
  arguments.push_back("-fno-discard-value-names");
  if (!invocation.wantsLocations)
    arguments.insert(arguments.end(), {"-Xclang", "-opt-record-passes", "-Xclang", "^$"});
}

void addPlugins(std::vector<std::string> &arguments, const Invocation &invocation, const Parts &parts) {
  arguments.push_back("-fplugin=" + parts.frontPlugin);
  arguments.push_back("-fpass-plugin=" + parts.passPlugin);
  for (const auto &[key, value] : invocation.own.values())
    arguments.push_back("-fplugin-arg-xcc-" + key + "=" + value);
  keepNames(arguments, invocation);
  if (!invocation.wantsLocations)
    arguments.push_back("-fplugin-arg-xcc-locations=drop"); // When extraction is done with them.
}

/// What is linked may hold files as they were written, to be optimised here.
void addToLld(std::vector<std::string> &arguments, const Invocation &invocation, const Parts &parts) {
  if (invocation.linker.empty())
    arguments.push_back("-fuse-ld=lld");
  arguments.push_back("-Wl,--load-pass-plugin=" + parts.passPlugin);
}

} // namespace

bool lifts(const Invocation &invocation) {
  return compilesForHost(invocation) && invocation.isOptimised && !isOff(invocation);
}

bool links(const Invocation &invocation) {
  if (invocation.isPlainClang || invocation.lastPhase != LastPhase::Link || invocation.isForeignTarget)
    return false;
  return invocation.sources + invocation.foreign + invocation.linkerInputs != 0;
}

Plan makePlan(const Invocation &invocation, const Parts &parts) {
  Plan plan;
  plan.errors = invocation.errors;
  if (parts.clang.empty())
    plan.errors.push_back("cannot find clang-19; install it or name it in XCC_CLANG");
  // Clang tells C++ from C by this name, too.
  plan.programName = invocation.isCxx ? "xcc++" : "xcc";
  if (invocation.needsOwnPath || invocation.isPlainClang)
    plan.programName = parts.clang;

  bool lifting = lifts(invocation);
  bool linking = links(invocation);
  // After "--" there is room for inputs only, and after -x, clang would compile the runtime: no place for it then.
  if (linking && invocation.hasDashDash && invocation.namesLanguage)
    lifting = linking = false;
  if ((lifting || linking) && !parts.isComplete()) {
    if (lifting && !invocation.hidesWarnings)
      plan.warnings.push_back("loops are not lifted: cannot find '" + parts.missing + "'");
    lifting = linking = false;
  }

  if (invocation.own.get("warn") == "1" && compilesForHost(invocation) && !invocation.isOptimised &&
      !isOff(invocation) && !invocation.hidesWarnings) {
    std::string text = "loops are not lifted at -O0; use -O1 or higher ";
    std::string_view werror = invocation.own.get("werror", invocation.warningsAreErrors ? "1" : "0");
    if (werror == "1")
      plan.errors.push_back(text + "[-Werror,-Wpar-auto]");
    else
      plan.warnings.push_back(text + "[-Wpar-auto]");
  }

  bool linkingBitcode = linking && linksWithLld(invocation, parts);
  if (lifting || linkingBitcode) {
    plan.arguments.push_back("--start-no-unused-arguments");
    if (lifting && liftsAtLink(invocation, parts)) {
      keepNames(plan.arguments, invocation);
      plan.arguments.insert(plan.arguments.end(), {"-Xclang", "-disable-llvm-passes"});
    } else if (lifting) {
      addPlugins(plan.arguments, invocation, parts);
    }
    if (linkingBitcode)
      addToLld(plan.arguments, invocation, parts);
    plan.arguments.push_back("--end-no-unused-arguments");
    plan.environment = environmentOf(invocation.own, linkingBitcode && !invocation.wantsLocations);
  }
  // With -r, every object that is linked later would bring a copy along.
  linking = linking && !invocation.isRelocatable;
  plan.arguments.insert(plan.arguments.end(), invocation.arguments.begin(), invocation.arguments.end());
  if (linking && invocation.hasDashDash) {
    plan.arguments.push_back(parts.runtime);
  } else if (linking) {
    // As an argument of the linker, so that no -x of the user's makes a source of it. It comes last: the linker takes
    // from it what the objects before it lack, which is nothing if no loop was lifted.
    plan.arguments.insert(plan.arguments.end(),
                          {"--start-no-unused-arguments", "-Xlinker", parts.runtime,
                           "-Wl,--export-dynamic-symbol=xcrt_root_1", "--end-no-unused-arguments"});
  }
  return plan;
}

} // namespace xc::driver
