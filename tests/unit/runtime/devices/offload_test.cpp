/// SPDX-License-Identifier: Apache-2.0
#include "device_fixture.h"
#include "runtime/devices/null.h"

#include <cfenv>
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace xc;
using namespace xc::rt;

namespace {

/// Runs a block as a program does, and returns what the report says.
std::string reportOf(const xcrt_block &block, const void *captures, int64_t n, void *result = nullptr,
                     uint64_t work = kMuchWork) {
  testing::internal::CaptureStderr();
  if (!xcrt_run(&block, captures, n, work, result))
    block.serial(captures, n, result);
  return testing::internal::GetCapturedStderr();
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

/// The same on the device of tests and on CUDA, where there is some.
class OffloadTest : public DeviceTest, public testing::WithParamInterface<const Device *> {
protected:
  void SetUp() override {
    start(GetParam(), Mode::Device, true);
    std::vector<uint32_t> in(64), out(64);
    const DeviceBlock block = mapOnDevice();
    const MapBlock captures = {in.data(), out.data()};
    const std::string report = reportOf(block.block, &captures, 64);
    if (report.find(std::string(", ") + GetParam()->name + ", 256 bytes in, 256 bytes out") == std::string::npos) {
      ASSERT_TRUE(GetParam() != &hostDevice && !getenv("XC_TEST_CUDA")) << report;
      GTEST_SKIP() << report;
    }
  }
  static std::string name() { return std::string(", ") + GetParam()->name + ", "; }
};

struct Data {
  std::vector<uint32_t> in, out;
  explicit Data(size_t n) : in(n), out(n, 99) {
    for (size_t i = 0; i < n; ++i)
      in[i] = uint32_t(i * 40503u);
  }
  void expectMapped() const {
    for (size_t i = 0; i < in.size(); ++i)
      ASSERT_EQ(out[i], 3 * in[i] + uint32_t(i)) << i;
  }
};

} // namespace

TEST_P(OffloadTest, RunsABlock) {
  const DeviceBlock block = mapOnDevice();
  for (size_t n : {1, 2, 63, 64, 65, 1000, 30000}) {
    Data data(n);
    const MapBlock captures = {data.in.data(), data.out.data()};
    const std::string report = reportOf(block.block, &captures, int64_t(n));
    EXPECT_HAS(report, "xcc: map.par.7: " + std::to_string(n) + (n == 1 ? " item" : " items") + name() +
                           std::to_string(4 * n) + " bytes in, " + std::to_string(4 * n) + " bytes out, ");
    EXPECT_EQ(report.find("not on"), std::string::npos) << report;
    data.expectMapped();
  }
}

TEST_P(OffloadTest, UpdatesInPlace) {
  const DeviceBlock block = AccumulateBlock::make();
  std::vector<double> a(5000), b(5000, 0.1);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = 1.0 / double(i + 3);
  std::vector<double> expected = b;
  for (size_t i = 0; i < a.size(); ++i)
    for (int turn = 0; turn < 3; ++turn)
      expected[i] += a[i];
  const AccumulateBlock captures = {a.data(), b.data()};
  for (int turn = 0; turn < 3; ++turn)
    EXPECT_HAS(reportOf(block.block, &captures, 5000), name() + "80000 bytes in, 40000 bytes out, ");
  EXPECT_EQ(b, expected);
}

TEST_P(OffloadTest, SharesWhatOverlaps) {
  // Both arrays are one: b[i] += b[i].
  const DeviceBlock block = AccumulateBlock::make();
  std::vector<double> b(500, 0.3);
  const AccumulateBlock captures = {b.data(), b.data()};
  EXPECT_HAS(reportOf(block.block, &captures, 500), name() + "4000 bytes in, 4000 bytes out, ");
  for (double value : b)
    EXPECT_EQ(value, 0.3 + 0.3);
}

TEST_P(OffloadTest, ReachesObjectsAndLeavesGapsAlone) {
  const DeviceBlock block = SparseBlock::make();
  std::vector<uint32_t> out(3000, 7);
  const SparseBlock captures = {out.data()};
  EXPECT_HAS(reportOf(block.block, &captures, 1000), name());
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], i % 3 ? 7 : SparseBlock::table[i / 3 & 7]) << i;
}

TEST_P(OffloadTest, FoldsRecordsInOrder) {
  const DeviceBlock block = productOnDevice();
  for (int64_t n : {1, 2, 64, 1000, 70000}) {
    const ProductBlock product = {uint32_t(n)};
    ProductBlock::Matrix matrix = {1, 2, 3, 4};
    EXPECT_HAS(reportOf(block.block, &product, n, &matrix), name());
    EXPECT_EQ(matrix, product.expected(n, {1, 2, 3, 4})) << n;
  }
}

TEST_P(OffloadTest, KeepsToTheFixedTree) {
  const DeviceBlock block = floatSumOnDevice();
  for (int64_t n : {1, 255, 256, 257, 5000, 70000}) {
    std::vector<float> in(static_cast<size_t>(n));
    for (size_t i = 0; i < in.size(); ++i)
      in[i] = 1.0f / float(i + 1);
    const FloatSumBlock sum = {in.data()};
    float result = 0.5f;
    EXPECT_HAS(reportOf(block.block, &sum, n, &result), name());
    EXPECT_EQ(result, treeSum(sum, n, 0.5f)) << n;
  }
}

TEST_P(OffloadTest, ChecksABlockOnTheDevice) {
  use(Mode::Check, true);
  const DeviceBlock block = mapOnDevice();
  Data data(1000);
  const MapBlock captures = {data.in.data(), data.out.data()};
  EXPECT_HAS(reportOf(block.block, &captures, 1000),
             ", check on " + std::string(GetParam()->name) + ", 4000 bytes in, 4000 bytes out, ");
  data.expectMapped();

  // A kernel that does something else than the plain loop.
  blob::Content content = contentFor(block.block, sizeof(MapBlock), "map");
  content.pointers = {{0, 0, blob::Pointer::Captured}, {8, 1, blob::Pointer::Captured}};
  DeviceBlock wrong = {block.block, content};
  wrong.block.serial = [](const void *captures, int64_t n, void *) {
    MapBlock::body(captures, 0, n, nullptr);
    static_cast<const MapBlock *>(captures)->out[77] = 1;
  };
  const std::string report = reportOf(wrong.block, &captures, 1000);
  EXPECT_HAS(report, "array 'out' differs at byte 308, element 77, item 77");
  EXPECT_HAS(report, "DIFFERS from the plain loop");
  EXPECT_EQ(data.out[77], 1u);
}

TEST_P(OffloadTest, LeavesWhatIsNotItsOwnToOthers) {
  // The gaps of a sparse array change all the time; no change may get lost.
  const DeviceBlock block = SparseBlock::make();
  std::vector<uint32_t> out(3 * 2000, 0);
  const SparseBlock captures = {out.data()};
  std::atomic<bool> stop = false;
  std::atomic<uint32_t> rounds = 0;
  std::thread other([&] {
    uint32_t value = 0;
    while (!stop) {
      ++value;
      for (size_t i = 1; i < out.size(); i += 3)
        reinterpret_cast<std::atomic<uint32_t> &>(out[i]).store(value, std::memory_order_relaxed);
      bool kept = true;
      for (size_t i = 1; i < out.size(); i += 3)
        kept &= reinterpret_cast<std::atomic<uint32_t> &>(out[i]).load(std::memory_order_relaxed) == value;
      EXPECT_TRUE(kept);
      rounds = value;
    }
  });
  while (rounds < 3)
    std::this_thread::yield();
  for (int turn = 0; turn < 20; ++turn)
    reportOf(block.block, &captures, 2000);
  stop = true;
  other.join();
}

TEST_P(OffloadTest, ServesSeveralThreadsOfTheProgram) {
  use(Mode::Device);
  const DeviceBlock block = mapOnDevice();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int turn = 0; turn < 20; ++turn) {
        Data data(500);
        const MapBlock captures = {data.in.data(), data.out.data()};
        if (!xcrt_run(&block.block, &captures, 500, kMuchWork, nullptr))
          block.block.serial(&captures, 500, nullptr);
        data.expectMapped();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

INSTANTIATE_TEST_SUITE_P(Devices, OffloadTest, testing::Values(&hostDevice, &cudaDevice),
                         [](const testing::TestParamInfo<const Device *> &info) {
                           return std::string(info.param->name);
                         });

//===----------------------------------------------------------------------===//
// What stays on the CPU
//===----------------------------------------------------------------------===//

namespace {

class StaysHere : public DeviceTest {
protected:
  void SetUp() override { start(&hostDevice, Mode::Device, true); }

  /// The block runs here, with the right result, and the report says why.
  static void expectReason(const xcrt_block &block, const std::string &why, size_t n = 1000) {
    Data data(n);
    const MapBlock captures = {data.in.data(), data.out.data()};
    const std::string report = reportOf(block, &captures, int64_t(n));
    EXPECT_HAS(report, ", cpu, ");
    EXPECT_HAS(report, "; not on " + why + "\n");
    data.expectMapped();
  }
  static blob::Content mapContent() {
    blob::Content content = contentFor(MapBlock::make(), sizeof(MapBlock), "map");
    content.pointers = {{0, 0, blob::Pointer::Captured}, {8, 1, blob::Pointer::Captured}};
    return content;
  }
};

} // namespace

TEST_F(StaysHere, WithoutKernels) {
  Data data(1000);
  const MapBlock captures = {data.in.data(), data.out.data()};
  const xcrt_block block = MapBlock::make();
  EXPECT_EQ(reportOf(block, &captures, 1000).find("not on"), std::string::npos);
  data.expectMapped();
  EXPECT_EQ(hostCalls(), 0);
}

TEST_F(StaysHere, WithKernelsForAnotherDevice) {
  blob::Content content = mapContent();
  content.kernels[0].form = blob::Kind::Wgsl;
  expectReason(DeviceBlock(MapBlock::make(), content).block, "host: it has no kernel for this device");
}

TEST_F(StaysHere, WithKernelsOfAnotherBlock) {
  blob::Content content = mapContent();
  content.arrays[1].access = blob::Read;
  expectReason(DeviceBlock(MapBlock::make(), content).block, "gpu: its kernels are not this block's");
}

TEST_F(StaysHere, WithKernelsThatReachTooLittle) {
  blob::Content content = mapContent();
  content.pointers.pop_back();
  expectReason(DeviceBlock(MapBlock::make(), content).block, "gpu: its kernels do not say how they reach an array");
}

TEST_F(StaysHere, WithDamagedKernels) {
  DeviceBlock block = {MapBlock::make(), mapContent()};
  block.blob[block.blob.size() - 40] ^= 1;
  block.block.kernels = block.blob.data();
  expectReason(block.block, "host: the driver refuses its kernel (damaged)");
  block.blob[0] = 'y';
  expectReason(block.block, "gpu: no kernel blob");
  block.blob[0] = 'x';
  block.block.kernels_size = 100;
  expectReason(block.block, "gpu: a kernel blob that is cut off");
}

TEST_F(StaysHere, WithAKernelThatTheDriverRefuses) {
  blob::Content content = mapContent();
  content.kernels[0].code = "no kernel";
  const DeviceBlock block = {MapBlock::make(), content};
  expectReason(block.block, "host: the driver refuses its kernel (load, error 5)");
  const int calls = hostCalls();
  expectReason(block.block, "host: the driver refuses its kernel (load, error 5)");
  EXPECT_EQ(hostCalls(), calls + 1) << "it was not asked again";
}

TEST_F(StaysHere, WithTooManyItems) {
  blob::Content content = mapContent();
  content.kernels[0].mostItems = 999;
  expectReason(DeviceBlock(MapBlock::make(), content).block, "host: its kernel is not for so many items");
}

TEST_F(StaysHere, WithAnArrayOfUnknownExtent) {
  DeviceBlock block = {MapBlock::make(), mapContent()};
  static constexpr auto kFootprint = footprintOf(std::array<int64_t, 1>{0}, extentOf(offsetof(MapBlock, out), 4));
  block.block.footprint = kFootprint.data();
  expectReason(block.block, "gpu: an array of unknown extent");
}

TEST_F(StaysHere, WithoutMemoryOnTheDevice) {
  HostPlan plan;
  plan.memory = 5000;
  setHostPlan(plan);
  const DeviceBlock block = {MapBlock::make(), mapContent()};
  expectReason(block.block, "host: no memory there (allocate, error 2)", 1000);
  Data data(100);
  const MapBlock captures = {data.in.data(), data.out.data()};
  EXPECT_HAS(reportOf(block.block, &captures, 100), ", host, ");
}

TEST_F(StaysHere, WithoutADevice) {
  start(&nullDevice, Mode::Device, true);
  const DeviceBlock block = {MapBlock::make(), mapContent()};
  Data data(1000);
  const MapBlock captures = {data.in.data(), data.out.data()};
  const std::string report = reportOf(block.block, &captures, 1000);
  EXPECT_HAS(report,
             "xcc: warning: XC_PAR: no device for 'gpu' here (this device does nothing), running as with auto\n");
  expectReason(block.block, "gpu: this device does nothing");
}

TEST_F(StaysHere, WithAnotherRounding) {
  const DeviceBlock block = AccumulateBlock::make();
  std::vector<double> a(100, 0.1), b(100, 0.7);
  const AccumulateBlock captures = {a.data(), b.data()};
  fesetround(FE_UPWARD);
  const std::string report = reportOf(block.block, &captures, 100);
  fesetround(FE_TONEAREST);
  EXPECT_HAS(report, "not on gpu: the rounding mode, or another control of floating-point numbers, is not the usual");
  // Integers do not mind.
  Data data(100);
  const MapBlock mapCaptures = {data.in.data(), data.out.data()};
  fesetround(FE_UPWARD);
  const std::string second = reportOf(mapOnDevice().block, &mapCaptures, 100);
  fesetround(FE_TONEAREST);
  EXPECT_HAS(second, ", host, ");
}

TEST_F(StaysHere, WithAPartOfAnArrayThatIsNotThere) {
  // The gaps of a sparse array lie on a page of their own.
  const size_t page = size_t(sysconf(_SC_PAGESIZE));
  auto *pages =
      static_cast<unsigned char *>(mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  mprotect(pages + page, page, PROT_NONE);
  DeviceBlock block = SparseBlock::make();
  // `out` has three pages.
  static constexpr std::array<int64_t, 29> kFar = {1,        1, 0, 1, 1, 1, 1, 0, 0, 0, 1,  2, 1, 1, 0,
                                                   3 * 4096, 0, 0, 0, 1, 0, 0, 0, 1, 1, 32, 0, 0, 0};
  block.block.footprint = kFar.data();
  const SparseBlock captures = {reinterpret_cast<uint32_t *>(pages)};
  EXPECT_HAS(reportOf(block.block, &captures, 2), "not on gpu: a part of an array is not there");
  munmap(pages, 3 * page);
}

TEST_F(StaysHere, InTheChildOfFork) {
#ifdef XC_TSAN
  GTEST_SKIP() << "fork() with threads";
#endif
  const DeviceBlock block = mapOnDevice();
  Data data(1000);
  const MapBlock captures = {data.in.data(), data.out.data()};
  EXPECT_HAS(reportOf(block.block, &captures, 1000), ", host, ");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Data mine(1000);
    const MapBlock childCaptures = {mine.in.data(), mine.out.data()};
    const int calls = hostCalls();
    const std::string report = reportOf(block.block, &childCaptures, 1000);
    mine.expectMapped();
    const bool right = report.find("not on gpu: it belongs to the process that forked this one") != std::string::npos &&
                       hostCalls() == calls && !HasFailure();
    _exit(right ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_HAS(reportOf(block.block, &captures, 1000), ", host, ");
  data.expectMapped();
}

/// Must be the last: a device that was given up never comes back to a process.
TEST(ZHung, DeviceIsGivenUp) {
  if (testing::UnitTest::GetInstance()->test_to_run_count() > 1)
    GTEST_SKIP() << "needs a process of its own";
  theRoot().settings.store(packSettings({Mode::Device, true, 2, 1, DeviceChoice::Any}));
  testDevice.store(&hostDevice);
  setHostPlan({});
  static const DeviceBlock &block = *new DeviceBlock(mapOnDevice()); // Never gone before the thread is.
  Data data(1000);
  const MapBlock captures = {data.in.data(), data.out.data()};
  EXPECT_HAS(reportOf(block.block, &captures, 1000), ", host, ");
  HostPlan plan;
  plan.failAt = 4;
  plan.hangs = true;
  setHostPlan(plan);
  devicePatience = 50'000'000;
  for (const char *why : {"the device failed (it does not answer)", "it has stopped answering"}) {
    std::fill(data.out.begin(), data.out.end(), 0);
    const std::string report = reportOf(block.block, &captures, 1000);
    EXPECT_HAS(report, ", cpu, ");
    EXPECT_HAS(report, std::string("; not on gpu: ") + why);
    data.expectMapped();
  }
  // The thread comes back at last, and touches nothing.
  const std::vector<uint32_t> before = data.out;
  std::fill(data.out.begin(), data.out.end(), 5);
  hostReleased = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  for (uint32_t value : data.out)
    ASSERT_EQ(value, 5u);
}
