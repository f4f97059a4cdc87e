/// \file What every device must do, written once and run on each: on the device of tests, on CUDA with the driver that
/// is found (a stub in CI, a real one where there is one), and on the null device, which must do nothing.
/// SPDX-License-Identifier: Apache-2.0
#include "host_device.h"
#include "kernels.h"
#include "runtime/devices/null.h"
#include "runtime/os/os.h"

#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <vector>

using namespace xc;
using namespace xc::rt;

namespace {

blob::KernelView kernelNamed(const char *name, const char *text = kernelsPtx) {
  blob::KernelView view = {};
  view.form = blob::Kind::Ptx;
  view.kernel.groupSize = 64;
  view.name = name;
  view.code = {reinterpret_cast<const unsigned char *>(text), strlen(text) + 1};
  return view;
}

struct MapRecord {
  DeviceAddress in, out;
};

class Conformance : public testing::TestWithParam<const Device *> {
protected:
  const Device &device = *GetParam();
  DeviceProperties properties;

  void SetUp() override {
    setHostPlan({});
    const Status status = device.open(properties);
    if (status.code == Status::Absent && !isExpected())
      GTEST_SKIP() << device.name << ": " << (status.what ? status.what : "") << " " << status.number;
    ASSERT_TRUE(status.isOk()) << device.name << ": " << status.what << " " << status.number;
    isOpen = true;
    ASSERT_TRUE(device.enter().isOk());
  }
  void TearDown() override {
    if (isOpen)
      device.close();
    EXPECT_EQ(os::liveAllocations.load(), 0);
    EXPECT_EQ(hostObjects(), 0);
  }

  /// Whether this machine has the device.
  bool isExpected() const { return &device == &hostDevice || (&device == &cudaDevice && getenv("XC_TEST_CUDA")); }

  /// map over n items with this many groups.
  void runMap(int64_t n, uint64_t groups, int64_t lo, int64_t hi) {
    std::vector<uint32_t> in(static_cast<size_t>(n)), out(static_cast<size_t>(n), 77);
    for (size_t i = 0; i < in.size(); ++i)
      in[i] = uint32_t(i * 2654435761u);
    DeviceAddress memory = 0;
    const uint64_t bytes = uint64_t(n) * 4;
    ASSERT_TRUE(device.allocate(2 * bytes + 256, memory).isOk());
    MapRecord record = {memory, memory + (bytes + 255) / 256 * 256};
    ASSERT_TRUE(device.copyIn(record.in, in.data(), bytes).isOk());
    ASSERT_TRUE(device.copyIn(record.out, out.data(), bytes).isOk());
    DeviceKernel kernel = nullptr;
    ASSERT_TRUE(device.load(kernelNamed("map"), kernel).isOk());
    Launch launch = {kernel, &record, sizeof record, 64, groups, lo, hi, 0, 0};
    ASSERT_TRUE(device.launch(launch).isOk());
    record = {};
    ASSERT_TRUE(device.wait().isOk());
    std::vector<uint32_t> got(out.size());
    ASSERT_TRUE(device.copyOut(got.data(), memory + (bytes + 255) / 256 * 256, bytes).isOk());
    for (size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(got[i], int64_t(i) >= lo && int64_t(i) < hi ? 3 * in[i] + uint32_t(i) : 77) << i;
    device.unload(kernel);
    device.release(memory);
  }

  bool isOpen = false;
};

} // namespace

TEST_P(Conformance, SaysWhatItIs) {
  EXPECT_GT(properties.memory, 0u);
  EXPECT_GT(properties.threads, 0u);
  EXPECT_GE(properties.mostGroupSize, 64u);
  EXPECT_GE(properties.mostGroups, 65535u);
}

TEST_P(Conformance, CopiesAnyNumberOfBytes) {
  constexpr uint64_t kMost = (uint64_t(9) << 20) + 3;
  DeviceAddress memory = 0;
  ASSERT_TRUE(device.allocate(kMost, memory).isOk());
  EXPECT_EQ(memory % kDeviceAlign, 0u);
  std::vector<unsigned char> from(kMost), to(kMost);
  for (size_t i = 0; i < kMost; ++i)
    from[i] = static_cast<unsigned char>(i * 7 + i / 253);
  for (uint64_t size : {uint64_t(1), uint64_t(3), uint64_t(4096), (uint64_t(4) << 20) - 1, uint64_t(4) << 20,
                        (uint64_t(4) << 20) + 1, (uint64_t(8) << 20) + 5, kMost}) {
    std::fill(to.begin(), to.end(), 0);
    ASSERT_TRUE(device.copyIn(memory + kMost - size, from.data() + kMost - size, size).isOk());
    ASSERT_TRUE(device.copyOut(to.data() + kMost - size, memory + kMost - size, size).isOk());
    ASSERT_EQ(memcmp(to.data() + kMost - size, from.data() + kMost - size, size), 0) << size;
    ASSERT_TRUE(size == kMost || to[kMost - size - 1] == 0);
  }
  device.release(memory);
}

TEST_P(Conformance, SurvivesMemoryThatIsNotThere) {
  const size_t page = 4096;
  auto *pages =
      static_cast<unsigned char *>(mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  mprotect(pages + page, page, PROT_NONE);
  DeviceAddress memory = 0;
  ASSERT_TRUE(device.allocate(3 * page, memory).isOk());
  EXPECT_EQ(device.copyIn(memory, pages, 3 * page).code, Status::Unreadable);
  EXPECT_TRUE(device.copyIn(memory, pages, page).isOk());
  EXPECT_TRUE(device.wait().isOk());
  device.release(memory);
  munmap(pages, 3 * page);
}

TEST_P(Conformance, RunsKernelsOfAnyShape) {
  runMap(1, 1, 0, 1);
  runMap(63, 1, 0, 63);
  runMap(1000, 1, 0, 1000);
  runMap(1000, 3, 0, 1000);
  runMap(1000, 50, 0, 1000);
  runMap(1000, 4, 17, 700);
  runMap(1 << 16, 100, 0, 1 << 16);
}

TEST_P(Conformance, FoldsGrains) {
  struct {
    uint32_t seed;
  } record = {5};
  struct Matrix {
    uint32_t a, b, c, d;
  };
  constexpr int64_t kItems = 1000, kGrain = 11;
  constexpr size_t kThreads = 128, kUsed = (kItems + kGrain - 1) / kGrain;
  DeviceAddress memory = 0;
  ASSERT_TRUE(device.allocate(kThreads * sizeof(Matrix), memory).isOk());
  std::vector<Matrix> got(kThreads, Matrix{9, 9, 9, 9});
  ASSERT_TRUE(device.copyIn(memory, got.data(), kThreads * sizeof(Matrix)).isOk());
  DeviceKernel kernel = nullptr;
  ASSERT_TRUE(device.load(kernelNamed("product"), kernel).isOk());
  ASSERT_TRUE(device.launch({kernel, &record, 4, 64, 2, 0, kItems, kGrain, memory}).isOk());
  ASSERT_TRUE(device.wait().isOk());
  ASSERT_TRUE(device.copyOut(got.data(), memory, kThreads * sizeof(Matrix)).isOk());
  auto times = [](Matrix x, Matrix y) {
    return Matrix{x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
  };
  for (size_t t = 0; t < kThreads; ++t) {
    Matrix expected = t < kUsed ? Matrix{1, 0, 0, 1} : Matrix{9, 9, 9, 9};
    for (int64_t i = int64_t(t) * kGrain; i < std::min(int64_t(t + 1) * kGrain, kItems); ++i) {
      const uint32_t k = uint32_t(i) * 2654435761u + 5;
      expected = times(expected, {k | 1, k >> 3, k >> 7, k ^ 0x55});
    }
    ASSERT_EQ(memcmp(&got[t], &expected, sizeof expected), 0) << t;
  }
  device.unload(kernel);
  device.release(memory);
}

TEST_P(Conformance, KeepsTheOrderOfCopiesAndLaunches) {
  constexpr int64_t kItems = 5000;
  DeviceAddress memory = 0;
  ASSERT_TRUE(device.allocate(2 * kItems * 8, memory).isOk());
  std::vector<double> a(kItems, 1.5), b(kItems, 0.25);
  ASSERT_TRUE(device.copyIn(memory, a.data(), kItems * 8).isOk());
  ASSERT_TRUE(device.copyIn(memory + kItems * 8, b.data(), kItems * 8).isOk());
  DeviceKernel kernel = nullptr;
  ASSERT_TRUE(device.load(kernelNamed("accumulate"), kernel).isOk());
  DeviceAddress record[] = {memory, memory + kItems * 8};
  for (int turn = 0; turn < 10; ++turn)
    ASSERT_TRUE(device.launch({kernel, record, sizeof record, 64, 8, 0, kItems, 0, 0}).isOk());
  ASSERT_TRUE(device.copyIn(memory, b.data(), kItems * 8).isOk());
  ASSERT_TRUE(device.launch({kernel, record, sizeof record, 64, 8, 0, kItems, 0, 0}).isOk());
  ASSERT_TRUE(device.wait().isOk());
  ASSERT_TRUE(device.copyOut(b.data(), memory + kItems * 8, kItems * 8).isOk());
  for (double value : b)
    ASSERT_EQ(value, 0.25 + 10 * 1.5 + 0.25);
  device.unload(kernel);
  device.release(memory);
}

TEST_P(Conformance, RefusesWhatIsNoKernel) {
  DeviceKernel kernel = nullptr;
  EXPECT_EQ(device.load(kernelNamed("map", "this is no kernel\n"), kernel).code, Status::Refused);
  EXPECT_EQ(device.load(kernelNamed("not_in_there"), kernel).code, Status::Refused);
  runMap(100, 2, 0, 100);
}

TEST_P(Conformance, SurvivesRunningOutOfMemory) {
  DeviceAddress memory = 0;
  EXPECT_EQ(device.allocate(properties.memory * 2, memory).code, Status::OutOfMemory);
  runMap(100, 2, 0, 100);
}

TEST_P(Conformance, CanBeOpenedAgain) {
  device.close();
  ASSERT_TRUE(device.open(properties).isOk());
  ASSERT_TRUE(device.enter().isOk());
  runMap(100, 2, 0, 100);
}

INSTANTIATE_TEST_SUITE_P(Devices, Conformance, testing::Values(&hostDevice, &cudaDevice, &nullDevice),
                         [](const testing::TestParamInfo<const Device *> &info) {
                           return std::string(info.param->name);
                         });
