/// \file The devices of this process: which there are, what state they are in, and which kernels they have loaded.
///
/// Everything here is for the device thread (service.h), or for whoever may use that while it has nothing to do.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/devices/device.h"
#include "runtime/settings.h"

#include <atomic>

namespace xc::rt {

/// A device with what the runtime keeps there. All zeros is its initial state.
class OpenDevice {
public:
  const Device &table() const { return *device; }
  const DeviceProperties &properties() const { return known; }

  /// Opens it if that has not been tried before, and makes it the one that the calling thread uses.
  Status enter(const Device &which);
  /// What it is now: Ok, or why it is of no use.
  Status state() const { return wrong; }

  /// Memory for one run, used again by the next one.
  Status reserve(uint64_t bytes, DeviceAddress &address);
  /// The kernel of a blob. A blob that the driver has refused is refused at once.
  Status load(const blob::View &blob, const blob::KernelView &kernel, DeviceKernel &loaded);
  /// Takes note of how a call ended, and returns that.
  Status note(Status status);
  void close();

private:
  /// Programs have more blocks than this at times, but hardly more that take turns.
  static constexpr unsigned kMostKernels = 64;
  struct Loaded {
    const void *code = nullptr;
    uint64_t checksum = 0;
    DeviceKernel kernel = nullptr;
    Status status;
  };

  const Device *device = nullptr;
  Status wrong;
  DeviceProperties known;
  DeviceAddress memory = 0;
  uint64_t memorySize = 0;
  Loaded kernels[kMostKernels];
  unsigned loads = 0; ///< So far.
};

/// The first device that fits what the user wants and that can be entered; null with the reason in `why` if there is
/// none.
OpenDevice *enterDevice(DeviceChoice choice, Status &why);
/// Whether any device known here could fit.
bool isKnown(DeviceChoice choice);

/// Set by tests only: the one device that there is.
extern std::atomic<const Device *> testDevice;
/// For tests: closes all devices. May then be opened again.
void closeDevices();

} // namespace xc::rt
