/// \file Decides what xcc adds to the user's command line.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "driver/invocation.h"
#include "driver/parts.h"

#include <string>
#include <vector>

namespace xc::driver {

/// How clang is called.
struct Plan {
  std::string programName;            ///< argv[0]: clang prints it in front of its messages.
  std::vector<std::string> arguments; ///< Without argv[0].
  std::string environment;            ///< Of XCC_OPTIONS, "" to leave it alone.
  std::vector<std::string> warnings;  ///< In clang's words, without "warning: ".
  std::vector<std::string> errors;    ///< If there are any, clang is not called.
};

/// Whether loops are lifted in what this command line compiles.
bool lifts(const Invocation &invocation);

/// Whether this command line links something for this machine.
bool links(const Invocation &invocation);

Plan makePlan(const Invocation &invocation, const Parts &parts);

} // namespace xc::driver
