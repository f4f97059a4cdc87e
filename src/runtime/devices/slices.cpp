/// SPDX-License-Identifier: Apache-2.0
#include "runtime/devices/slices.h"

#include "runtime/devices/device.h"

namespace xc::rt {

/// Between slices that must keep their distance on the device there may be so much more than in them.
constexpr uint64_t kMostBetween = uint64_t(256) << 20;

namespace {

/// Sets of arrays, each under its smallest member.
class Sets {
public:
  explicit Sets(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
      parent[i] = uint8_t(i);
  }
  uint32_t of(uint32_t member) const {
    while (parent[member] != member)
      member = parent[member];
    return member;
  }
  void join(uint32_t a, uint32_t b) {
    a = of(a);
    b = of(b);
    parent[a < b ? b : a] = uint8_t(a < b ? a : b);
  }

private:
  uint8_t parent[XCRT_MOST_ARRAYS];
};

} // namespace

static bool isEmpty(const xcrt_range &range) { return range.lo >= range.hi; }

/// Whether the kernels are for this block, as far as that can be seen.
static bool matches(const xcrt_block &block, const blob::View &kernels) {
  const blob::Header &header = kernels.header();
  if (header.arrays != block.array_count || header.resultSize != block.result_size ||
      (block.result_size != 0 && header.resultAlign != block.result_align))
    return false;
  for (uint32_t i = 0; i < block.array_count; ++i)
    if ((kernels.array(i).access & (blob::Read | blob::Written)) != block.arrays[i].access)
      return false;
  for (uint32_t i = 0; i < header.pointers; ++i)
    if (kernels.pointer(i).source == blob::Pointer::Object && !block.arrays[kernels.pointer(i).array].object)
      return false;
  return true;
}

/// Adds an array to the slices, which are then as if all its bytes had been there before.
static void addArray(Slices &slices, Slice added) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < slices.count; ++i) {
    const Slice &other = slices.slices[i];
    if (other.hi <= added.lo || added.hi <= other.lo) {
      slices.slices[kept++] = other;
      continue;
    }
    // What one array leaves alone another may read, and no single one covers the whole.
    added.in = true;
    added.out |= other.out;
    added.grain = added.grain < other.grain ? added.grain : other.grain;
    added.lo = added.lo < other.lo ? added.lo : other.lo;
    added.hi = added.hi > other.hi ? added.hi : other.hi;
  }
  slices.slices[kept++] = added;
  slices.count = kept;
}

/// Bytes of the parts that the kernels' accesses to an array consist of. Devices take aligned accesses only.
static uint8_t grainOf(const blob::Array &array) {
  const uint32_t narrowest = array.widths & -array.widths;
  return narrowest == 0 ? 1 : narrowest < 8 ? uint8_t(narrowest) : 8;
}

const char *findSlices(const Run &run, const blob::View &kernels, Slices &slices) {
  const xcrt_block &block = run.block;
  const uint32_t count = block.array_count;
  if (count > XCRT_MOST_ARRAYS || !matches(block, kernels))
    return "its kernels are not this block's";
  xcrt_range ranges[XCRT_MOST_ARRAYS];
  if (!run.footprint(ranges))
    return "an address overflows";
  slices.count = 0;
  for (uint64_t &shift : slices.shift)
    shift = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (ranges[i].hi == UINT64_MAX)
      return "an array of unknown extent";
    if (isEmpty(ranges[i]))
      continue;
    const uint32_t access = kernels.array(i).access;
    const uint8_t grain = grainOf(kernels.array(i));
    if (ranges[i].lo % grain != 0 || ranges[i].hi % grain != 0)
      return "an array is not aligned";
    const bool writes = access & blob::Written, whole = access & blob::Whole;
    addArray(slices, {ranges[i].lo, ranges[i].hi, 0, bool(access & blob::Read) || !whole, writes, grain});
  }

  // Arrays that must keep their distances: those in one slice, and those that are reached through one pointer.
  Sets sets(count);
  bool reached[XCRT_MOST_ARRAYS] = {};
  for (uint32_t p = 0; p < kernels.header().pointers; ++p) {
    const blob::Pointer pointer = kernels.pointer(p);
    reached[pointer.array] = true;
    for (uint32_t q = 0; q < p; ++q)
      if (kernels.pointer(q).place == pointer.place)
        sets.join(pointer.array, kernels.pointer(q).array);
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (isEmpty(ranges[i]))
      continue;
    if (!reached[i])
      return "its kernels do not say how they reach an array";
    for (uint32_t s = 0; s < slices.count; ++s)
      for (uint32_t k = 0; k < i; ++k)
        if (!isEmpty(ranges[k]) && slices.slices[s].lo <= ranges[i].lo && ranges[i].lo < slices.slices[s].hi &&
            slices.slices[s].lo <= ranges[k].lo && ranges[k].lo < slices.slices[s].hi)
          sets.join(i, k);
  }

  // A place for each set, congruent to its addresses.
  uint64_t place = 0, inSlices = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (sets.of(i) != i)
      continue;
    xcrt_range all = {UINT64_MAX, 0};
    for (uint32_t k = i; k < count; ++k)
      if (sets.of(k) == i && !isEmpty(ranges[k])) {
        all.lo = all.lo < ranges[k].lo ? all.lo : ranges[k].lo;
        all.hi = all.hi > ranges[k].hi ? all.hi : ranges[k].hi;
      }
    if (isEmpty(all))
      continue;
    const uint64_t start = all.lo / kDeviceAlign * kDeviceAlign;
    for (uint32_t k = i; k < count; ++k)
      if (sets.of(k) == i)
        slices.shift[k] = place - start;
    place += (all.hi - start + kDeviceAlign - 1) / kDeviceAlign * kDeviceAlign; // Addresses are below 2^62.
    if (place > uint64_t(1) << 62)
      return "more memory than there is";
  }
  slices.bytes = place;
  slices.bytesIn = slices.bytesOut = 0;
  for (uint32_t s = 0; s < slices.count; ++s) {
    Slice &slice = slices.slices[s];
    for (uint32_t i = 0; i < count; ++i)
      if (!isEmpty(ranges[i]) && slice.lo <= ranges[i].lo && ranges[i].lo < slice.hi)
        slice.place = slice.lo + slices.shift[i];
    inSlices += slice.bytes();
    slices.bytesIn += slice.in ? slice.bytes() : 0;
    slices.bytesOut += slice.out ? slice.bytes() : 0;
  }
  if (place - inSlices > kMostBetween && (place - inSlices) / 4 > inSlices)
    return "arrays that one pointer reaches lie far apart";
  return nullptr;
}

} // namespace xc::rt
