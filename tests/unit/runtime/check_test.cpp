/// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

#include <cmath>
#include <limits>

using namespace xc::rt;

namespace {

class CheckTest : public RuntimeTest {
protected:
  void SetUp() override { configure(Mode::Check, 1); }

  static std::string stderrOf(auto &&run) {
    testing::internal::CaptureStderr();
    run();
    return testing::internal::GetCapturedStderr();
  }
};

/// b[i] += (i < n ? a[i] : 0) as the plain loop has it; the block can be made wrong in several ways.
struct WrongBlock {
  double *a, *b;
  int64_t wrongItem;

  static constexpr xcrt_array kArrays[] = {{"a", XCRT_READ, 8, nullptr}, {"b", XCRT_READ | XCRT_WRITTEN, 8, nullptr}};

  static void body(const void *captures, int64_t lo, int64_t hi, void *) {
    const WrongBlock &self = *static_cast<const WrongBlock *>(captures);
    for (int64_t i = lo; i < hi; ++i)
      self.b[i] += i == self.wrongItem ? self.a[i] + 1 : self.a[i];
  }
  static void serial(const void *captures, int64_t n, void *) {
    const WrongBlock &self = *static_cast<const WrongBlock *>(captures);
    for (int64_t i = 0; i < n; ++i)
      self.b[i] += self.a[i];
  }
  static xcrt_block make() {
    static constexpr auto kFootprint =
        footprintOf(extentOf(offsetof(WrongBlock, a), 8), extentOf(offsetof(WrongBlock, b), 8));
    xcrt_block block = emptyBlock("wrong.par.7");
    block.array_count = 2;
    block.arrays = kArrays;
    block.body = body;
    block.serial = serial;
    block.footprint = kFootprint.data();
    return block;
  }
};

struct Data {
  std::vector<double> a, b;
  explicit Data(size_t n) : a(n), b(n, 0.5) {
    for (size_t i = 0; i < n; ++i)
      a[i] = double(i) / 2;
  }
};

} // namespace

TEST_F(CheckTest, SilentIfRight) {
  for (unsigned threads : {1u, 2u, 4u}) {
    configure(Mode::Check, threads);
    Data data(10000);
    const WrongBlock captures = {data.a.data(), data.b.data(), -1};
    const xcrt_block block = WrongBlock::make();
    EXPECT_EQ(stderrOf([&] { EXPECT_EQ(xcrt_run(&block, &captures, 10000, 1, nullptr), 1); }), "");
    for (size_t i = 0; i < 10000; ++i)
      EXPECT_EQ(data.b[i], 0.5 + double(i) / 2);
  }
}

TEST_F(CheckTest, NamesBlockArrayElementItemAndValues) {
  configure(Mode::Check, 2);
  Data data(1000);
  const WrongBlock captures = {data.a.data(), data.b.data(), 77};
  const xcrt_block block = WrongBlock::make();
  EXPECT_EQ(
      stderrOf([&] { EXPECT_EQ(xcrt_run(&block, &captures, 1000, kMuchWork, nullptr), 1); }),
      "xcc: check: wrong.par.7 (test.c:7:3): array 'b' differs at byte 616, element 77, item 77: block "
      "0x4044000000000000 (4630826316843712512 or 40), plain loop 0x4043800000000000 (4630685579355357184 or 39); "
      "1 element differs, the plain result is kept\n");
  EXPECT_EQ(data.b[77], 39);
}

TEST_F(CheckTest, FindsADependenceOnOneThread) {
  // a[i + 1] = a[i] + 1, on one thread: no luck with the timing is needed.
  struct Captures {
    int32_t *a;
  };
  static constexpr xcrt_array kArrays[] = {{"a", XCRT_READ | XCRT_WRITTEN, 4, nullptr}};
  xcrt_block block = emptyBlock("scan.par.7");
  block.array_count = 1;
  block.arrays = kArrays;
  block.body = [](const void *captures, int64_t lo, int64_t hi, void *) {
    int32_t *a = static_cast<const Captures *>(captures)->a;
    for (int64_t i = lo; i < hi; ++i)
      a[i + 1] = a[i] + 1;
  };
  block.serial = [](const void *captures, int64_t n, void *) {
    int32_t *a = static_cast<const Captures *>(captures)->a;
    for (int64_t i = 0; i < n; ++i)
      a[i + 1] = a[i] + 1;
  };
  static constexpr auto kFootprint = footprintOf(extentOf(offsetof(Captures, a), 4, 4));
  block.footprint = kFootprint.data();
  for (int64_t n : {2, 3, 10, 1000}) {
    std::vector<int32_t> a(size_t(n) + 1, 0);
    const Captures captures = {a.data()};
    const std::string text = stderrOf([&] { EXPECT_EQ(xcrt_run(&block, &captures, n, 10, nullptr), 1); });
    EXPECT_NE(text.find("scan.par.7 (test.c:7:3): array 'a' differs at byte "), std::string::npos) << text;
    EXPECT_NE(text.find(", item "), std::string::npos) << text;
    for (int64_t i = 0; i <= n; ++i)
      EXPECT_EQ(a[size_t(i)], i) << "the plain result stays";
  }
}

TEST_F(CheckTest, NansAreEqualWhateverTheirBits) {
  Data data(100);
  struct NanBlock : WrongBlock {};
  xcrt_block block = WrongBlock::make();
  block.body = [](const void *captures, int64_t lo, int64_t hi, void *) {
    for (int64_t i = lo; i < hi; ++i)
      static_cast<const WrongBlock *>(captures)->b[i] = std::numeric_limits<double>::quiet_NaN();
  };
  block.serial = [](const void *captures, int64_t n, void *) {
    for (int64_t i = 0; i < n; ++i)
      static_cast<const WrongBlock *>(captures)->b[i] = -std::numeric_limits<double>::quiet_NaN();
  };
  const WrongBlock captures = {data.a.data(), data.b.data(), -1};
  EXPECT_EQ(stderrOf([&] { EXPECT_EQ(xcrt_run(&block, &captures, 100, 10, nullptr), 1); }), "");
  block.serial = [](const void *captures, int64_t n, void *) {
    for (int64_t i = 0; i < n; ++i)
      static_cast<const WrongBlock *>(captures)->b[i] = std::numeric_limits<double>::infinity();
  };
  EXPECT_NE(stderrOf([&] { EXPECT_EQ(xcrt_run(&block, &captures, 100, 10, nullptr), 1); }).find("(nan"), 0u);
}

TEST_F(CheckTest, ComparesReductions) {
  xcrt_block block = ProductBlock::make();
  block.serial = [](const void *captures, int64_t n, void *result) {
    ProductBlock::body(captures, 0, n, result);
    static_cast<ProductBlock::Matrix *>(result)->c ^= 1;
  };
  const ProductBlock captures = {3};
  ProductBlock::Matrix result = ProductBlock::kOne, plain = captures.expected(500, ProductBlock::kOne);
  plain.c ^= 1;
  const std::string text = stderrOf([&] { EXPECT_EQ(xcrt_run(&block, &captures, 500, 10, &result), 1); });
  EXPECT_NE(text.find("the reduction differs at byte 8 of its record: block 0x"), std::string::npos) << text;
  EXPECT_EQ(result, plain);
}

TEST_F(CheckTest, InexactBlocksRunButAreNotCompared) {
  configure(Mode::Check, 1, true);
  Data data(100);
  const WrongBlock captures = {data.a.data(), data.b.data(), 5};
  xcrt_block block = WrongBlock::make();
  block.flags = XCRT_INEXACT;
  const std::string text = stderrOf([&] { EXPECT_EQ(xcrt_run(&block, &captures, 100, 10, nullptr), 1); });
  EXPECT_EQ(text.find("differs"), std::string::npos) << text;
  EXPECT_NE(text.find("not compared"), std::string::npos) << text;
  EXPECT_EQ(data.b[5], 0.5 + 2.5 + 1);
}

TEST_F(CheckTest, WithoutMemoryThePlainLoopRunsAndOneWarningIsPrinted) {
  Data data(100);
  const WrongBlock captures = {data.a.data(), data.b.data(), 5};
  const xcrt_block block = WrongBlock::make();
  configure(Mode::Check, 1);
  os::failHook.store([](os::Call call) { return call == os::Call::Allocate; });
  EXPECT_EQ(stderrOf([&] {
              EXPECT_EQ(xcrt_run(&block, &captures, 100, 10, nullptr), 0);
              EXPECT_EQ(xcrt_run(&block, &captures, 100, 10, nullptr), 0);
            }),
            "xcc: check: wrong.par.7 (test.c:7:3): not checked: no memory for copies\n");
  EXPECT_EQ(data.b[0], 0.5) << "untouched";
}

TEST_F(CheckTest, UnknownAddressesAreNotChecked) {
  Data data(100);
  const WrongBlock captures = {data.a.data(), data.b.data(), 5};
  xcrt_block block = WrongBlock::make();
  static constexpr int64_t kNoValue[] = {-1};
  block.footprint = kNoValue;
  const std::string text = stderrOf([&] { EXPECT_EQ(xcrt_run(&block, &captures, 100, 10, nullptr), 0); });
  EXPECT_NE(text.find("an address overflows"), std::string::npos);
}
