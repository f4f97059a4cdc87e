/// \file The device that is not there.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/devices/device.h"

namespace xc::rt {

extern const Device nullDevice;

} // namespace xc::rt
