/// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings.h"

#include <gtest/gtest.h>

using namespace xc::rt;

namespace {

Settings parse(const char *mode, const char *threads, const char *report, Warnings &warnings) {
  return parseSettings(mode, threads, report, nullptr, warnings);
}

Settings clean(const char *mode, const char *threads = nullptr, const char *report = nullptr) {
  Warnings warnings;
  const Settings settings = parse(mode, threads, report, warnings);
  EXPECT_EQ(warnings.count, 0u) << warnings.lines[0].data();
  return settings;
}

std::string complaint(const char *mode, const char *threads = nullptr, const char *report = nullptr) {
  Warnings warnings;
  const Settings settings = parse(mode, threads, report, warnings);
  EXPECT_EQ(warnings.count, 1u);
  EXPECT_EQ(settings.mode, Mode::Auto);
  EXPECT_EQ(settings.threads, 0u);
  EXPECT_FALSE(settings.report);
  return warnings.lines[0].data();
}

} // namespace

TEST(Settings, DefaultsWhenUnsetOrEmpty) {
  for (const char *value : {static_cast<const char *>(nullptr), ""}) {
    const Settings settings = clean(value, value, value);
    EXPECT_EQ(settings.mode, Mode::Auto);
    EXPECT_EQ(settings.threads, 0u);
    EXPECT_FALSE(settings.report);
  }
}

TEST(Settings, Modes) {
  EXPECT_EQ(clean("auto").mode, Mode::Auto);
  EXPECT_EQ(clean("cpu").mode, Mode::Cpu);
  EXPECT_EQ(clean("serial").mode, Mode::Serial);
  EXPECT_EQ(clean("check").mode, Mode::Check);
  EXPECT_EQ(clean("chaos").mode, Mode::Chaos);
  EXPECT_EQ(clean("chaos").seed, 1u);
  EXPECT_EQ(clean("chaos:42").seed, 42u);
  EXPECT_EQ(clean("chaos:4294967295").seed, 4294967295u);
}

TEST(Settings, Threads) {
  EXPECT_EQ(clean(nullptr, "1").threads, 1u);
  EXPECT_EQ(clean(nullptr, "1024").threads, 1024u);
  for (const char *wrong : {"0", "-1", "two", "2 ", "1025", "99999999999999999999999"})
    EXPECT_EQ(complaint(nullptr, wrong), "xcc: warning: XC_PAR_THREADS: unknown value '" + std::string(wrong) +
                                             "' (expected a number from 1 to 1024)\n");
}

TEST(Settings, Report) {
  EXPECT_TRUE(clean(nullptr, nullptr, "1").report);
  EXPECT_FALSE(clean(nullptr, nullptr, "0").report);
  EXPECT_EQ(complaint(nullptr, nullptr, "yes"), "xcc: warning: XC_PAR_REPORT: unknown value 'yes' (expected 0 or 1)\n");
}

TEST(Settings, WrongModes) {
  for (const char *wrong : {"foo", "CPU", "chaos:", "chaos:x", "chaos:4294967296", "check "})
    EXPECT_EQ(complaint(wrong), "xcc: warning: XC_PAR: unknown value '" + std::string(wrong) +
                                    "' (expected auto, cpu, gpu, cuda, serial, check or chaos[:seed])\n");
}

TEST(Settings, DevicesThatAreNotThere) {
  for (const char *device : {"vulkan", "remote", "all"})
    EXPECT_EQ(complaint(device),
              "xcc: warning: XC_PAR: no device for '" + std::string(device) + "' here, running as with auto\n");
}

TEST(Settings, Devices) {
  auto with = [](const char *mode, const char *gpu) {
    Warnings warnings;
    const Settings settings = parseSettings(mode, nullptr, nullptr, gpu, warnings);
    EXPECT_EQ(warnings.count, 0u) << warnings.lines[0].data();
    return settings;
  };
  for (const char *gpu : {static_cast<const char *>(nullptr), "", "cuda"}) {
    EXPECT_EQ(with("cuda", gpu).mode, Mode::Device);
    EXPECT_EQ(with("cuda", gpu).device, DeviceChoice::Cuda);
    EXPECT_EQ(with("gpu", gpu).mode, Mode::Device);
    EXPECT_EQ(with("gpu", gpu).device, gpu && *gpu ? DeviceChoice::Cuda : DeviceChoice::Any);
    EXPECT_EQ(with("check", gpu).mode, Mode::Check);
    EXPECT_EQ(with("check", gpu).device, gpu && *gpu ? DeviceChoice::Cuda : DeviceChoice::None);
    for (const char *mode : {"auto", "cpu", "serial", "chaos"})
      EXPECT_EQ(with(mode, gpu).device, DeviceChoice::None);
  }
  Warnings warnings;
  EXPECT_EQ(parseSettings("gpu", nullptr, nullptr, "metal", warnings).device, DeviceChoice::Any);
  ASSERT_EQ(warnings.count, 1u);
  EXPECT_STREQ(warnings.lines[0].data(), "xcc: warning: XC_PAR_GPU: unknown value 'metal' (expected cuda or vulkan)\n");
}

TEST(Settings, LongValueIsCutNotRefused) {
  const std::string longValue(5000, 'x');
  const std::string line = complaint(longValue.c_str());
  EXPECT_EQ(line.size(), xc::Text::kCapacity - 1);
  EXPECT_EQ(line.back(), '\n');
}

TEST(Settings, PackAndUnpack) {
  for (Mode mode : {Mode::Auto, Mode::Cpu, Mode::Serial, Mode::Device, Mode::Check, Mode::Chaos})
    for (uint16_t threads : {0, 1, 7, 1024})
      for (uint32_t seed : {0u, 1u, 0xffffffffu})
        for (bool report : {false, true}) {
          const auto device = DeviceChoice(threads % 3);
          const uint64_t word = packSettings({mode, report, threads, seed, device});
          EXPECT_NE(word, 0u);
          const Settings settings = unpackSettings(word);
          EXPECT_EQ(settings.mode, mode);
          EXPECT_EQ(settings.threads, threads);
          EXPECT_EQ(settings.seed, seed);
          EXPECT_EQ(settings.report, report);
          EXPECT_EQ(settings.device, device);
        }
}
