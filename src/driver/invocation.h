/// \file What a command line asks clang to do, as far as xcc has to know.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "driver/own_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace xc::driver {

/// How far clang takes its inputs.
enum class LastPhase {
  NoCode, ///< Preprocessing, dependencies, checks, precompiled headers: nothing is generated.
  Object, ///< -c, -S
  Link,
};

/// The facts about one command line.
struct Invocation {
  // Inputs, by what clang does with them.
  unsigned sources = 0;      ///< C, C++ or LLVM IR.
  unsigned foreign = 0;      ///< Other languages that clang or a compiler it calls generates code from.
  unsigned headers = 0;      ///< To be precompiled.
  unsigned linkerInputs = 0; ///< Objects, archives, -l, -Wl,…; also assembly, which ends as an object.

  LastPhase lastPhase = LastPhase::Link;
  bool isPlainClang = false;      ///< -cc1, clang-cl, flang: not a command line that is ours to look into.
  bool isCxx = false;             ///< As clang++.
  bool isForeignTarget = false;   ///< Code for another machine than this one.
  bool isFreestanding = false;    ///< There may be no C library where the code runs.
  bool lacksLibraries = false;    ///< -nostdlib and the like.
  bool isRelocatable = false;     ///< -r: the result is an object.
  bool isOptimised = false;       ///< -O1 or more.
  bool isLto = false;             ///< -flto: optimised when linked.
  bool needsPipeline = false;     ///< Sanitizers, profiles, plugins, …: clang's passes have work when it compiles.
  bool wantsLocations = false;    ///< -Rpass=…, -fsave-optimization-record, …: clang keeps locations by itself.
  bool hidesWarnings = false;     ///< -w
  bool warningsAreErrors = false; ///< -Werror
  bool needsOwnPath = false;      ///< -no-canonical-prefixes: clang finds itself by argv[0].
  bool hasDashDash = false;       ///< Ends in "-- inputs": nothing can be appended but inputs.
  bool namesLanguage = false;     ///< The last inputs are taken for what the last -x says, whatever their names.
  bool asksHelp = false;
  bool asksVersion = false;

  std::string linker; ///< -fuse-ld= or --ld-path=, "" if the user names none.

  OwnOptions own;
  std::vector<std::string> errors; ///< In clang's words, without "error: ".

  /// The user's arguments without our own options.
  std::vector<std::string> arguments;
};

/// Looks at the command line `arguments` (without argv[0]) of a program called `programName`.
Invocation analyse(std::string_view programName, const std::vector<std::string> &arguments);

/// Whether programs for `triple` run here and find the C library that the runtime was built for.
bool isHostTriple(std::string_view triple);

} // namespace xc::driver
