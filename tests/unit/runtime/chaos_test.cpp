/// SPDX-License-Identifier: Apache-2.0
#include "runtime/chaos.h"

#include "fixture.h"

#include <atomic>
#include <mutex>

using namespace xc::rt;

TEST(Permutation, IsOne) {
  for (int64_t n : {1, 2, 3, 4, 5, 16, 17, 1000, 4096, 65537})
    for (uint64_t seed : {0, 1, 2}) {
      std::vector<bool> seen(size_t(n), false);
      const Permutation permutation(n, seed);
      for (int64_t i = 0; i < n; ++i) {
        const int64_t image = permutation(i);
        ASSERT_GE(image, 0);
        ASSERT_LT(image, n);
        ASSERT_FALSE(seen[size_t(image)]);
        seen[size_t(image)] = true;
      }
    }
}

TEST(Permutation, StaysInRangeForLargeN) {
  const int64_t n = (int64_t(1) << 48) - 1;
  const Permutation permutation(n, 5);
  for (int64_t i = 0; i < 1000; ++i) {
    EXPECT_GE(permutation(i), 0);
    EXPECT_LT(permutation(i), n);
  }
}

TEST(Permutation, FollowsTheSeedAndMixes) {
  const Permutation one(1000, 1), again(1000, 1), two(1000, 2);
  int different = 0, neighbours = 0;
  for (int64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(one(i), again(i));
    different += one(i) != two(i);
    neighbours += i > 0 && std::abs(one(i) - one(i - 1)) == 1;
  }
  EXPECT_GT(different, 900);
  EXPECT_LT(neighbours, 20);
}

namespace {

class ChaosTest : public RuntimeTest {};

struct CountBlock {
  std::atomic<uint32_t> *counts;
  std::atomic<uint32_t> *longest;
  std::mutex *mutex;
  std::vector<int64_t> *order;

  static void body(const void *captures, int64_t lo, int64_t hi, void *) {
    const CountBlock &self = *static_cast<const CountBlock *>(captures);
    if (hi - lo > 1)
      self.longest->store(uint32_t(hi - lo));
    for (int64_t i = lo; i < hi; ++i)
      self.counts[i].fetch_add(1);
    const std::lock_guard lock(*self.mutex);
    self.order->push_back(lo);
  }
};

/// The order of items that one run takes.
std::vector<int64_t> countedRun(int64_t n) {
  std::vector<std::atomic<uint32_t>> counts(static_cast<size_t>(n));
  std::atomic<uint32_t> longest = 1;
  std::mutex mutex;
  std::vector<int64_t> order;
  const CountBlock captures = {counts.data(), &longest, &mutex, &order};
  xcrt_block block = emptyBlock("count.par.7");
  block.body = CountBlock::body;
  EXPECT_EQ(xcrt_run(&block, &captures, n, kMuchWork, nullptr), 1);
  for (auto &count : counts)
    EXPECT_EQ(count, 1u);
  EXPECT_EQ(longest, 1u);
  return order;
}

} // namespace

TEST_F(ChaosTest, RunsEachItemOnceAndAlone) {
  for (unsigned threads : {1u, 2u, 4u}) {
    configure(Mode::Chaos, threads);
    for (int64_t n : {1, 2, 100, 5000, 20000})
      for (int turn = 0; turn < 2; ++turn)
        countedRun(n);
  }
}

TEST_F(ChaosTest, OrderFollowsTheSeedOnOneThread) {
  configure(Mode::Chaos, 1, false, 3);
  const auto shuffled = countedRun(1000), reversed = countedRun(1000), shuffledAgain = countedRun(1000);
  configure(Mode::Chaos, 1, false, 3);
  EXPECT_EQ(countedRun(1000), shuffled);
  configure(Mode::Chaos, 1, false, 4);
  EXPECT_NE(countedRun(1000), shuffled);
  EXPECT_NE(shuffledAgain, shuffled);
  for (int64_t i = 0; i < 1000; ++i)
    EXPECT_EQ(reversed[size_t(i)], 999 - i);
}

TEST_F(ChaosTest, BringsOutADependence) {
  configure(Mode::Chaos, 1);
  struct Captures {
    int *a;
  };
  std::vector<int> a(1001, 0);
  a[0] = 5;
  const Captures captures = {a.data()};
  xcrt_block block = emptyBlock("scan.par.7");
  block.body = [](const void *captures, int64_t lo, int64_t hi, void *) {
    int *a = static_cast<const Captures *>(captures)->a;
    for (int64_t i = lo; i < hi; ++i)
      a[i + 1] = a[i] + 1;
  };
  ASSERT_EQ(xcrt_run(&block, &captures, 1000, kMuchWork, nullptr), 1);
  EXPECT_NE(a[1000], 1005);
}

TEST_F(ChaosTest, FoldsInItemOrder) {
  const xcrt_block block = ProductBlock::make();
  const ProductBlock captures = {17};
  for (unsigned threads : {1u, 2u, 3u}) {
    configure(Mode::Chaos, threads);
    for (int64_t n : {1, 2, 1023, 1024, 1025, 10000})
      for (int turn = 0; turn < 2; ++turn) {
        ProductBlock::Matrix result = {2, 3, 5, 8};
        ASSERT_EQ(xcrt_run(&block, &captures, n, kMuchWork, &result), 1);
        EXPECT_EQ(result, captures.expected(n, {2, 3, 5, 8})) << n << " items, " << threads << " threads";
      }
  }
}
