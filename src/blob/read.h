/// \file Reads a blob where it lies: checks everything once, copies and allocates nothing. [bare]
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "blob/format.h"

namespace xc::blob {

/// A kernel of a blob.
struct KernelView {
  Kind form;
  uint32_t variant;
  Kernel kernel;
  const char *name; ///< Of its entry.
  Bytes code;       ///< Texts with the zero at their end.
};

/// A blob that has been found to be whole. Lives as long as the bytes.
class View {
public:
  /// Checks the bytes. Null if the blob may be used, else what is wrong with it.
  static const char *open(Bytes bytes, View &view);
  /// The same without the checksum, for bytes that are part of the program: nothing leads outside all the same.
  static const char *openOwn(Bytes bytes, View &view);
  /// Whether the checksum is that of the bytes.
  bool isIntact() const;
  /// The size that a blob claims to have, so that it can be found without knowing that; 0 if none begins here.
  static uint64_t claimedSize(Bytes bytes);

  uint64_t size() const { return blob.size; }
  uint64_t checksum() const { return preamble.checksum; }
  const Header &header() const { return head; }

  const char *string(uint32_t place) const { return reinterpret_cast<const char *>(strings.data + place); }
  Array array(uint32_t index) const { return entry<Array>(arrays, index); }
  Pointer pointer(uint32_t index) const { return entry<Pointer>(pointers, index); }
  Scalar scalar(uint32_t index) const { return entry<Scalar>(scalars, index); }
  Reduction reduction(uint32_t index) const { return entry<Reduction>(reductions, index); }

  uint32_t sections() const { return preamble.sections; }
  Section section(uint32_t index) const { return entry<Section>(directory, index); }
  /// The kernel in a section; false if it is of another kind, or of one not known here.
  bool kernelIn(const Section &section, KernelView &kernel) const;
  /// The kernel of that form and variant; false if there is none.
  bool find(Kind form, uint32_t variant, KernelView &kernel) const;

private:
  template <class Entry> static Entry entry(Bytes table, uint32_t index) {
    Entry result = {};
    Bytes bytes;
    if (table.part(index * sizeOf<Entry>(), sizeOf<Entry>(), bytes)) {
      ByteReader reader(bytes);
      layout(reader, result);
    }
    return result;
  }
  const char *openHeader(Bytes bytes);
  const char *checkHeader() const;
  const char *openKernel(const Section &section, KernelView &kernel) const;

  Bytes blob;
  Preamble preamble = {};
  Header head = {};
  Bytes directory, arrays, pointers, scalars, reductions, strings;
};

} // namespace xc::blob
