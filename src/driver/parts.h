/// \file Where the parts of an xcc installation are.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace xc::driver {

/// The files xcc hands to clang. Plugins and runtime are there all three or not at all: code that was compiled with the
/// plugins does not link without the runtime.
struct Parts {
  std::string clang; ///< "" if it was not found.
  std::string frontPlugin;
  std::string passPlugin;
  std::string runtime;
  std::string lld;     ///< Clang's own, "" if it is not installed.
  std::string missing; ///< The first of the three that is missing, "" if all are there.

  bool isComplete() const { return missing.empty(); }
};

/// Looks next to the running program: ../lib/xcc in an installation, ../lib in a build tree. Clang is $XCC_CLANG if
/// set, else the one xcc was built for, else clang-19 in $PATH. `programName` is argv[0].
Parts findParts(std::string_view programName);

} // namespace xc::driver
