/// \file What the tests of the runtime share: a fixture that starts and ends without a pool, and blocks made by hand.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/os/os.h"
#include "runtime/root.h"
#include "runtime/settings.h"
#include "xcrt/abi.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#if defined(__SANITIZE_THREAD__)
#define XC_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define XC_TSAN 1
#endif
#endif

namespace xc::rt {

class RuntimeTest : public testing::Test {
protected:
  void SetUp() override { configure(Mode::Auto, 0); }

  void TearDown() override {
    os::failHook.store(nullptr);
    endPool();
    EXPECT_EQ(os::liveAllocations.load(), 0) << "memory of the runtime that nobody released";
  }

  /// Starts over with these settings.
  static void configure(Mode mode, unsigned threads, bool report = false, uint32_t seed = 1) {
    endPool();
    Settings settings;
    settings.mode = mode;
    settings.threads = uint16_t(threads);
    settings.report = report;
    settings.seed = seed;
    theRoot().settings.store(packSettings(settings));
    theRoot().said.store(0);
    theRoot().chaosRuns.store(0);
  }

  static void endPool() {
    Pool &pool = theRoot().pool;
    ASSERT_TRUE(pool.tryTake());
    pool.dissolve();
    pool.ownership.giveBack();
  }

  /// Waits until `condition` holds; false if it does not within some seconds.
  template <typename Condition> static bool eventually(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end)
        return false;
      std::this_thread::yield();
    }
    return true;
  }
};

/// The words of a table for accesses to elements of `size` bytes, at the captured pointer at byte `place`: element k in
/// item k, and `more` bytes behind it.
using Extent = std::array<int64_t, 22>;
constexpr Extent extentOf(size_t place, int64_t size, int64_t more = 0) {
  const auto pointer = int64_t(place);
  return {1, 2, 1, 1, pointer, size, 1, XCRT_COUNTER, 0,           0,        // pointer + size * k
          1, 3, 1, 1, pointer, size, 1, XCRT_COUNTER, size + more, 0, 1, 0}; // pointer + size * k + size + more
}
/// A footprint table for a loop, not a grid.
template <class... Extents> constexpr auto footprintOf(const Extents &...extents) {
  std::array<int64_t, 3 + (0 + ... + std::tuple_size_v<Extents>)> table = {1, 1, 0};
  [[maybe_unused]] size_t size = 3;
  (..., [&](const auto &extent) {
    for (int64_t word : extent)
      table[size++] = word;
  }(extents));
  return table;
}

/// A block with nothing in it yet.
inline xcrt_block emptyBlock(const char *name) {
  xcrt_block block = {};
  block.abi = XCRT_ABI;
  block.name = name;
  block.file = "test.c";
  block.line = 7;
  block.column = 3;
  block.dims = 1;
  static constexpr auto kFootprint = footprintOf();
  block.footprint = kFootprint.data();
  return block;
}

/// So much that the pool cuts it finely and wakes everybody.
constexpr uint64_t kMuchWork = 100'000'000;

/// out[i] = 3 * in[i] + i.
struct MapBlock {
  const uint32_t *in;
  uint32_t *out;

  static void body(const void *captures, int64_t lo, int64_t hi, void *) {
    const MapBlock &self = *static_cast<const MapBlock *>(captures);
    for (int64_t i = lo; i < hi; ++i)
      self.out[i] = 3 * self.in[i] + uint32_t(i);
  }
  static void serial(const void *captures, int64_t n, void *result) { body(captures, 0, n, result); }
  static xcrt_block make() {
    static constexpr xcrt_array kArrays[] = {{"in", XCRT_READ, 4, nullptr}, {"out", XCRT_WRITTEN, 4, nullptr}};
    static constexpr auto kFootprint =
        footprintOf(extentOf(offsetof(MapBlock, in), 4), extentOf(offsetof(MapBlock, out), 4));
    xcrt_block block = emptyBlock("map.par.7");
    block.array_count = 2;
    block.arrays = kArrays;
    block.body = body;
    block.serial = serial;
    block.footprint = kFootprint.data();
    return block;
  }
};

/// The product of n matrices: associative, but not commutative, so it shows the order in which records are folded.
struct ProductBlock {
  struct Matrix {
    uint32_t a, b, c, d;
    bool operator==(const Matrix &) const = default;
  };
  static constexpr Matrix kOne = {1, 0, 0, 1};

  uint32_t seed;

  static Matrix times(const Matrix &x, const Matrix &y) {
    return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
  }
  static Matrix factor(uint32_t seed, int64_t i) {
    const uint32_t k = uint32_t(i) * 2654435761u + seed;
    return {k | 1, k >> 3, k >> 7, k ^ 0x55};
  }
  static void body(const void *captures, int64_t lo, int64_t hi, void *result) {
    Matrix &product = *static_cast<Matrix *>(result);
    for (int64_t i = lo; i < hi; ++i)
      product = times(product, factor(static_cast<const ProductBlock *>(captures)->seed, i));
  }
  static void serial(const void *captures, int64_t n, void *result) { body(captures, 0, n, result); }
  static xcrt_block make() {
    xcrt_block block = emptyBlock("product.par.7");
    block.result_size = sizeof(Matrix);
    block.result_align = alignof(Matrix);
    block.body = body;
    block.serial = serial;
    block.identity = [](void *result) { *static_cast<Matrix *>(result) = kOne; };
    block.fold = [](void *into, const void *from) {
      *static_cast<Matrix *>(into) = times(*static_cast<Matrix *>(into), *static_cast<const Matrix *>(from));
    };
    return block;
  }
  Matrix expected(int64_t n, Matrix start) const {
    body(this, 0, n, &start);
    return start;
  }
};

/// A sum of floats whose value shows every change of the order of additions; a fixed tree.
struct FloatSumBlock {
  const float *in;

  static void body(const void *captures, int64_t lo, int64_t hi, void *result) {
    float sum = *static_cast<float *>(result);
    for (int64_t i = lo; i < hi; ++i)
      sum += static_cast<const FloatSumBlock *>(captures)->in[i];
    *static_cast<float *>(result) = sum;
  }
  static void serial(const void *captures, int64_t n, void *result) { body(captures, 0, n, result); }
  static xcrt_block make() {
    static constexpr xcrt_array kArrays[] = {{"in", XCRT_READ, 4, nullptr}};
    static constexpr auto kFootprint = footprintOf(extentOf(offsetof(FloatSumBlock, in), 4));
    xcrt_block block = emptyBlock("sum.par.7");
    block.flags = XCRT_FIXED_TREE;
    block.array_count = 1;
    block.arrays = kArrays;
    block.result_size = 4;
    block.result_align = 4;
    block.body = body;
    block.serial = serial;
    block.identity = [](void *result) { *static_cast<float *>(result) = 0; };
    block.fold = [](void *into, const void *from) { *static_cast<float *>(into) += *static_cast<const float *>(from); };
    block.footprint = kFootprint.data();
    return block;
  }
};

} // namespace xc::rt
