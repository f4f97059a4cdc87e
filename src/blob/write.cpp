/// SPDX-License-Identifier: Apache-2.0
#include "blob/write.h"

#include "base/hash.h"
#include "blob/read.h"

#include <algorithm>

namespace xc::blob {

namespace {

/// Appends little-endian numbers.
class ByteWriter {
public:
  template <class... Numbers> void operator()(const Numbers &...numbers) {
    (put(uint64_t(numbers), sizeof numbers), ...);
  }
  void text(const std::string &text) { bytes.append(text.c_str(), text.size() + 1); }
  void append(const std::string &more) { bytes += more; }
  void align() { bytes.resize((bytes.size() + kAlign - 1) / kAlign * kAlign); }

  std::string bytes;

private:
  void put(uint64_t value, size_t size) {
    for (size_t i = 0; i < size; ++i)
      bytes += char(value >> (8 * i));
  }
};

template <class Entry> void put(ByteWriter &writer, Entry entry) { layout(writer, entry); }

std::string headerSection(const Content &content) {
  ByteWriter strings, tables, result;
  strings.text(content.name);
  for (const Content::NamedArray &array : content.arrays) {
    Array entry = array;
    entry.name = uint32_t(strings.bytes.size());
    strings.text(array.text);
    put(tables, entry);
  }
  for (const Pointer &pointer : content.pointers)
    put(tables, pointer);
  for (const Scalar &scalar : content.scalars)
    put(tables, scalar);
  for (const Reduction &reduction : content.reductions)
    put(tables, reduction);
  Header header = content.header;
  header.name = 0;
  header.arrays = uint32_t(content.arrays.size());
  header.pointers = uint32_t(content.pointers.size());
  header.scalars = uint32_t(content.scalars.size());
  header.reductions = uint32_t(content.reductions.size());
  header.stringBytes = uint32_t(strings.bytes.size());
  put(result, header);
  return result.bytes + tables.bytes + strings.bytes;
}

std::string kernelSection(const Content::Code &code) {
  const bool isText = code.form != Kind::Spirv && code.form != Kind::Spirv32;
  Kernel kernel = code;
  kernel.nameSize = uint32_t(code.entry.size() + 1);
  kernel.codeSize = code.code.size() + isText;
  ByteWriter result;
  put(result, kernel);
  result.text(code.entry);
  result.align();
  isText ? result.text(code.code) : result.append(code.code);
  return result.bytes;
}

} // namespace

std::string write(const Content &content) {
  std::vector<const Content::Code *> kernels;
  for (const Content::Code &code : content.kernels)
    kernels.push_back(&code);
  std::sort(kernels.begin(), kernels.end(), [](const Content::Code *a, const Content::Code *b) {
    return a->form != b->form ? a->form < b->form : a->variant < b->variant;
  });

  const uint64_t count = 1 + kernels.size();
  uint64_t place = sizeOf<Preamble>() + count * sizeOf<Section>();
  ByteWriter directory, sections;
  auto add = [&](Kind kind, uint32_t variant, const std::string &bytes) {
    put(directory, Section{kind, variant, place + sections.bytes.size(), bytes.size()});
    sections.append(bytes);
    sections.align();
  };
  static_assert(sizeOf<Preamble>() % kAlign == 0 && sizeOf<Section>() % kAlign == 0);
  add(Kind::Header, 0, headerSection(content));
  for (const Content::Code *code : kernels)
    add(code->form, code->variant, kernelSection(*code));

  Preamble preamble = {kMagic, kVersion, uint16_t(count), place + sections.bytes.size(), 0};
  ByteWriter result;
  put(result, preamble);
  result.append(directory.bytes);
  result.append(sections.bytes);
  auto *data = reinterpret_cast<const unsigned char *>(result.bytes.data());
  const uint64_t behind = kChecksumPlace + 8;
  const uint64_t hash = hashBytes(data + behind, result.bytes.size() - behind, hashBytes(data, kChecksumPlace));
  for (unsigned i = 0; i < 8; ++i)
    result.bytes[kChecksumPlace + i] = char(hash >> (8 * i));

  View view;
  return View::open({data, result.bytes.size()}, view) ? "" : result.bytes;
}

} // namespace xc::blob
