/// \file XC_PAR=check: runs block and plain loop on the same data and compares all that they write.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/root.h"
#include "runtime/run.h"
#include "runtime/settings.h"

namespace xc::rt {

/// Runs the block, on a device if the user wants one to be checked, puts the data back, runs the plain loop, whose
/// results stay, and tells the user of any difference.
Outcome runCheck(const Run &run, Root &root, const Settings &settings, unsigned threads)
    XC_REQUIRES(root.pool.ownership);

} // namespace xc::rt
