/// \file A device whose memory is the host's, and whose kernels are the functions of kernels.c. It can be made to fail.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/devices/device.h"

#include <atomic>

namespace xc::rt {

extern const Device hostDevice;

/// How the next calls of the device end.
struct HostPlan {
  int failAt = -1;         ///< The number of the first call that fails, counted from zero; -1: none.
  bool persistent = false; ///< And all later ones.
  Status::Code code = Status::Lost;
  bool hangs = false;           ///< Instead of failing, until released.
  uint64_t memory = 1ull << 30; ///< Bytes of the device.
};
/// Sets the plan and starts counting from zero.
void setHostPlan(const HostPlan &plan);
/// Calls since then, and how many of them failed.
int hostCalls();
int hostFailures();
/// Lets a call go that hangs.
extern std::atomic<bool> hostReleased;
/// Memory and kernels that were not given back.
int hostObjects();

} // namespace xc::rt
