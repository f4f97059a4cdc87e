/// SPDX-License-Identifier: Apache-2.0
#include "runtime/devices/slices.h"

#include "device_fixture.h"

using namespace xc;
using namespace xc::rt;

namespace {

/// A block with arrays at captured pointers: array i covers items * size bytes from pointer `place[i]` on.
struct Case {
  struct Entry {
    size_t pointer;
    int64_t size;
    uint32_t access, widths;
    int64_t start = 0; ///< Bytes behind the pointer.
  };
  Case(std::vector<Entry> entries, std::vector<uint64_t> pointers)
      : entries(std::move(entries)), pointers(std::move(pointers)) {}

  std::vector<Entry> entries;
  std::vector<uint64_t> pointers;
  std::vector<int64_t> footprint = {1, 1, 0};
  std::vector<xcrt_array> arrays;
  std::string blob;
  Slices slices;

  const char *find(int64_t n) {
    blob::Content content;
    content.name = "case";
    content.header.recordSize = content.header.captureSize = uint32_t(8 * pointers.size());
    for (const Entry &entry : entries) {
      for (int64_t end : {entry.start, entry.start + entry.size}) {
        const int64_t sum[] = {1, 3, 1, 1, int64_t(8 * entry.pointer), entry.size, 1, XCRT_COUNTER, end, 0, 0, 0};
        footprint.insert(footprint.end(), std::begin(sum), std::end(sum));
      }
      arrays.push_back({"a", entry.access & 3, 4, nullptr});
      content.pointers.push_back({uint32_t(8 * entry.pointer), uint32_t(content.arrays.size()), 0});
      content.arrays.push_back({{0, entry.access, 4, entry.widths}, "a"});
    }
    blob = blob::write(content);
    EXPECT_FALSE(blob.empty());
    xcrt_block block = emptyBlock("case.par.1");
    block.array_count = uint32_t(arrays.size());
    block.arrays = arrays.data();
    block.footprint = footprint.data();
    block.result_align = 1;
    blob::View view;
    EXPECT_EQ(blob::View::open({reinterpret_cast<const unsigned char *>(blob.data()), blob.size()}, view), nullptr);
    const Run run = {block, pointers.data(), n, 1, nullptr};
    return findSlices(run, view, slices);
  }
  const Slice &at(uint64_t lo) {
    for (uint32_t i = 0; i < slices.count; ++i)
      if (slices.slices[i].lo == lo)
        return slices.slices[i];
    ADD_FAILURE() << "no slice at " << lo;
    return slices.slices[0];
  }
};

constexpr uint32_t R = blob::Read, W = blob::Written, Whole = blob::Whole;

} // namespace

TEST(Slices, KeepArraysApart) {
  Case c = {{{0, 4, R, 4}, {1, 4, W, 4}, {2, 8, W | Whole, 8}, {3, 4, R | W | Whole, 4}},
            {0x10010, 0x20020, 0x30000, 0x40004}};
  ASSERT_EQ(c.find(100), nullptr);
  ASSERT_EQ(c.slices.count, 4u);
  EXPECT_TRUE(c.at(0x10010).in && !c.at(0x10010).out);
  EXPECT_TRUE(c.at(0x20020).in && c.at(0x20020).out);
  EXPECT_TRUE(!c.at(0x30000).in && c.at(0x30000).out);
  EXPECT_TRUE(c.at(0x40004).in && c.at(0x40004).out);
  EXPECT_EQ(c.slices.bytesIn, 1200u);
  EXPECT_EQ(c.slices.bytesOut, 1600u);
  std::vector<bool> used(c.slices.bytes);
  for (uint32_t i = 0; i < 4; ++i) {
    const Slice &slice = c.slices.slices[i];
    EXPECT_EQ(slice.place % kDeviceAlign, slice.lo % kDeviceAlign) << "alignment is kept";
    for (uint64_t k = 0; k < slice.bytes(); ++k) {
      ASSERT_LT(slice.place + k, c.slices.bytes);
      ASSERT_FALSE(used[slice.place + k]);
      used[slice.place + k] = true;
    }
  }
  for (uint32_t i = 0; i < 4; ++i)
    EXPECT_EQ(c.pointers[i] + c.slices.shift[i], c.at(c.pointers[i]).place);
}

TEST(Slices, JoinWhatOverlaps) {
  // The third ties the first two together.
  Case c = {{{0, 4, W | Whole, 4}, {1, 4, R, 8}, {2, 4, R, 2}}, {0x10000, 0x10200, 0x10100}};
  ASSERT_EQ(c.find(100), nullptr);
  ASSERT_EQ(c.slices.count, 1u);
  EXPECT_EQ(c.slices.slices[0].lo, 0x10000u);
  EXPECT_EQ(c.slices.slices[0].hi, 0x10390u);
  EXPECT_TRUE(c.slices.slices[0].in) << "what the written one leaves out";
  EXPECT_TRUE(c.slices.slices[0].out);
  EXPECT_EQ(c.slices.slices[0].grain, 2);
  EXPECT_EQ(c.slices.shift[0], c.slices.shift[1]);
  EXPECT_EQ(c.slices.shift[0], c.slices.shift[2]);
}

TEST(Slices, TouchingIsNotOverlapping) {
  Case c = {{{0, 4, W | Whole, 4}, {1, 4, R, 4}}, {0x10000, 0x10190}};
  ASSERT_EQ(c.find(100), nullptr);
  EXPECT_EQ(c.slices.count, 2u);
  EXPECT_FALSE(c.at(0x10000).in);
}

TEST(Slices, KeepTheDistanceOfWhatOnePointerReaches) {
  Case c = {{{0, 4, R, 4}, {0, 4, W, 4, 1 << 20}, {1, 4, R, 4}}, {0x10000, 0x20000}};
  ASSERT_EQ(c.find(10), nullptr);
  EXPECT_EQ(c.slices.count, 3u);
  EXPECT_EQ(c.slices.shift[0], c.slices.shift[1]);
  EXPECT_NE(c.slices.shift[0], c.slices.shift[2]);
  EXPECT_EQ(c.slices.bytesIn, 120u) << "what lies between is not copied";
  EXPECT_GT(c.slices.bytes, uint64_t(1 << 20));
  Case far = {{{0, 4, R, 4}, {0, 4, W, 4, int64_t(1) << 40}}, {0x10000}};
  EXPECT_STREQ(far.find(10), "arrays that one pointer reaches lie far apart");
}

TEST(Slices, EmptyArraysTakeNoPart) {
  Case c = {{{0, 0, R, 4}, {1, 4, W, 4}}, {0, 0x20000}};
  ASSERT_EQ(c.find(100), nullptr);
  EXPECT_EQ(c.slices.count, 1u);
}

TEST(Slices, RefuseWhatIsNotAligned) {
  Case c = {{{0, 4, R, 4}}, {0x10002}};
  EXPECT_STREQ(c.find(100), "an array is not aligned");
  Case d = {{{0, 4, R, 6}}, {0x10002}};
  EXPECT_EQ(d.find(100), nullptr) << "with accesses of two bytes it may be";
}
