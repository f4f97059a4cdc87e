/// \file Any bytes can be opened as a blob, and what a view gives out lies inside them.
/// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"
#include "blob/read.h"

#include <cstdlib>
#include <cstring>
#include <vector>

using namespace xc;
using namespace xc::blob;

/// Reads every byte of a string or a code, so that the sanitizer sees where it lies.
static uint64_t sumOf(const char *text) {
  uint64_t sum = 0;
  for (; *text; ++text)
    sum += uint64_t(*text);
  return sum;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A copy that is exactly as large, with a right checksum: no fuzzer finds one.
  std::vector<unsigned char> input(data, data + size);
  const uint64_t behind = kChecksumPlace + 8;
  if (size >= behind) {
    uint64_t claimed = View::claimedSize({input.data(), size});
    claimed = claimed < behind || claimed > size ? size : claimed;
    const uint64_t hash =
        hashBytes(&input[behind == size ? 0 : behind], claimed - behind, hashBytes(input.data(), kChecksumPlace));
    for (unsigned i = 0; i < 8; ++i)
      input[kChecksumPlace + i] = (unsigned char)(hash >> (8 * i));
  }
  View view;
  if (View::open({input.data(), input.size()}, view))
    return 0;
  volatile uint64_t sum = sumOf(view.string(view.header().name));
  for (uint32_t i = 0; i < view.header().arrays; ++i)
    sum = sum + sumOf(view.string(view.array(i).name));
  for (uint32_t i = 0; i < view.header().pointers; ++i) {
    const Pointer pointer = view.pointer(i);
    if (pointer.array >= view.header().arrays || pointer.place + 8 > view.header().recordSize)
      abort();
  }
  for (uint32_t i = 0; i < view.sections(); ++i) {
    KernelView kernel;
    if (!view.kernelIn(view.section(i), kernel))
      continue;
    sum = sum + sumOf(kernel.name) + hashBytes(kernel.code.data, kernel.code.size);
    if (kernel.form != Kind::Spirv && kernel.form != Kind::Spirv32)
      sum = sum + sumOf(reinterpret_cast<const char *>(kernel.code.data));
  }
  return 0;
}
