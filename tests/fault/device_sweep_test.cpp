/// \file Fails each call that a run on a device makes, one after the other and all from one on: of the device's table,
/// of the CUDA driver, and of the operating system. The program's results must be right each time.
/// SPDX-License-Identifier: Apache-2.0
#include "../unit/runtime/devices/device_fixture.h"

#include <dlfcn.h>

using namespace xc;
using namespace xc::rt;

namespace {

/// A program: blocks one after the other, each with the fallback that the compiler puts behind it.
struct Program {
  DeviceBlock mapBlock = mapOnDevice(), accumulateBlock = AccumulateBlock::make(), sparseBlock = SparseBlock::make(),
              productBlock = productOnDevice(), sumBlock = floatSumOnDevice();

  static void run(const DeviceBlock &block, const void *captures, int64_t n, void *result = nullptr) {
    if (!xcrt_run(&block.block, captures, n, kMuchWork, result))
      block.block.serial(captures, n, result);
  }

  void expectRightResults() const {
    std::vector<uint32_t> in(300, 7), out(300, 0);
    const MapBlock map = {in.data(), out.data()};
    run(mapBlock, &map, 300);
    for (uint32_t i = 0; i < 300; ++i)
      ASSERT_EQ(out[i], 21 + i);

    std::vector<double> a(200, 0.1), b(200, 0.25);
    const AccumulateBlock accumulate = {a.data(), b.data()};
    run(accumulateBlock, &accumulate, 200);
    run(accumulateBlock, &accumulate, 200);
    for (double value : b)
      ASSERT_EQ(value, 0.25 + 0.1 + 0.1);

    std::vector<uint32_t> gaps(600, 4);
    const SparseBlock sparse = {gaps.data()};
    run(sparseBlock, &sparse, 200);
    for (size_t i = 0; i < gaps.size(); ++i)
      ASSERT_EQ(gaps[i], i % 3 ? 4 : SparseBlock::table[i / 3 & 7]);

    const ProductBlock product = {11};
    ProductBlock::Matrix matrix = {1, 2, 3, 4};
    run(productBlock, &product, 300, &matrix);
    ASSERT_EQ(matrix, product.expected(300, {1, 2, 3, 4}));

    std::vector<float> floats(700);
    for (size_t i = 0; i < floats.size(); ++i)
      floats[i] = 1.0f / float(i + 1);
    const FloatSumBlock sum = {floats.data()};
    float result = 1;
    run(sumBlock, &sum, 700, &result);
    ASSERT_EQ(result, treeSum(sum, 700, 1));
  }
};

class DeviceSweep : public DeviceTest {
protected:
  Program program;

  /// Lets call after call fail until a run makes no more of them. `arm` starts one, `disarm` ends it and says how many
  /// calls failed.
  template <class Arm, class Disarm> void sweep(const Device *device, Arm arm, Disarm disarm) {
    int call = 0;
    for (;; ++call) {
      start(device);
      arm(call);
      testing::internal::CaptureStderr();
      program.expectRightResults();
      testing::internal::GetCapturedStderr();
      end();
      const long failures = disarm();
      if (failures == 0 || HasFatalFailure() || call > 2000)
        break;
    }
    EXPECT_FALSE(HasFatalFailure()) << "with call " << call << " failing";
    EXPECT_GT(call, 5);
    EXPECT_LT(call, 2000);
  }
};

std::atomic<int> callsUntilFailure, osFailures;
std::atomic<bool> osPersistent;

bool failLater(os::Call) {
  const int left = callsUntilFailure.fetch_sub(1);
  const bool fail = osPersistent ? left <= 0 : left == 0;
  osFailures += fail;
  return fail;
}

} // namespace

TEST_F(DeviceSweep, CallsOfADevice) {
  for (Status::Code code : {Status::Absent, Status::Refused, Status::OutOfMemory, Status::Unreadable, Status::Lost})
    for (bool persistent : {false, true})
      sweep(
          &hostDevice,
          [&](int call) {
            HostPlan plan;
            plan.failAt = call;
            plan.persistent = persistent;
            plan.code = code;
            setHostPlan(plan);
          },
          hostFailures);
}

TEST_F(DeviceSweep, CallsOfTheOperatingSystem) {
  for (bool persistent : {false, true}) {
    osPersistent = persistent;
    sweep(
        &hostDevice,
        [](int call) {
          osFailures = 0;
          callsUntilFailure = call;
          os::failHook.store(failLater);
        },
        [] {
          os::failHook.store(nullptr);
          return osFailures.load();
        });
  }
}

TEST_F(DeviceSweep, CallsOfTheCudaDriver) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  auto *plan = library ? reinterpret_cast<void (*)(const char *)>(dlsym(library, "stubCudaPlan")) : nullptr;
  if (!plan) {
    ASSERT_FALSE(getenv("XC_TEST_CUDA")) << "the stub of libcuda.so.1 is not there";
    GTEST_SKIP() << "needs the stub of libcuda.so.1";
  }
  auto number = [&](const char *name) { return reinterpret_cast<long (*)()>(dlsym(library, name)); };
  for (const char *code : {"999", "2", "218", "700"})
    for (const char *persistent : {"", "+"}) {
      sweep(
          &cudaDevice, [&](int call) { plan(("fail=" + std::to_string(call) + persistent + " code=" + code).c_str()); },
          number("stubCudaFailures"));
      EXPECT_EQ(number("stubCudaObjects")(), 0) << "not given back";
    }
  plan("");
  start(&cudaDevice);
  program.expectRightResults();
  EXPECT_GT(number("stubCudaCalls")(), 40) << "the device was used";
}
