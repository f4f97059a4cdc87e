/// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings.h"

#include "runtime/os/os.h"
#include "runtime/root.h"

#include <string.h>

namespace xc::rt {

/// Reads a decimal number from 0 to `most` that fills the whole text.
static bool parseNumber(const char *text, uint64_t most, uint64_t &number) {
  number = 0;
  if (*text == '\0')
    return false;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9')
      return false;
    number = number * 10 + uint64_t(*text - '0');
    if (number > most) // Also keeps the next step from overflowing: `most` is far below 2^64 / 10.
      return false;
  }
  return true;
}

static Text &addWarning(Warnings &warnings, const char *variable) {
  Text &line = warnings.lines[warnings.count++];
  return line << "xcc: warning: " << variable << ": ";
}

static void parseMode(const char *value, Settings &settings, Warnings &warnings) {
  struct Name {
    const char *name;
    Mode mode;
  };
  static constexpr Name kModes[] = {
      {"auto", Mode::Auto},   {"cpu", Mode::Cpu},     {"serial", Mode::Serial},
      {"check", Mode::Check}, {"chaos", Mode::Chaos},
  };
  for (const Name &mode : kModes)
    if (strcmp(value, mode.name) == 0) {
      settings.mode = mode.mode;
      return;
    }

  uint64_t seed = 0;
  if (strncmp(value, "chaos:", 6) == 0 && parseNumber(value + 6, UINT32_MAX, seed)) {
    settings.mode = Mode::Chaos;
    settings.seed = uint32_t(seed);
    return;
  }

  if (strcmp(value, "gpu") == 0 || strcmp(value, "cuda") == 0) {
    settings.mode = Mode::Device;
    settings.device = *value == 'c' ? DeviceChoice::Cuda : DeviceChoice::Any;
    return;
  }
  static constexpr const char *kLater[] = {"vulkan", "remote", "all"};
  for (const char *device : kLater)
    if (strcmp(value, device) == 0) {
      addWarning(warnings, "XC_PAR") << "no device for '" << value << "' here, running as with auto\n";
      return;
    }

  addWarning(warnings, "XC_PAR") << "unknown value '" << value
                                 << "' (expected auto, cpu, gpu, cuda, serial, check or chaos[:seed])\n";
}

/// XC_PAR_GPU: which device XC_PAR=gpu means, and the one that XC_PAR=check is to check.
static void parseGpu(const char *value, Settings &settings, Warnings &warnings) {
  if (strcmp(value, "vulkan") == 0)
    addWarning(warnings, "XC_PAR_GPU") << "no device for 'vulkan' here\n";
  else if (strcmp(value, "cuda") != 0)
    addWarning(warnings, "XC_PAR_GPU") << "unknown value '" << value << "' (expected cuda or vulkan)\n";
  else if (settings.device == DeviceChoice::Any || settings.mode == Mode::Check)
    settings.device = DeviceChoice::Cuda;
}

Settings parseSettings(const char *mode, const char *threads, const char *report, const char *gpu, Warnings &warnings) {
  Settings settings;
  if (mode && *mode)
    parseMode(mode, settings, warnings);
  if (gpu && *gpu)
    parseGpu(gpu, settings, warnings);

  if (threads && *threads) {
    uint64_t number = 0;
    if (parseNumber(threads, kMostThreads, number) && number != 0)
      settings.threads = uint16_t(number);
    else
      addWarning(warnings, "XC_PAR_THREADS")
          << "unknown value '" << threads << "' (expected a number from 1 to " << kMostThreads << ")\n";
  }

  if (report && *report) {
    if (strcmp(report, "1") == 0)
      settings.report = true;
    else if (strcmp(report, "0") != 0)
      addWarning(warnings, "XC_PAR_REPORT") << "unknown value '" << report << "' (expected 0 or 1)\n";
  }
  return settings;
}

uint64_t packSettings(const Settings &settings) {
  return 1 | uint64_t(settings.report) << 1 | uint64_t(settings.mode) << 4 | uint64_t(settings.threads) << 8 |
         uint64_t(settings.device) << 24 | uint64_t(settings.seed) << 32;
}

Settings unpackSettings(uint64_t word) {
  Settings settings;
  settings.report = (word >> 1) & 1;
  settings.mode = Mode((word >> 4) & 15);
  settings.threads = uint16_t(word >> 8);
  settings.device = DeviceChoice((word >> 24) & 15);
  settings.seed = uint32_t(word >> 32);
  return settings;
}

Settings currentSettings(Root &root) {
  uint64_t word = root.settings.load(std::memory_order_relaxed);
  if (word != 0) [[likely]]
    return unpackSettings(word);

  // Several threads may read the environment at once, which is harmless; the one that publishes speaks.
  Warnings warnings;
  Settings settings;
  if (!os::privileged())
    settings = parseSettings(os::environment("XC_PAR"), os::environment("XC_PAR_THREADS"),
                             os::environment("XC_PAR_REPORT"), os::environment("XC_PAR_GPU"), warnings);
  if (!root.settings.compare_exchange_strong(word, packSettings(settings), std::memory_order_relaxed))
    return unpackSettings(word);
  for (unsigned i = 0; i < warnings.count; ++i)
    os::writeError(warnings.lines[i].data(), warnings.lines[i].size());
  return settings;
}

} // namespace xc::rt
