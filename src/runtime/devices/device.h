/// \file A device as the runtime sees it: one table of functions.
///
/// All functions of all devices are called on one thread, the device thread (service.h), one after the other. A device
/// may block as long as it likes: whoever waits for the device thread gives up in the end.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "blob/read.h"

#include <stdint.h>

namespace xc::rt {

/// How a call of a device ended.
struct [[nodiscard]] Status {
  enum Code : uint8_t {
    Ok,
    Absent,      ///< There is no such device here, or no driver.
    Refused,     ///< The kernel is not one for this device.
    OutOfMemory, ///< Of the device's.
    Unreadable,  ///< The host's memory cannot be read there.
    Lost,        ///< The device is of no use to this process any more.
  };
  Code code = Ok;
  int32_t number = 0;         ///< The driver's own, 0 if it did not say.
  const char *what = nullptr; ///< The call of the driver that failed, or what is wrong. Lives for ever.

  bool isOk() const { return code == Ok; }
};

using DeviceAddress = uint64_t;
using DeviceKernel = void *;

struct DeviceProperties {
  uint64_t memory = 0;        ///< Bytes.
  uint32_t threads = 0;       ///< That run at a time, about.
  uint32_t mostGroupSize = 0; ///< Threads of a group.
  uint64_t mostGroups = 0;    ///< Of a launch.
  uint32_t offers = 0;        ///< Or of enum blob::Needs.
};

/// One launch; see blob/format.h for what a kernel gets.
struct Launch {
  DeviceKernel kernel;
  const void *record;
  uint32_t recordSize;
  uint32_t groupSize;
  uint64_t groups;
  int64_t lo, hi, grain;
  DeviceAddress results;
};

struct Device {
  const char *name;
  blob::Kind form; ///< Of the kernels that it takes.

  /// Finds the driver and the device. Called once; what went wrong then is not tried again.
  Status (*open)(DeviceProperties &properties);
  /// Gives everything back. For tests: programs just end.
  void (*close)();
  /// Called first on each new device thread, and before each use.
  Status (*enter)();

  /// Memory aligned to kDeviceAlign.
  Status (*allocate)(uint64_t bytes, DeviceAddress &address);
  void (*release)(DeviceAddress address);

  Status (*load)(const blob::KernelView &kernel, DeviceKernel &loaded);
  void (*unload)(DeviceKernel kernel);

  /// Copies between memory of the device and of the host, in the order of the calls with launches between them. The
  /// host's memory may be used again when the call returns. What cannot be read is Unreadable.
  Status (*copyIn)(DeviceAddress to, const void *from, uint64_t bytes);
  Status (*copyOut)(void *to, DeviceAddress from, uint64_t bytes);

  Status (*launch)(const Launch &launch);
  /// Returns when all launches are over.
  Status (*wait)();
};
constexpr unsigned kMostSlots = 16;
static_assert(sizeof(Device) <= kMostSlots * sizeof(void *));

constexpr uint64_t kDeviceAlign = 256;

#define XC_DEVICE(name) extern const Device name##Device;
#include "runtime/devices/devices.def"

} // namespace xc::rt
