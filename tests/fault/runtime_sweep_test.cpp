/// \file Fails each call to the operating system that the runtime makes, one after the other and all from one on, until
/// a run makes no more of them; the program's results must be right each time.
/// SPDX-License-Identifier: Apache-2.0
#include "../unit/runtime/fixture.h"

#include <atomic>

using namespace xc::rt;

namespace {

std::atomic<int> callsUntilFailure;
std::atomic<bool> persistent;
std::atomic<int> failures;

bool failLater(os::Call) {
  const int left = callsUntilFailure.fetch_sub(1);
  const bool fail = persistent ? left <= 0 : left == 0;
  failures += fail;
  return fail;
}

class FaultSweep : public RuntimeTest, public testing::WithParamInterface<std::tuple<Mode, unsigned, bool>> {};

/// A program: three blocks, each with the fallback that the compiler puts behind it.
void expectRightResults() {
  std::vector<uint32_t> in(3000, 7), out(3000, 0);
  const MapBlock map = {in.data(), out.data()};
  const xcrt_block mapBlock = MapBlock::make();
  if (!xcrt_run(&mapBlock, &map, 3000, kMuchWork, nullptr))
    mapBlock.serial(&map, 3000, nullptr);
  for (uint32_t i = 0; i < 3000; ++i)
    ASSERT_EQ(out[i], 21 + i);

  const ProductBlock product = {11};
  const xcrt_block productBlock = ProductBlock::make();
  ProductBlock::Matrix matrix = {1, 2, 3, 4};
  if (!xcrt_run(&productBlock, &product, 3000, kMuchWork, &matrix))
    productBlock.serial(&product, 3000, &matrix);
  ASSERT_EQ(matrix, product.expected(3000, {1, 2, 3, 4}));

  std::vector<float> floats(70'000);
  for (size_t i = 0; i < floats.size(); ++i)
    floats[i] = 1.0f / float(i + 1);
  const FloatSumBlock sum = {floats.data()};
  const xcrt_block sumBlock = FloatSumBlock::make();
  float expected = 0;
  for (size_t grain = 0; grain * 274 < floats.size(); ++grain) { // ceil(70000 / 256) = 274
    float partial = 0;
    FloatSumBlock::body(&sum, int64_t(grain) * 274, std::min<int64_t>(int64_t(grain + 1) * 274, 70'000), &partial);
    expected += partial;
  }
  float result = 0;
  ASSERT_EQ(xcrt_run(&sumBlock, &sum, 70'000, kMuchWork, &result), 1);
  ASSERT_EQ(result, expected);
}

} // namespace

TEST_P(FaultSweep, ResultsAreRight) {
  const auto [mode, threads, all] = GetParam();
  persistent = all;
  testing::internal::CaptureStderr();
  int call = 0;
  for (;; ++call) {
    configure(mode, threads);
    failures = 0;
    callsUntilFailure = call;
    os::failHook.store(failLater);
    expectRightResults();
    os::failHook.store(nullptr);
    const int injected = failures;
    if (injected == 0 || HasFatalFailure() || call > 2000)
      break;
  }
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_FALSE(HasFatalFailure()) << "rerun with call " << call;
  EXPECT_GT(call, 0);
  EXPECT_LT(call, 2000);
  EXPECT_EQ(text.find("differs"), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(All, FaultSweep,
                         testing::Combine(testing::Values(Mode::Auto, Mode::Cpu, Mode::Check, Mode::Chaos),
                                          testing::Values(0u, 2u, 4u), testing::Bool()));
