/// \file What XC_PAR_REPORT=1 prints: one line for each decision.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/run.h"

namespace xc::rt {

/// Tells about one run of a block, if the user wants to know.
class Reporter {
public:
  Reporter(const Run &run, bool wanted);

  /// Reports the outcome and returns what xcrt_run() returns for it.
  int32_t operator()(const Outcome &outcome) const;

private:
  const Run &run;
  const bool wanted;
  uint64_t start = 0; ///< Only measured if wanted.
};

} // namespace xc::rt
