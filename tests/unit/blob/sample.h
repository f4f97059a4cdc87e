/// \file A blob with everything in it.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "blob/write.h"

namespace xc::blob {

inline Content sampleContent() {
  Content content;
  content.name = "sample.par.12";
  content.header.flags = UsesFloats;
  content.header.dims = 2;
  content.header.recordSize = 40;
  content.header.captureSize = 32;
  content.header.resultSize = 16;
  content.header.resultAlign = 8;
  content.header.guards = 3;
  content.header.workPerItem = 17;
  content.header.readPerItem = 12;
  content.header.writtenPerItem = 4;
  content.arrays = {{{0, Read, 4, 4}, "in"}, {{0, Written | Whole, 8, 8}, "out"}, {{0, Read, 1, 5}, "table"}};
  content.pointers = {{0, 0, Pointer::Captured}, {8, 1, Pointer::Captured}, {32, 2, Pointer::Object}};
  content.scalars = {{16, uint32_t(Type::I64)}, {24, uint32_t(Type::F32)}};
  content.reductions = {{0, uint32_t(Type::I64), Reduction::Add}, {8, uint32_t(Type::F32), Reduction::FAdd}};
  Content::Code ptx;
  ptx.groupSize = 256;
  ptx.order = uint32_t(Order::Grains);
  ptx.needs = Int64 | Float64;
  ptx.entry = "sample";
  ptx.code = "// text of the kernel\n";
  Content::Code spirv = ptx;
  spirv.form = Kind::Spirv;
  spirv.order = uint32_t(Order::Strided);
  spirv.mostItems = uint64_t(1) << 31;
  spirv.code = std::string("\3\2#\7\0\0\0\0", 8);
  Content::Code unrolled = ptx;
  unrolled.variant = 1;
  unrolled.code = "// four at a time\n";
  content.kernels = {spirv, unrolled, ptx};
  return content;
}

inline Bytes bytesOf(const std::string &text) {
  return {reinterpret_cast<const unsigned char *>(text.data()), text.size()};
}

} // namespace xc::blob
