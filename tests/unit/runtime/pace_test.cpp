/// \file What becomes of runs that are too short to wake a helper for.
/// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"
#include "runtime/pace.h"

using namespace xc::rt;

namespace {

uint64_t now = 0;
uint64_t fakeClock() { return now; }

/// A block of which every run has `work`, and its gate.
class PaceTest : public RuntimeTest {
protected:
  PaceTest() { block.gate = &gate; }

  Pace paceOf(int64_t n, uint64_t work = 50'000) {
    const xc::rt::Run run = {block, nullptr, n, work, nullptr};
    return Pace(run, fakeClock);
  }
  /// Makes known that n items take so much (ns).
  void learn(int64_t n, uint64_t elapsed) { paceOf(n).note(elapsed); }

  /// So many runs, `gap` apart, that take `plain` on one thread and `shared` on all; how many of them are shared.
  int shared(int runs, uint64_t plain, uint64_t shared, uint64_t gap) {
    int count = 0;
    for (int i = 0; i < runs; ++i) {
      const Pace pace = paceOf(1000);
      now += pace.isInTrain() ? shared : plain;
      if (pace.isDue())
        pace.note(plain);
      now += gap;
      count += pace.isInTrain();
    }
    return count;
  }

  xcrt_gate gate = {1000, 1, {}};
  xcrt_block block = MapBlock::make();
};

} // namespace

TEST_F(PaceTest, NothingIsKnownAtFirst) {
  const Pace pace = paceOf(1000);
  EXPECT_TRUE(pace.isKept());
  EXPECT_EQ(pace.expected(), 0u);
  EXPECT_FALSE(pace.isShort() || pace.isDue() || pace.isInTrain());
}

TEST_F(PaceTest, TimeGrowsWithSize) {
  learn(1000, 150'000);
  const uint64_t half = paceOf(500).expected(), twice = paceOf(2000).expected();
  EXPECT_NEAR(double(half), 75'000, 100);
  EXPECT_NEAR(double(twice), 300'000, 400);
}

TEST_F(PaceTest, OneSlowSampleIsForgotten) {
  learn(1000, 40'000);
  learn(1000, 90'000'000);
  const Pace next = paceOf(1000);
  EXPECT_TRUE(next.isDue()) << "measured again at once";
  next.note(42'000);
  EXPECT_LT(paceOf(1000).expected(), 43'000u);
}

TEST_F(PaceTest, WhatHasBecomeSlowIsFoundOut) {
  learn(1000, 4'000);
  int measured = 0;
  for (int i = 0; i < 200; ++i)
    if (const Pace pace = paceOf(1000); pace.isDue() || pace.expected() == 0) {
      pace.note(400'000);
      ++measured;
    }
  EXPECT_NEAR(double(paceOf(999).expected()), 400'000, 50'000);
  EXPECT_LT(measured, 20);
}

TEST_F(PaceTest, UnevenLoopsAreNotKept) {
  block.flags |= XCRT_UNEVEN;
  EXPECT_FALSE(paceOf(1000).isKept());
}

TEST_F(PaceTest, ManyRunsThatAreTooShortCloseTheGate) {
  learn(1000, 1'500);
  for (int i = 0; i < 40; ++i)
    paceOf(1000);
  EXPECT_EQ(gate.least, 1000u) << "not yet";
  for (int i = 0; i < 40; ++i)
    paceOf(1000);
  EXPECT_EQ(gate.least, 1001u);
  for (int i = 0; i < 100; ++i)
    paceOf(500);
  EXPECT_EQ(gate.least, 1001u) << "it never opens further";
  paceOf(1200);
  EXPECT_EQ(gate.least, 1201u);
}

TEST_F(PaceTest, OneLongRunStartsTheCountAgain) {
  learn(1000, 1'500);
  for (int i = 0; i < 1000; ++i)
    paceOf(i % 50 ? 1000 : 10'000);
  EXPECT_EQ(gate.least, 1000u);
}

TEST_F(PaceTest, SizeMayBeWork) {
  gate.per_item = 0;
  paceOf(7, 50'000).note(1'000);
  for (int i = 0; i < 200; ++i)
    paceOf(7, 50'000);
  EXPECT_EQ(gate.least, 50'001u);
}

TEST_F(PaceTest, WhatMayDependOnDataIsNotKept) { EXPECT_FALSE(paceOf(1000, 100'000'000).isKept()); }

TEST_F(PaceTest, FixedTreesAreNotKept) {
  block.flags |= XCRT_FIXED_TREE;
  EXPECT_FALSE(paceOf(1000).isKept());
}

TEST_F(PaceTest, BlocksWithoutGateAreNotKept) {
  block.gate = nullptr;
  EXPECT_FALSE(paceOf(1000).isKept());
}

TEST_F(PaceTest, LoneShortRunsAreLeftToThePlainLoop) {
  learn(1000, 20'000);
  EXPECT_EQ(shared(1000, 20'000, 11'000, 500'000), 0);
  EXPECT_EQ(gate.least, 1000u) << "they may come in a train yet";
}

TEST_F(PaceTest, ATrainIsSharedIfThatIsFaster) {
  learn(1000, 20'000);
  EXPECT_GT(shared(4000, 20'000, 11'000, 1'000), 3800);
  EXPECT_GT(shared(4000, 20'000, 11'000, 1'000), 3800) << "and stays so, but for what is tried again";
}

TEST_F(PaceTest, ATrainIsNotSharedIfThatIsSlower) {
  learn(1000, 20'000);
  EXPECT_LT(shared(4000, 20'000, 20'500, 1'000), 100);
  EXPECT_LT(shared(4000, 20'000, 20'500, 1'000), 100);
}

TEST_F(PaceTest, AVerdictIsLookedAtAgain) {
  learn(1000, 20'000);
  shared(4000, 20'000, 40'000, 1'000);
  EXPECT_GT(shared(10'000, 20'000, 11'000, 1'000), 4000);
}

TEST_F(PaceTest, OneRunInAWhileIsMeasured) {
  learn(1000, 20'000);
  int due = 0;
  for (int i = 0; i < 640; ++i)
    due += paceOf(1000).isDue();
  EXPECT_NEAR(due, 10, 2);
}

TEST_F(PaceTest, OtherModesLeaveTheGateAlone) {
  uint32_t in = 1, out = 0;
  const MapBlock captures = {&in, &out};
  for (Mode mode : {Mode::Cpu, Mode::Check, Mode::Chaos, Mode::Serial}) {
    configure(mode, 2);
    for (int i = 0; i < 200; ++i)
      EXPECT_EQ(xcrt_run(&block, &captures, 1, 5'000, nullptr), mode != Mode::Serial);
  }
  EXPECT_EQ(gate.least, 1000u);
}

TEST_F(PaceTest, ResultsAreTheSameInATrain) {
  configure(Mode::Auto, 4);
  constexpr int64_t kItems = 40'000;
  std::vector<uint32_t> in(kItems, 5), out(kItems);
  const MapBlock captures = {in.data(), out.data()};
  for (uint32_t i = 0; i < 3000; ++i) {
    in[i] = i;
    if (!xcrt_run(&block, &captures, kItems, 400'000, nullptr))
      MapBlock::body(&captures, 0, kItems, nullptr);
    ASSERT_EQ(out[i], 4 * i) << "run " << i;
    ASSERT_EQ(out[kItems - 1], 15 + uint32_t(kItems - 1));
  }
}

TEST_F(PaceTest, ThreadsMayShareABlock) {
  configure(Mode::Auto, 2);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([this] {
      std::vector<uint32_t> in(2000, 5), out(2000);
      const MapBlock captures = {in.data(), out.data()};
      for (int i = 0; i < 2000; ++i)
        if (!xcrt_run(&block, &captures, 2000, 20'000, nullptr))
          MapBlock::body(&captures, 0, 2000, nullptr);
      EXPECT_EQ(out[1999], 15u + 1999);
    });
  for (std::thread &thread : threads)
    thread.join();
}
