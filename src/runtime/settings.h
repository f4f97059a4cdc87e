/// \file The user's settings: the XC_PAR variables of the environment, read once per process.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/text.h"

#include <stdint.h>

namespace xc::rt {

struct Root;

enum class Mode : uint8_t {
  Auto,   ///< Decide for each run.
  Cpu,    ///< Always all cores.
  Serial, ///< Always the plain loop.
  Device, ///< A device where one can run the block, else as Auto.
  Check,  ///< Block and plain loop, compared.
  Chaos,  ///< Items one at a time in shuffled or reversed order.
};

/// Which device the user wants. From Cuda on in the order of devices/devices.def.
enum class DeviceChoice : uint8_t { None, Any, Cuda };

struct Settings {
  Mode mode = Mode::Auto;
  bool report = false;
  uint16_t threads = 0; ///< At most so many, the caller included; 0: as many as the machine gives.
  uint32_t seed = 1;    ///< Of Mode::Chaos.
  /// None but in Mode::Device, where it is never that, and Mode::Check.
  DeviceChoice device = DeviceChoice::None;
};

/// Most threads that XC_PAR_THREADS may ask for.
constexpr unsigned kMostThreads = 1024;

/// Lines for the user, at most one per variable.
struct Warnings {
  Text lines[4];
  unsigned count = 0;
};

/// The settings that the values of XC_PAR, XC_PAR_THREADS, XC_PAR_REPORT and XC_PAR_GPU mean; null and "" mean the
/// default.
Settings parseSettings(const char *mode, const char *threads, const char *report, const char *gpu, Warnings &warnings);

/// All settings in one word that is never 0, so that they can be published with one store.
uint64_t packSettings(const Settings &settings);
Settings unpackSettings(uint64_t word);

/// The process's settings. The first call reads the environment and prints what is wrong with it.
Settings currentSettings(Root &root);

} // namespace xc::rt
