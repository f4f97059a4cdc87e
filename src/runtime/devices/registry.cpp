/// SPDX-License-Identifier: Apache-2.0
#include "runtime/devices/registry.h"

#include <iterator>

namespace xc::rt {

std::atomic<const Device *> testDevice;

static const Device *const kDevices[] = {
#define XC_DEVICE(name) &name##Device,
#include "runtime/devices/devices.def"
};
static OpenDevice openDevices[std::size(kDevices) + 1]; ///< The last is the tests' device.

Status OpenDevice::note(Status status) {
  if (status.code == Status::Lost)
    wrong = status;
  return status;
}

Status OpenDevice::enter(const Device &which) {
  if (!device) {
    device = &which;
    wrong = which.open(known);
    if (!wrong.isOk() && wrong.code != Status::Lost)
      wrong.code = Status::Absent;
  }
  return wrong.isOk() ? note(device->enter()) : wrong;
}

Status OpenDevice::reserve(uint64_t bytes, DeviceAddress &address) {
  if (bytes > memorySize) {
    if (memorySize != 0)
      device->release(memory);
    memorySize = 0;
    const Status status = note(device->allocate(bytes, memory));
    if (!status.isOk())
      return status;
    memorySize = bytes;
  }
  address = memory;
  return {};
}

Status OpenDevice::load(const blob::View &blob, const blob::KernelView &kernel, DeviceKernel &loaded) {
  // A shared object may have been closed and another one opened in its place: the checksum tells.
  for (const Loaded &known : kernels)
    if (known.code == kernel.code.data && known.checksum == blob.checksum()) {
      loaded = known.kernel;
      return known.status;
    }
  Loaded &place = kernels[loads % kMostKernels];
  if (place.code && place.status.isOk())
    device->unload(place.kernel);
  place = {};
  const Status status = blob.isIntact() ? note(device->load(kernel, loaded)) : Status{Status::Refused, 0, "damaged"};
  if (!status.isOk() && status.code != Status::Refused)
    return status; // May go well another time.
  ++loads;
  place = {kernel.code.data, blob.checksum(), loaded, status};
  return status;
}

void OpenDevice::close() {
  if (device && wrong.code != Status::Absent) {
    for (const Loaded &known : kernels)
      if (known.code && known.status.isOk())
        device->unload(known.kernel);
    if (memorySize != 0)
      device->release(memory);
    device->close();
  }
  *this = {};
}

/// The settings' name for the device at that place of the list.
static bool fits(DeviceChoice choice, unsigned index) {
  return choice == DeviceChoice::Any || unsigned(choice) - unsigned(DeviceChoice::Cuda) == index;
}

bool isKnown(DeviceChoice choice) {
  for (unsigned i = 0; i < std::size(kDevices); ++i)
    if (fits(choice, i))
      return true;
  return false;
}

OpenDevice *enterDevice(DeviceChoice choice, Status &why) {
  if (const Device *only = testDevice.load(std::memory_order_relaxed)) {
    OpenDevice &device = openDevices[std::size(kDevices)];
    why = device.enter(*only);
    return why.isOk() ? &device : nullptr;
  }
  why = {Status::Absent, 0, "there is no such device"};
  for (unsigned i = 0; i < std::size(kDevices); ++i) {
    if (!fits(choice, i))
      continue;
    why = openDevices[i].enter(*kDevices[i]);
    if (why.isOk())
      return &openDevices[i];
  }
  return nullptr;
}

void closeDevices() {
  for (OpenDevice &device : openDevices)
    device.close();
}

} // namespace xc::rt
