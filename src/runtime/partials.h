/// \file Room for reduction records, one per tile, each on cache lines of its own.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/os/os.h"
#include "xcrt/abi.h"

namespace xc::rt {

/// Small amounts are part of the object, which lives on the stack; the rest is allocated.
class Partials {
public:
  Partials() = default;
  ~Partials() { os::release(memory); }
  Partials(const Partials &) = delete;
  Partials &operator=(const Partials &) = delete;

  /// Makes room for `count` records of a block. Returns false if there is no memory.
  [[nodiscard]] bool reserve(const xcrt_block &block, uint32_t count) {
    const size_t align = block.result_align > kLine ? block.result_align : kLine;
    stride = (size_t(block.result_size) + align - 1) / align * align;
    base = local;
    const size_t needed = stride * count + (align - kLine);
    if (needed > sizeof local) {
      memory = os::allocate(needed + kLine);
      if (!memory)
        return false;
      base = static_cast<unsigned char *>(memory);
    }
    base += -uintptr_t(base) & (align - 1);
    return true;
  }

  void *operator[](uint32_t index) const { return base + index * stride; }

private:
  static constexpr size_t kLine = 64;

  size_t stride = 0;
  unsigned char *base = nullptr;
  void *memory = nullptr;
  // A program's threads may have as little stack as 16 KiB.
  alignas(kLine) unsigned char local[2048];
};

} // namespace xc::rt
