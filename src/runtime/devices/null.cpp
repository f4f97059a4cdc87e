/// \file A device that is not there: where a new one starts, and what tests use for a machine without any.
/// SPDX-License-Identifier: Apache-2.0
#include "runtime/devices/null.h"

namespace xc::rt {

static Status open(DeviceProperties &) { return {Status::Absent, 0, "this device does nothing"}; }
static void close() {}
static Status enter() { return {Status::Lost}; }
static Status allocate(uint64_t, DeviceAddress &) { return {Status::OutOfMemory}; }
static void release(DeviceAddress) {}
static Status load(const blob::KernelView &, DeviceKernel &) { return {Status::Refused}; }
static void unload(DeviceKernel) {}
static Status copyIn(DeviceAddress, const void *, uint64_t) { return {Status::Lost}; }
static Status copyOut(void *, DeviceAddress, uint64_t) { return {Status::Lost}; }
static Status launch(const Launch &) { return {Status::Lost}; }
static Status wait() { return {Status::Lost}; }

const Device nullDevice = {
    .name = "null",
    .form = blob::Kind::Ptx,
    .open = open,
    .close = close,
    .enter = enter,
    .allocate = allocate,
    .release = release,
    .load = load,
    .unload = unload,
    .copyIn = copyIn,
    .copyOut = copyOut,
    .launch = launch,
    .wait = wait,
};

} // namespace xc::rt
