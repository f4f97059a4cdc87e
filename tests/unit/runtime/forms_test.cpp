/// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"
#include "runtime/forms.h"

#include <optional>

using namespace xc::rt;

namespace {

struct Record {
  int64_t n, m;
  const char *p;
};
constexpr auto kN = int64_t(offsetof(Record, n)), kM = int64_t(offsetof(Record, m)), kP = int64_t(offsetof(Record, p));
constexpr int64_t kMost = INT64_MAX;

using Words = std::vector<int64_t>;
Words operator+(Words a, const Words &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const Words kOne = {1, 1, 0}, kItem = {1, 1, 1, XCRT_COUNTER};
Words lower(const Words &polynomial) { return polynomial + Words{0, 0}; }
Words upper(const Words &polynomial) { return polynomial + Words{1, 0}; }
Words constant(int64_t value) { return {1, value, 0}; }

/// The range of one array; nothing if the footprint has none.
std::optional<std::pair<uint64_t, uint64_t>> range(const Words &table, const Record &record, int64_t lo, int64_t hi,
                                                   const void *object = nullptr) {
  const xcrt_array array = {"a", XCRT_WRITTEN, 1, object};
  xcrt_block block = emptyBlock("forms.par.7");
  block.array_count = 1;
  block.arrays = &array;
  block.footprint = table.data();
  xcrt_range range = {1, 1};
  if (!evaluateFootprint(block, &record, lo, hi, &range))
    return {};
  return std::pair(range.lo, range.hi);
}
auto pairOf(uint64_t lo, uint64_t hi) { return std::optional(std::pair(lo, hi)); }

int32_t failure(const Words &table, const Record &record, int64_t n = 1) {
  xcrt_block block = emptyBlock("forms.par.7");
  block.guard = table.data();
  return firstFailure(block, &record, n);
}
/// a <= b as the only condition.
Words notAbove(const Words &a, const Words &b) { return Words{1, 1, 1} + a + b; }

} // namespace

TEST(FormsTest, PolynomialsAreSumsOfProducts) {
  // 3 * n * n * m - 5 + k
  const Words p = {3, 3, 3, kN, kN, kM, -5, 0, 1, 1, XCRT_COUNTER};
  const Record record = {7, 11, nullptr};
  EXPECT_EQ(failure(notAbove(upper(p), lower(constant(3 * 49 * 11 - 5 + 100))), record, 100), -1);
  EXPECT_EQ(failure(notAbove(upper(p), lower(constant(3 * 49 * 11 - 5 + 99))), record, 100), 0);
  EXPECT_EQ(failure(notAbove(lower({0}), upper(constant(0))), record), -1) << "no term: zero";
}

TEST(FormsTest, WhatLeaves64BitsHasNoValue) {
  for (const Words &p :
       {Words{1, 4, 1, kN}, Words{1, 1, 3, kN, kN, kN}, Words{2, 1, 1, kM, 1, 0}, Words{-1}, Words{1, -1, 1, kP}}) {
    Record record = {int64_t(1) << 61, kMost, nullptr};
    record.p = reinterpret_cast<const char *>(uintptr_t(1) << 63);
    EXPECT_EQ(failure(notAbove(upper(p), lower(constant(kMost))), record), 0);
    EXPECT_EQ(failure(notAbove(upper(constant(-kMost - 1)), lower(p)), record), 0);
    EXPECT_EQ(range(kOne + Words{1} + lower(constant(0)) + Words{1} + upper(p), record, 0, 1), std::nullopt);
    EXPECT_EQ(range(kOne + Words{1} + lower(p) + Words{1} + upper(constant(0)), record, 0, 1), std::nullopt);
    EXPECT_EQ(range(p, record, 0, 1), std::nullopt);
    EXPECT_EQ(failure(notAbove(upper(constant(0)), constant(0) + Words{1, 1} + p), record), 0) << "clamped";
  }
  const Record record = {1, 1, nullptr};
  EXPECT_EQ(failure(notAbove(upper(constant(0)), constant(kMost) + Words{1, 1, 1, 1, 1, kN}), record), 0)
      << "the sum of clamped terms";
}

TEST(FormsTest, ClampedTermsCountOnOneSideOnly) {
  const Words n = {1, 1, 1, kN};
  for (int64_t value : {-5, 0, 5}) {
    const Record record = {value, 0, nullptr};
    const Words above = constant(10) + Words{1, 1} + n, below = constant(10) + Words{0, 1} + n;
    EXPECT_EQ(failure(notAbove(above, lower(constant(9 + std::max<int64_t>(0, value)))), record), 0);
    EXPECT_EQ(failure(notAbove(above, lower(constant(10 + std::max<int64_t>(0, value)))), record), -1);
    EXPECT_EQ(failure(notAbove(below, lower(constant(9 + std::min<int64_t>(0, value)))), record), 0);
    EXPECT_EQ(failure(notAbove(below, lower(constant(10 + std::min<int64_t>(0, value)))), record), -1);
  }
}

TEST(FormsTest, GuardsAreConjunctionsOfAlternatives) {
  const Words n = {1, 1, 1, kN}, m = {1, 1, 1, kM};
  const auto holds = [](const Words &a, int64_t b) { return upper(a) + lower(constant(b)); };
  // n <= 0 && m <= 0 || n <= 10, and then m <= 5.
  const Words guard = Words{2, 2, 2} + holds(n, 0) + holds(m, 0) + Words{1} + holds(n, 10) + Words{1, 1} + holds(m, 5);
  EXPECT_EQ(failure(guard, {0, 0, nullptr}), -1);
  EXPECT_EQ(failure(guard, {10, 5, nullptr}), -1);
  EXPECT_EQ(failure(guard, {11, 5, nullptr}), 0);
  EXPECT_EQ(failure(guard, {11, 6, nullptr}), 0) << "the first one counts";
  EXPECT_EQ(failure(guard, {10, 6, nullptr}), 1);
  EXPECT_EQ(failure({1, 0}, {0, 0, nullptr}), 0) << "no alternative";
  EXPECT_EQ(failure({1, 1, 0}, {0, 0, nullptr}), -1) << "nothing to hold";
}

TEST(FormsTest, FootprintsSpanBothEndsAndAllBounds) {
  const Record record = {100, -8, nullptr};
  const Words up = {2, 8, 1, XCRT_COUNTER, 1000, 0}, down = {2, 1, 2, kM, XCRT_COUNTER, 1000, 0};
  EXPECT_EQ(range(kOne + Words{1} + lower(up) + Words{1} + upper(up), record, 3, 10), pairOf(1024, 1072));
  EXPECT_EQ(range(kOne + Words{1} + lower(down) + Words{1} + upper(down), record, 3, 10), pairOf(928, 976));
  EXPECT_EQ(range(kOne + Words{2} + lower(down) + lower(up) + Words{2} + upper(up) + upper(down), record, 3, 10),
            pairOf(928, 1072));
  EXPECT_EQ(range(kOne + Words{1} + lower(up) + Words{1} + upper(constant(5)), record, 3, 10), pairOf(1024, 1024))
      << "nothing, where inner loops have no trip";
  EXPECT_EQ(range(kOne + Words{0}, record, 3, 10), pairOf(0, UINT64_MAX)) << "unknown";
}

TEST(FormsTest, ItemsOfAGridAreIterationsOfItsRows) {
  const Words extent = Words{1} + lower(kItem) + Words{1} + upper(kItem), row = {1, 2, 1, kN};
  EXPECT_EQ(range(row + extent, {5, 0, nullptr}, 9, 31), pairOf(0, 3));
  EXPECT_EQ(range(row + extent, {5, 0, nullptr}, 10, 30), pairOf(1, 2));
  EXPECT_EQ(range(row + extent, {0, 0, nullptr}, 0, 1), std::nullopt);
  EXPECT_EQ(range(row + extent, {-1, 0, nullptr}, 0, 1), std::nullopt);
}

TEST(FormsTest, AddressesAreThoseOfObjects) {
  char bytes[64];
  const auto here = uint64_t(uintptr_t(bytes));
  const Record record = {0, 0, bytes};
  const Words captured = {2, 1, 1, kP, 4, 1, XCRT_COUNTER};
  EXPECT_EQ(range(kOne + Words{1} + lower(captured) + Words{1} + upper(captured), record, 0, 5),
            pairOf(here, here + 16));
  EXPECT_EQ(range(kOne + Words{1} + lower(kItem) + Words{1} + upper(kItem), record, 1, 5, bytes),
            pairOf(here + 1, here + 4));
  EXPECT_EQ(range(kOne + Words{1} + lower(constant(-1)) + Words{1} + upper(kItem), record, 0, 5), std::nullopt)
      << "below zero";
  EXPECT_EQ(range(kOne + Words{1} + lower(kItem) + Words{1} + upper(constant((int64_t(1) << 62) + 1)), record, 0, 5),
            std::nullopt)
      << "beyond any object";
  EXPECT_EQ(range(kOne + Words{1} + lower(kItem) + Words{1} + upper(constant(kMost)), record, 0, 5, bytes),
            std::nullopt);
}
