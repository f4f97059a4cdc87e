/// \file Runs a block on a device, all of it or nothing.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/root.h"
#include "runtime/run.h"
#include "runtime/settings.h"

#include <atomic>

namespace xc::rt {

/// Runs the block on a device that fits. If that does not work out, for whatever reason, the program's memory is as it
/// was, and the outcome has not run.
Outcome runOnDevice(const Run &run, Root &root, DeviceChoice choice) XC_REQUIRES(root.pool.ownership);

/// How long (ns) a device may take for a run beyond what its size explains. Changed by tests only.
extern std::atomic<uint64_t> devicePatience;

/// For tests: ends the device thread and closes all devices.
void shutDownDevices();

} // namespace xc::rt
