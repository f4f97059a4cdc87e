/// SPDX-License-Identifier: Apache-2.0
#include "blob/read.h"

#include "base/hash.h"

namespace xc::blob {

/// Takes `count` entries off the front of `rest`.
template <class Entry> static bool takeTable(Bytes &rest, uint64_t count, Bytes &table) {
  const uint64_t size = count * sizeOf<Entry>(); // Counts have 32 bits.
  return rest.part(0, size, table) && rest.part(size, rest.size - size, rest);
}

static bool isPowerOfTwo(uint32_t number) { return number != 0 && (number & (number - 1)) == 0; }

static bool endsInZero(Bytes bytes) { return bytes.size != 0 && bytes.data[bytes.size - 1] == 0; }

/// Whether `size` bytes at `place` lie within `limit`.
static bool isWithin(uint32_t place, uint32_t size, uint32_t limit) { return place <= limit && size <= limit - place; }

static uint32_t bytesOf(uint32_t type) {
  constexpr uint32_t kBytes[] = {1, 1, 2, 4, 8, 4, 8};
  return type <= uint32_t(kLastType) ? kBytes[type] : 0;
}

uint64_t View::claimedSize(Bytes bytes) {
  Preamble preamble = {};
  ByteReader reader(bytes);
  layout(reader, preamble);
  return reader.isComplete() && preamble.magic == kMagic ? preamble.size : 0;
}

const char *View::open(Bytes bytes, View &view) {
  const char *wrong = openOwn(bytes, view);
  // Damage is told apart from what was never right.
  if (view.blob.size >= sizeOf<Preamble>() && !view.isIntact())
    wrong = "a damaged kernel blob";
  return wrong;
}

bool View::isIntact() const {
  const uint64_t behind = kChecksumPlace + 8;
  return hashBytes(blob.data + behind, blob.size - behind, hashBytes(blob.data, kChecksumPlace)) == preamble.checksum;
}

const char *View::openOwn(Bytes bytes, View &view) {
  view = {};
  ByteReader reader(bytes);
  layout(reader, view.preamble);
  if (!reader.isComplete() || view.preamble.magic != kMagic)
    return "no kernel blob";
  if (view.preamble.version != kVersion)
    return "a kernel blob of another version";
  if (!bytes.part(0, view.preamble.size, view.blob) || view.blob.size < sizeOf<Preamble>())
    return "a kernel blob that is cut off";
  const uint32_t count = view.preamble.sections;
  if (count == 0 || count > kMostSections ||
      !view.blob.part(sizeOf<Preamble>(), count * sizeOf<Section>(), view.directory))
    return "a kernel blob with a wrong number of sections";
  uint64_t end = sizeOf<Preamble>() + count * sizeOf<Section>();
  uint64_t lastKey = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const Section section = view.section(i);
    const uint64_t key = uint64_t(section.kind) << 32 | section.variant;
    Bytes content;
    if (i == 0 ? key != uint64_t(Kind::Header) : key <= lastKey)
      return "a kernel blob with sections out of order";
    if (section.offset < end || section.offset % kAlign != 0 || !view.blob.part(section.offset, section.size, content))
      return "a kernel blob with a section out of place";
    lastKey = key;
    end = section.offset + section.size;
    KernelView kernel;
    const char *wrong = nullptr;
    if (i == 0)
      wrong = view.openHeader(content);
    else if (section.kind <= kLastKind)
      wrong = view.openKernel(section, kernel);
    if (wrong)
      return wrong;
  }
  return nullptr;
}

const char *View::openHeader(Bytes bytes) {
  ByteReader reader(bytes);
  layout(reader, head);
  Bytes rest;
  if (!reader.isComplete() || !bytes.part(sizeOf<Header>(), bytes.size - sizeOf<Header>(), rest) ||
      !takeTable<Array>(rest, head.arrays, arrays) || !takeTable<Pointer>(rest, head.pointers, pointers) ||
      !takeTable<Scalar>(rest, head.scalars, scalars) || !takeTable<Reduction>(rest, head.reductions, reductions) ||
      !rest.part(0, head.stringBytes, strings))
    return "a kernel blob with a header that is cut off";
  return checkHeader();
}

const char *View::checkHeader() const {
  const char *const wrong = "a kernel blob with a header that makes no sense";
  auto isName = [&](uint32_t place) { return place < strings.size; };
  if (!endsInZero(strings) || !isName(head.name) || (head.flags & ~AllHeaderFlags) || head.dims < 1 || head.dims > 3)
    return wrong;
  if (head.recordSize > kMostRecordSize || head.captureSize > head.recordSize || !isPowerOfTwo(head.recordAlign) ||
      !isPowerOfTwo(head.resultAlign) || (head.resultSize == 0) != (head.reductions == 0))
    return wrong;
  for (uint32_t i = 0; i < head.arrays; ++i) {
    const Array entry = array(i);
    if (!isName(entry.name) || (entry.access & ~AllAccesses) || entry.element == 0 ||
        ((entry.access & Whole) && !(entry.access & Written)))
      return wrong;
  }
  for (uint32_t i = 0; i < head.pointers; ++i) {
    const Pointer entry = pointer(i);
    const bool isCaptured = entry.source == Pointer::Captured;
    if (entry.array >= head.arrays || (!isCaptured && entry.source != Pointer::Object) || entry.place % 8 != 0 ||
        !isWithin(entry.place, 8, isCaptured ? head.captureSize : head.recordSize) ||
        (!isCaptured && entry.place < head.captureSize))
      return wrong;
  }
  for (uint32_t i = 0; i < head.scalars; ++i) {
    const Scalar entry = scalar(i);
    if (bytesOf(entry.type) == 0 || !isWithin(entry.place, bytesOf(entry.type), head.captureSize))
      return wrong;
  }
  for (uint32_t i = 0; i < head.reductions; ++i) {
    const Reduction entry = reduction(i);
    if (bytesOf(entry.type) == 0 || entry.operation > Reduction::IsAssigned ||
        !isWithin(entry.place, bytesOf(entry.type), head.resultSize))
      return wrong;
  }
  return nullptr;
}

const char *View::openKernel(const Section &section, KernelView &kernel) const {
  const char *const wrong = "a kernel blob with a kernel that makes no sense";
  Bytes bytes, name;
  if (!blob.part(section.offset, section.size, bytes))
    return wrong;
  ByteReader reader(bytes);
  layout(reader, kernel.kernel);
  const Kernel &fixed = kernel.kernel;
  const uint64_t nameEnd = sizeOf<Kernel>() + fixed.nameSize;
  if (!reader.isComplete() || !bytes.part(sizeOf<Kernel>(), fixed.nameSize, name) || !endsInZero(name) ||
      !bytes.part((nameEnd + kAlign - 1) / kAlign * kAlign, fixed.codeSize, kernel.code))
    return "a kernel blob with a kernel that is cut off";
  if (fixed.groupSize == 0 || fixed.groupSize > 1024 || fixed.order > uint32_t(Order::Grains) ||
      (fixed.needs & ~AllNeeds) || fixed.mostItems > uint64_t(INT64_MAX))
    return wrong;
  const bool isText = section.kind != Kind::Spirv && section.kind != Kind::Spirv32;
  if (isText ? !endsInZero(kernel.code) : kernel.code.size == 0 || kernel.code.size % 4 != 0)
    return wrong;
  kernel.form = section.kind;
  kernel.variant = section.variant;
  kernel.name = reinterpret_cast<const char *>(name.data);
  return nullptr;
}

bool View::kernelIn(const Section &section, KernelView &kernel) const {
  return section.kind != Kind::Header && section.kind <= kLastKind && !openKernel(section, kernel);
}

bool View::find(Kind form, uint32_t variant, KernelView &kernel) const {
  for (uint32_t i = 0; i < sections(); ++i) {
    const Section entry = section(i);
    if (entry.kind == form && entry.variant == variant)
      return kernelIn(entry, kernel);
  }
  return false;
}

} // namespace xc::blob
