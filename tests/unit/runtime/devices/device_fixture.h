/// \file What tests of runs on devices share: a fixture, and blocks with kernels.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "blob/write.h"
#include "fixture.h"
#include "host_device.h"
#include "kernels.h"
#include "runtime/devices/offload.h"
#include "runtime/devices/registry.h"

namespace xc::rt {

class DeviceTest : public RuntimeTest {
protected:
  void SetUp() override { start(&hostDevice); }
  void TearDown() override {
    end();
    RuntimeTest::TearDown();
    EXPECT_EQ(hostObjects(), 0) << "what the device gave was not given back";
  }

  /// Starts over with that device alone; null: with what there is.
  static void start(const Device *device, Mode mode = Mode::Device, bool report = false) {
    end();
    setHostPlan({});
    testDevice.store(device);
    use(mode, report);
  }
  /// Other settings, the same device.
  static void use(Mode mode, bool report = false) {
    configure(mode, 2);
    Settings settings = {mode, report, 2, 1, DeviceChoice::Any};
    theRoot().settings.store(packSettings(settings));
  }
  static void end() {
    Pool &pool = theRoot().pool;
    ASSERT_TRUE(pool.tryTake());
    shutDownDevices();
    pool.ownership.giveBack();
    testDevice.store(nullptr);
  }
};

/// A block and the blob that it names.
struct DeviceBlock {
  xcrt_block block;
  std::string blob;

  DeviceBlock(const xcrt_block &from, const blob::Content &content) : block(from), blob(blob::write(content)) {
    EXPECT_FALSE(blob.empty());
    block.kernels = blob.data();
    block.kernels_size = blob.size();
  }
  DeviceBlock(const DeviceBlock &) = delete;
};

inline blob::Content::Code ptxCode(const char *entry, blob::Order order = blob::Order::Strided) {
  blob::Content::Code code;
  code.groupSize = 64;
  code.order = uint32_t(order);
  code.entry = entry;
  code.code = kernelsPtx;
  return code;
}

/// The content that goes with a block whose capture record is `captures` bytes, without pointers.
inline blob::Content contentFor(const xcrt_block &block, uint32_t captures, const char *entry,
                                blob::Order order = blob::Order::Strided) {
  blob::Content content;
  content.name = block.name;
  content.header.recordSize = content.header.captureSize = captures;
  content.header.resultSize = block.result_size;
  content.header.resultAlign = block.result_align ? block.result_align : 1;
  for (uint32_t i = 0; i < block.array_count; ++i)
    content.arrays.push_back(
        {{0, block.arrays[i].access, block.arrays[i].element, block.arrays[i].element}, block.arrays[i].name});
  if (block.result_size != 0)
    content.reductions.push_back({0, uint32_t(blob::Type::I32), blob::Reduction::Kept});
  content.kernels.push_back(ptxCode(entry, order));
  return content;
}

inline DeviceBlock mapOnDevice() {
  const xcrt_block block = MapBlock::make();
  blob::Content content = contentFor(block, sizeof(MapBlock), "map");
  content.arrays[1].access |= blob::Whole;
  content.pointers = {{0, 0, blob::Pointer::Captured}, {8, 1, blob::Pointer::Captured}};
  return {block, content};
}

inline DeviceBlock productOnDevice() {
  const xcrt_block block = ProductBlock::make();
  return {block, contentFor(block, sizeof(ProductBlock), "product", blob::Order::Grains)};
}

inline DeviceBlock floatSumOnDevice() {
  const xcrt_block block = FloatSumBlock::make();
  blob::Content content = contentFor(block, sizeof(FloatSumBlock), "float_sum", blob::Order::Grains);
  content.header.flags = blob::UsesFloats;
  content.pointers = {{0, 0, blob::Pointer::Captured}};
  return {block, content};
}

/// b[i] += a[i].
struct AccumulateBlock {
  double *a, *b;

  static void body(const void *captures, int64_t lo, int64_t hi, void *) {
    const AccumulateBlock &self = *static_cast<const AccumulateBlock *>(captures);
    for (int64_t i = lo; i < hi; ++i)
      self.b[i] += self.a[i];
  }
  static void serial(const void *captures, int64_t n, void *) { body(captures, 0, n, nullptr); }
  static DeviceBlock make() {
    static constexpr xcrt_array kArrays[] = {{"a", XCRT_READ, 8, nullptr}, {"b", XCRT_READ | XCRT_WRITTEN, 8, nullptr}};
    static constexpr auto kFootprint =
        footprintOf(extentOf(offsetof(AccumulateBlock, a), 8), extentOf(offsetof(AccumulateBlock, b), 8));
    xcrt_block block = emptyBlock("accumulate.par.7");
    block.array_count = 2;
    block.arrays = kArrays;
    block.result_align = 1;
    block.body = body;
    block.serial = serial;
    block.footprint = kFootprint.data();
    blob::Content content = contentFor(block, sizeof(AccumulateBlock), "accumulate");
    content.header.flags = blob::UsesFloats;
    content.pointers = {{0, 0, blob::Pointer::Captured}, {8, 1, blob::Pointer::Captured}};
    return {block, content};
  }
};

/// out[3 * i] = table[i & 7], with a global.
struct SparseBlock {
  uint32_t *out;

  static uint32_t table[8];

  static void body(const void *captures, int64_t lo, int64_t hi, void *) {
    for (int64_t i = lo; i < hi; ++i)
      static_cast<const SparseBlock *>(captures)->out[3 * i] = table[i & 7];
  }
  static void serial(const void *captures, int64_t n, void *) { body(captures, 0, n, nullptr); }
  static DeviceBlock make() {
    static const xcrt_array kArrays[] = {{"out", XCRT_WRITTEN, 4, nullptr}, {"table", XCRT_READ, 4, table}};
    // The whole table, in each item.
    static constexpr std::array<int64_t, 10> kTable = {1, 0, 0, 0, 1, 1, 32, 0, 0, 0};
    static constexpr auto kFootprint = footprintOf(std::array<int64_t, 22>{1, 2, 1, 1, 0, 12, 1, XCRT_COUNTER, 0, 0,
                                                                           1, 3, 1, 1, 0, 12, 1, XCRT_COUNTER, 4, 0,
                                                                           1, 0},
                                                   kTable);
    xcrt_block block = emptyBlock("sparse.par.7");
    block.array_count = 2;
    block.arrays = kArrays;
    block.result_align = 1;
    block.body = body;
    block.serial = serial;
    block.footprint = kFootprint.data();
    blob::Content content = contentFor(block, sizeof(SparseBlock), "sparse");
    content.header.recordSize = 16;
    content.pointers = {{0, 0, blob::Pointer::Captured}, {8, 1, blob::Pointer::Object}};
    return {block, content};
  }
};
inline uint32_t SparseBlock::table[8] = {1, 1, 2, 3, 5, 8, 13, 21};

/// The value of a float sum's fixed tree.
inline float treeSum(const FloatSumBlock &sum, int64_t n, float start) {
  const Grains grains = grainsOf(n);
  for (uint32_t g = 0; g < grains.count; ++g) {
    float partial = 0;
    FloatSumBlock::body(&sum, grains.start(g), grains.end(g, n), &partial);
    start += partial;
  }
  return start;
}

} // namespace xc::rt
