/// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"
#include "blob/read.h"
#include "sample.h"

#include <gtest/gtest.h>
#include <random>

using namespace xc;
using namespace xc::blob;

namespace {

/// Makes the checksum right again after a change.
void seal(std::string &blob) {
  const Bytes bytes = bytesOf(blob);
  const uint64_t behind = kChecksumPlace + 8;
  const uint64_t hash = hashBytes(bytes.data + behind, bytes.size - behind, hashBytes(bytes.data, kChecksumPlace));
  for (unsigned i = 0; i < 8; ++i)
    blob[kChecksumPlace + i] = char(hash >> (8 * i));
}

const char *wrongWith(const std::string &blob) {
  View view;
  return View::open(bytesOf(blob), view);
}

} // namespace

TEST(Blob, GivesBackWhatWasWritten) {
  const std::string blob = write(sampleContent());
  ASSERT_FALSE(blob.empty());
  EXPECT_EQ(blob.size() % kAlign, 0u);
  View view;
  ASSERT_EQ(View::open(bytesOf(blob), view), nullptr);
  EXPECT_EQ(view.size(), blob.size());
  EXPECT_EQ(View::claimedSize(bytesOf(blob)), blob.size());
  const Header &header = view.header();
  EXPECT_STREQ(view.string(header.name), "sample.par.12");
  EXPECT_EQ(header.flags, uint32_t(UsesFloats));
  EXPECT_EQ(header.dims, 2u);
  EXPECT_EQ(header.recordSize, 40u);
  EXPECT_EQ(header.captureSize, 32u);
  EXPECT_EQ(header.resultSize, 16u);
  EXPECT_EQ(header.guards, 3u);
  EXPECT_EQ(header.workPerItem, 17u);
  EXPECT_EQ(header.readPerItem, 12u);
  EXPECT_EQ(header.writtenPerItem, 4u);
  ASSERT_EQ(header.arrays, 3u);
  EXPECT_STREQ(view.string(view.array(1).name), "out");
  EXPECT_EQ(view.array(1).access, uint32_t(Written | Whole));
  EXPECT_EQ(view.array(1).element, 8u);
  EXPECT_EQ(view.array(2).widths, 5u);
  ASSERT_EQ(header.pointers, 3u);
  EXPECT_EQ(view.pointer(2).place, 32u);
  EXPECT_EQ(view.pointer(2).array, 2u);
  EXPECT_EQ(view.pointer(2).source, uint32_t(Pointer::Object));
  ASSERT_EQ(header.scalars, 2u);
  EXPECT_EQ(view.scalar(1).place, 24u);
  EXPECT_EQ(view.scalar(1).type, uint32_t(Type::F32));
  ASSERT_EQ(header.reductions, 2u);
  EXPECT_EQ(view.reduction(1).operation, uint32_t(Reduction::FAdd));

  KernelView kernel;
  ASSERT_TRUE(view.find(Kind::Ptx, 0, kernel));
  EXPECT_STREQ(kernel.name, "sample");
  EXPECT_STREQ(reinterpret_cast<const char *>(kernel.code.data), "// text of the kernel\n");
  EXPECT_EQ(kernel.kernel.order, uint32_t(Order::Grains));
  EXPECT_EQ(kernel.kernel.needs, uint32_t(Int64 | Float64));
  ASSERT_TRUE(view.find(Kind::Ptx, 1, kernel));
  EXPECT_STREQ(reinterpret_cast<const char *>(kernel.code.data), "// four at a time\n");
  ASSERT_TRUE(view.find(Kind::Spirv, 0, kernel));
  EXPECT_EQ(kernel.code.size, 8u);
  EXPECT_EQ(kernel.kernel.mostItems, uint64_t(1) << 31);
  EXPECT_FALSE(view.find(Kind::Wgsl, 0, kernel));
}

TEST(Blob, DoesNotDependOnTheOrderOfKernels) {
  Content content = sampleContent();
  const std::string blob = write(content);
  std::swap(content.kernels[0], content.kernels[2]);
  EXPECT_EQ(write(content), blob);
}

TEST(Blob, MayHaveMoreBehindIt) { EXPECT_EQ(wrongWith(write(sampleContent()) + "more"), nullptr); }

TEST(Blob, IsRefusedWhereverItIsCut) {
  const std::string blob = write(sampleContent());
  for (size_t size = 0; size < blob.size(); ++size)
    EXPECT_NE(wrongWith(blob.substr(0, size)), nullptr) << size;
}

TEST(Blob, IsRefusedWithAnyByteChanged) {
  const std::string blob = write(sampleContent());
  for (size_t at = 0; at < blob.size(); ++at)
    for (int bit : {0, 7}) {
      std::string changed = blob;
      changed[at] = char(changed[at] ^ 1 << bit);
      EXPECT_NE(wrongWith(changed), nullptr) << at;
    }
}

TEST(Blob, SaysWhichVersionItCannotRead) {
  std::string blob = write(sampleContent());
  blob[4] = char(kVersion + 1);
  seal(blob);
  EXPECT_STREQ(wrongWith(blob), "a kernel blob of another version");
  EXPECT_STREQ(wrongWith("no blob at all, but long enough to be one"), "no kernel blob");
}

TEST(Blob, SkipsKindsThatItDoesNotKnow) {
  std::string blob = write(sampleContent());
  // The last section's kind.
  const size_t place = sizeOf<Preamble>() + 3 * sizeOf<Section>();
  blob[place + 1] = 1;
  seal(blob);
  View view;
  ASSERT_EQ(View::open(bytesOf(blob), view), nullptr);
  KernelView kernel;
  EXPECT_FALSE(view.find(Kind::Spirv, 0, kernel));
  EXPECT_TRUE(view.find(Kind::Ptx, 0, kernel));
}

/// Whatever is in it, and however the checksum came about, what a view gives out lies inside the blob.
TEST(Blob, NeverLeadsOutside) {
  const std::string blob = write(sampleContent());
  std::mt19937 random(1);
  unsigned opened = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string changed = blob;
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
      changed[random() % changed.size()] = char(random() % 4 ? random() % 9 : random());
    seal(changed);
    View view;
    if (View::open(bytesOf(changed), view))
      continue;
    ++opened;
    for (uint32_t i = 0; i < view.header().arrays; ++i)
      EXPECT_LT(strlen(view.string(view.array(i).name)), changed.size());
    for (uint32_t i = 0; i < view.header().pointers; ++i)
      EXPECT_LE(view.pointer(i).place + 8, view.header().recordSize);
  }
  EXPECT_GT(opened, 100u);
}

TEST(Blob, IsNotWrittenWrong) {
  Content content = sampleContent();
  content.pointers[0].array = 3;
  EXPECT_EQ(write(content), "");
  content = sampleContent();
  content.pointers[2].place = 24; // An object's address within the captures.
  EXPECT_EQ(write(content), "");
  content = sampleContent();
  content.kernels[1].variant = 0; // Twice the same.
  EXPECT_EQ(write(content), "");
  content = sampleContent();
  content.header.recordSize = kMostRecordSize + 1;
  EXPECT_EQ(write(content), "");
  content = sampleContent();
  content.arrays[0].access = Read | Whole;
  EXPECT_EQ(write(content), "");
}
