/// \file xcrt_run() as a program sees it: when it runs a block, with which results, and what it reports.
/// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

#include <bit>
#include <cerrno>
#include <cmath>
#include <random>
#include <regex>

using namespace xc::rt;

namespace {

class EntryTest : public RuntimeTest {};

/// A guard that never holds: no alternative does.
constexpr int64_t kNever[] = {1, 0};

std::vector<uint32_t> someNumbers(size_t n) {
  std::vector<uint32_t> numbers(n);
  std::mt19937 random(1);
  for (uint32_t &number : numbers)
    number = random();
  return numbers;
}

bool runMap(int64_t n, uint64_t work, const xcrt_block &block = MapBlock::make()) {
  const auto in = someNumbers(size_t(n));
  std::vector<uint32_t> out(in.size(), 0xdeadbeef);
  const MapBlock captures = {in.data(), out.data()};
  const bool ran = xcrt_run(&block, &captures, n, work, nullptr);
  for (size_t i = 0; i < out.size(); ++i)
    EXPECT_EQ(out[i], ran ? 3 * in[i] + uint32_t(i) : 0xdeadbeef);
  return ran;
}

std::vector<float> someFloats(size_t n) {
  std::vector<float> numbers(n);
  std::mt19937 random(7);
  for (float &number : numbers)
    number = std::ldexp(float(random()), int(random() % 40) - 50);
  return numbers;
}

} // namespace

TEST_F(EntryTest, MapInAllModes) {
  for (unsigned threads : {1u, 2u, 3u, 8u})
    for (Mode mode : {Mode::Cpu, Mode::Check, Mode::Chaos})
      for (int64_t n : {1, 2, 3, 127, 128, 129, 4096, 100000}) {
        configure(mode, threads);
        EXPECT_TRUE(runMap(n, kMuchWork));
        EXPECT_TRUE(runMap(n, 5000));
      }
}

TEST_F(EntryTest, AutoDecides) {
  configure(Mode::Auto, 2);
  EXPECT_TRUE(runMap(10000, kMuchWork));
  EXPECT_FALSE(runMap(10000, 100)) << "too little work";
  configure(Mode::Auto, 1);
  EXPECT_FALSE(runMap(10000, kMuchWork)) << "only one thread";
  configure(Mode::Serial, 2);
  EXPECT_FALSE(runMap(10000, kMuchWork)) << "serial";
}

TEST_F(EntryTest, RefusesAnotherAbiAndNoItems) {
  configure(Mode::Cpu, 2);
  xcrt_block block = MapBlock::make();
  EXPECT_EQ(xcrt_run(&block, nullptr, 0, kMuchWork, nullptr), 0);
  EXPECT_EQ(xcrt_run(&block, nullptr, -1, kMuchWork, nullptr), 0);
  EXPECT_EQ(xcrt_run(&block, nullptr, XCRT_MOST_ITEMS, kMuchWork, nullptr), 0);
  block.abi = XCRT_ABI + 1;
  EXPECT_FALSE(runMap(1000, kMuchWork, block));
}

TEST_F(EntryTest, GuardDecidesBeforeAnythingElse) {
  static constexpr const char *kTexts[] = {"n is negative", "a and b overlap"};
  xcrt_block block = MapBlock::make();
  // 0 <= n, and then n <= 999 or 1001 <= n.
  static constexpr int64_t kGuard[] = {2, //
                                       1,
                                       1,
                                       0,
                                       0,
                                       0,
                                       1,
                                       1,
                                       1,
                                       XCRT_COUNTER,
                                       0,
                                       0, //
                                       2,
                                       1,
                                       1,
                                       1,
                                       1,
                                       XCRT_COUNTER,
                                       0,
                                       0,
                                       1,
                                       999,
                                       0,
                                       0,
                                       0, //
                                       1,
                                       1,
                                       1001,
                                       0,
                                       0,
                                       0,
                                       1,
                                       1,
                                       1,
                                       XCRT_COUNTER,
                                       0,
                                       0};
  block.guard = kGuard;
  block.guard_texts = kTexts;
  for (Mode mode : {Mode::Auto, Mode::Cpu, Mode::Check, Mode::Chaos}) {
    configure(mode, 2);
    EXPECT_FALSE(runMap(1000, kMuchWork, block));
    EXPECT_TRUE(runMap(1001, kMuchWork, block));
  }
}

TEST_F(EntryTest, ArraysAreComparedWhereTheBlockAsks) {
  static constexpr xcrt_array kArrays[] = {
      {"a", XCRT_READ, 1, nullptr}, {"b", XCRT_WRITTEN, 1, nullptr}, {"c", XCRT_WRITTEN, 1, nullptr}};
  static constexpr xcrt_apart kApart[] = {{0, 1, "a and b overlap"}, {0, 2, "a and c overlap"}};
  xcrt_block block = MapBlock::make();
  block.arrays = kArrays;
  block.array_count = 3;
  // a = [0, n), b = [5000, 5001), c = [2000, 2^62 + n - 7776): c meets a where n > 2000, and always b.
  static constexpr int64_t kEnd = (int64_t(1) << 62) - 7775;
  static constexpr int64_t kFootprint[] = {
      1,    1, 0, // An item is an iteration.
      1,    0, 0, 0, 1, 2, 1, 1, XCRT_COUNTER, 1,    0, 1, 0, 1, 1, 5000, 0, 0, 0, 1, 1, 5001, 0, 1, 0, 1, 1,
      2000, 0, 0, 0, 1, 2, 1, 1, XCRT_COUNTER, kEnd, 0, 1, 0};
  block.footprint = kFootprint;
  configure(Mode::Cpu, 2);
  EXPECT_TRUE(runMap(7777, kMuchWork, block)) << "nothing to compare";
  block.apart = kApart;
  block.apart_count = 2;
  EXPECT_TRUE(runMap(1500, kMuchWork, block)) << "nobody asked about b and c";
  EXPECT_TRUE(runMap(2000, kMuchWork, block)) << "ranges that touch";
  EXPECT_FALSE(runMap(2001, kMuchWork, block));
  EXPECT_FALSE(runMap(7777, kMuchWork, block)) << "an address wraps around";
  block.apart_count = 0;
  block.flags |= XCRT_WRAPS;
  EXPECT_TRUE(runMap(2001, kMuchWork, block));
  EXPECT_FALSE(runMap(7777, kMuchWork, block)) << "an address wraps around";
  block.array_count = XCRT_MOST_ARRAYS + 1;
  EXPECT_FALSE(runMap(2001, kMuchWork, block)) << "more arrays than there is room for";
}

TEST_F(EntryTest, GuardHoldsForFixedTreesInAllModes) {
  const float in[4] = {1, 2, 3, 4};
  static constexpr const char *kTexts[] = {"never"};
  const FloatSumBlock captures = {in};
  xcrt_block block = FloatSumBlock::make();
  block.guard = kNever;
  block.guard_texts = kTexts;
  for (Mode mode : {Mode::Auto, Mode::Cpu, Mode::Serial, Mode::Check, Mode::Chaos}) {
    configure(mode, 2);
    float result = 1;
    EXPECT_EQ(xcrt_run(&block, &captures, 4, kMuchWork, &result), 0);
    EXPECT_EQ(result, 1);
  }
}

TEST_F(EntryTest, ReductionsFoldInOrder) {
  const xcrt_block block = ProductBlock::make();
  const ProductBlock captures = {3};
  for (unsigned threads : {1u, 2u, 3u, 8u})
    for (Mode mode : {Mode::Cpu, Mode::Check})
      for (int64_t n : {1, 2, 100, 1000, 54321})
        for (uint32_t flags : {0, int(XCRT_UNEVEN)}) {
          configure(mode, threads);
          xcrt_block variant = block;
          variant.flags = flags;
          ProductBlock::Matrix result = {9, 8, 7, 6};
          ASSERT_EQ(xcrt_run(&variant, &captures, n, kMuchWork, &result), 1);
          EXPECT_EQ(result, captures.expected(n, {9, 8, 7, 6}));
        }
}

TEST_F(EntryTest, LargeAndAlignedRecords) {
  struct alignas(128) Record {
    uint64_t sums[100];
  };
  xcrt_block block = emptyBlock("histogram.par.7");
  block.result_size = sizeof(Record);
  block.result_align = alignof(Record);
  block.identity = [](void *result) { *static_cast<Record *>(result) = {}; };
  block.fold = [](void *into, const void *from) {
    for (int i = 0; i < 100; ++i)
      static_cast<Record *>(into)->sums[i] += static_cast<const Record *>(from)->sums[i];
  };
  block.body = [](const void *, int64_t lo, int64_t hi, void *result) {
    EXPECT_EQ(uintptr_t(result) % alignof(Record), 0u);
    for (int64_t i = lo; i < hi; ++i)
      static_cast<Record *>(result)->sums[i % 100] += uint64_t(i);
  };
  block.serial = [](const void *, int64_t n, void *result) {
    for (int64_t i = 0; i < n; ++i)
      static_cast<Record *>(result)->sums[i % 100] += uint64_t(i);
  };
  Record expected = {};
  block.serial(nullptr, 100'000, &expected);
  for (Mode mode : {Mode::Cpu, Mode::Check, Mode::Chaos}) {
    configure(mode, 3);
    Record result = {};
    ASSERT_EQ(xcrt_run(&block, nullptr, 100'000, kMuchWork, &result), 1);
    for (int i = 0; i < 100; ++i)
      EXPECT_EQ(result.sums[i], expected.sums[i]);
  }
}

TEST_F(EntryTest, FixedTreeGivesTheSameBitsHoweverItRuns) {
  const xcrt_block block = FloatSumBlock::make();
  for (int64_t n : {1, 2, 255, 256, 257, 1000, 123'456, 2'000'000}) {
    const auto in = someFloats(size_t(n));
    const FloatSumBlock captures = {in.data()};
    configure(Mode::Serial, 0);
    float expected = 0.5f;
    ASSERT_EQ(xcrt_run(&block, &captures, n, kMuchWork, &expected), 1);
    for (unsigned threads : {1u, 2u, 3u, 4u, 8u})
      for (Mode mode : {Mode::Auto, Mode::Cpu, Mode::Serial, Mode::Check, Mode::Chaos})
        for (uint64_t work : {uint64_t(0), uint64_t(300'000), kMuchWork}) {
          configure(mode, threads);
          float result = 0.5f;
          ASSERT_EQ(xcrt_run(&block, &captures, n, work, &result), 1);
          EXPECT_EQ(std::bit_cast<uint32_t>(result), std::bit_cast<uint32_t>(expected))
              << n << " items, " << threads << " threads, mode " << int(mode);
        }
  }
}

TEST_F(EntryTest, FixedTreeIsNotThePlainSum) {
  // Otherwise the test above would not test anything.
  const auto in = someFloats(123'456);
  const FloatSumBlock captures = {in.data()};
  const xcrt_block block = FloatSumBlock::make();
  float tree = 0.5f, plain = 0.5f;
  configure(Mode::Cpu, 2);
  ASSERT_EQ(xcrt_run(&block, &captures, 123'456, kMuchWork, &tree), 1);
  block.serial(&captures, 123'456, &plain);
  EXPECT_NE(tree, plain);
}

TEST_F(EntryTest, NoErrnoIsChanged) {
  configure(Mode::Cpu, 2);
  errno = 1234;
  for (int i = 0; i < 50; ++i)
    EXPECT_TRUE(runMap(10000, kMuchWork));
  EXPECT_EQ(errno, 1234);
}

TEST_F(EntryTest, Reports) {
  // What was printed, with the time replaced.
  auto reported = [](auto &&run) -> std::string {
    testing::internal::CaptureStderr();
    run();
    return std::regex_replace(testing::internal::GetCapturedStderr(), std::regex("[0-9]+\\.[0-9][0-9] ms"), "T ms");
  };
  configure(Mode::Cpu, 1, true);
  EXPECT_EQ(reported([] { runMap(100, 1000); }), "xcc: map.par.7: 100 items, cpu, 1 thread, 1 tile, T ms\n");

  configure(Mode::Serial, 0, true);
  EXPECT_EQ(reported([] { runMap(4096, 1000); }), "xcc: map.par.7: 4096 items, plain loop, T ms: XC_PAR=serial\n");

  configure(Mode::Auto, 2, true);
  static constexpr const char *kTexts[] = {"a and b overlap"};
  xcrt_block block = MapBlock::make();
  block.guard = kNever;
  block.guard_texts = kTexts;
  EXPECT_EQ(reported([&] { runMap(1, kMuchWork, block); }),
            "xcc: map.par.7: 1 item, plain loop, T ms: a and b overlap\n");
  EXPECT_NE(reported([] { runMap(10, 10); }).find("too little work"), std::string::npos);

  configure(Mode::Cpu, 2, false);
  EXPECT_EQ(reported([] { runMap(10000, kMuchWork); }), "");
}
