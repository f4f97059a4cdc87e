/// SPDX-License-Identifier: Apache-2.0
#include "runtime/run.h"

#include <gtest/gtest.h>

using namespace xc::rt;

namespace {

uint32_t units(int64_t n, uint64_t work, unsigned threads, uint32_t flags = 0) {
  xcrt_block block = {};
  block.flags = flags;
  return unitsFor({block, nullptr, n, work, nullptr}, threads);
}

} // namespace

TEST(Units, FollowItemsWorkAndThreads) {
  EXPECT_EQ(units(1'000'000, 1'000'000'000, 2), 128u);
  EXPECT_EQ(units(1'000'000, 1'000'000'000, 2, XCRT_UNEVEN), 512u);
  EXPECT_EQ(units(5, 1'000'000'000, 2), 5u);
  EXPECT_EQ(units(1, 1'000'000'000, 2), 1u);
  EXPECT_EQ(units(1'000'000, 0, 2), 1u);
  EXPECT_EQ(units(1'000'000, 10'000, 2), 11u);
  EXPECT_EQ(units(int64_t(1) << 47, UINT64_MAX, 1024, XCRT_UNEVEN), kMostUnits);
}

TEST(Units, CoverEachItemOnce) {
  for (int64_t n : {int64_t(1), int64_t(7), int64_t(4097), (int64_t(1) << 48) - 1})
    for (uint32_t count : {1u, 3u, 128u, kMostUnits}) {
      EXPECT_EQ(unitStart(n, count, 0), 0);
      EXPECT_EQ(unitStart(n, count, count), n);
      for (uint32_t unit = 0; unit < count; ++unit)
        EXPECT_LE(unitStart(n, count, unit), unitStart(n, count, unit + 1));
    }
}

// The rule is part of what programs compute. A failure here means that their results change.
TEST(Grains, TheRule) {
  struct Row {
    int64_t n, size;
    uint32_t count;
  };
  for (const Row &row : {Row{1, 1, 1}, Row{255, 1, 255}, Row{256, 1, 256}, Row{257, 2, 129}, Row{1000, 4, 250},
                         Row{1'000'000, 3907, 256}, Row{1 << 20, 4096, 256}, Row{(1 << 20) + 1, 4096, 257},
                         Row{1 << 24, 4096, 4096}, Row{(1 << 24) + 1, 4097, 4096}, Row{1'000'000'000, 244141, 4096},
                         Row{(int64_t(1) << 48) - 1, int64_t(1) << 36, 4096}}) {
    const Grains grains = grainsOf(row.n);
    EXPECT_EQ(grains.size, row.size) << row.n;
    EXPECT_EQ(grains.count, row.count) << row.n;
    EXPECT_EQ(grains.start(0), 0);
    EXPECT_EQ(grains.end(grains.count - 1, row.n), row.n);
    EXPECT_LT(grains.start(grains.count - 1), row.n);
  }
}
