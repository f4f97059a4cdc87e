/// \file How long all cores and one thread are compared, and what comes of it.
/// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"
#include "runtime/trials.h"

using namespace xc::rt;

namespace {

class TrialsTest : public RuntimeTest {};

/// Runs a trial with times of `cores` and `alone` until it is decided; the number of runs.
int decide(Trial &trial, uint64_t cores, uint64_t alone) {
  int runs = 0;
  for (; !trial.isDecided() && runs < 100; ++runs)
    trial.note(trial.next(), 1000, trial.next() == Way::Cores ? cores : alone);
  return runs;
}

} // namespace

TEST_F(TrialsTest, ClearCasesAreDecidedAtOnce) {
  Trial fast, slow;
  EXPECT_EQ(decide(fast, 50'000, 100'000), 3) << "one to warm up and one each";
  EXPECT_EQ(fast.next(), Way::Cores);
  EXPECT_EQ(decide(slow, 140'000, 100'000), 3);
  EXPECT_EQ(slow.next(), Way::Alone);
}

TEST_F(TrialsTest, CloseOnesTakeMore) {
  Trial trial;
  EXPECT_EQ(decide(trial, 110'000, 100'000), 7);
  EXPECT_EQ(trial.next(), Way::Alone);
}

TEST_F(TrialsTest, TheFirstRunCountsForNothing) {
  Trial trial;
  trial.note(Way::Cores, 1000, 9'000'000);
  EXPECT_EQ(decide(trial, 50'000, 100'000), 2);
  EXPECT_EQ(trial.next(), Way::Cores);
}

TEST_F(TrialsTest, OneBadSampleDoesNotDecideACloseCase) {
  Trial trial;
  trial.note(Way::Cores, 1000, 100'000);
  trial.note(Way::Cores, 1000, 105'000);
  trial.note(Way::Alone, 1000, 100'000);
  trial.note(Way::Cores, 1000, 90'000);
  trial.note(Way::Alone, 1000, 900'000);
  EXPECT_FALSE(trial.isDecided());
  EXPECT_EQ(trial.next(), Way::Cores);
  decide(trial, 90'000, 100'000);
  EXPECT_EQ(trial.next(), Way::Cores);
}

TEST_F(TrialsTest, ItemsAreCounted) {
  Trial trial;
  trial.note(Way::Cores, 1000, 1);
  trial.note(Way::Cores, 1000, 100'000);
  trial.note(Way::Alone, 2000, 130'000);
  EXPECT_TRUE(trial.isDecided());
  EXPECT_EQ(trial.next(), Way::Alone) << "65 ns for each item against 100";
}

TEST_F(TrialsTest, VerdictsAreLookedAtAgain) {
  Trial trial;
  decide(trial, 140'000, 100'000);
  int runs = 0;
  for (; trial.isDecided() && runs < 10'000; ++runs)
    trial.note(trial.next(), 1000, 0);
  EXPECT_EQ(runs, 497);
  EXPECT_EQ(decide(trial, 50'000, 100'000), 2);
  EXPECT_EQ(trial.next(), Way::Cores);
}

TEST_F(TrialsTest, OnlyBlocksThatMemoryBinds) {
  std::vector<uint32_t> numbers(1 << 20);
  const MapBlock captures = {numbers.data(), numbers.data()};
  const xcrt_block block = MapBlock::make(), other = MapBlock::make();
  xcrt_block tree = MapBlock::make(), unknown = MapBlock::make();
  tree.flags |= XCRT_FIXED_TREE;
  static constexpr int64_t kUnknown[] = {1, 1, 0, 0, 0};
  unknown.footprint = kUnknown;
  const auto find = [&](const xcrt_block &block, int64_t n, uint64_t work) {
    const xc::rt::Run run = {block, &captures, n, work, nullptr};
    return findTrial(run);
  };
  Trial *trial = find(block, 1 << 20, 6 << 20);
  EXPECT_NE(trial, nullptr) << "8 bytes and 6 instructions each";
  EXPECT_EQ(find(block, (1 << 20) + 1000, 6 << 20), trial) << "about as many items";
  EXPECT_NE(find(block, 1 << 18, 6 << 18), trial);
  EXPECT_NE(find(other, 1 << 20, 6 << 20), trial);
  EXPECT_EQ(find(block, 1 << 21, 100 << 21), nullptr) << "bound by its instructions";
  EXPECT_EQ(find(block, 1 << 10, 6 << 10), nullptr) << "too short";
  EXPECT_EQ(find(tree, 1 << 20, 6 << 20), nullptr) << "runs in grains, always";
  EXPECT_EQ(find(unknown, 1 << 20, 6 << 20), nullptr) << "of unknown extent";
}

TEST_F(TrialsTest, ResultsAreTheSameEitherWay) {
  configure(Mode::Auto, 2);
  constexpr int64_t kItems = 1 << 16;
  std::vector<uint32_t> in(kItems, 5), out(kItems);
  const MapBlock captures = {in.data(), out.data()};
  const xcrt_block block = MapBlock::make();
  for (int i = 0; i < 20; ++i) {
    std::fill(out.begin(), out.end(), 0);
    const bool ran = xcrt_run(&block, &captures, kItems, 6 * kItems, nullptr);
    for (int64_t k = 0; k < kItems; ++k)
      ASSERT_EQ(out[size_t(k)], ran ? 15 + uint32_t(k) : 0) << "run " << i;
  }
}
