/// \file Reads numbers from bytes that nobody vouches for. [bare]
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

namespace xc {

/// Bytes in memory, not owned.
struct Bytes {
  const unsigned char *data = nullptr;
  uint64_t size = 0;

  /// `length` bytes from `offset` on; false if they do not lie inside.
  bool part(uint64_t offset, uint64_t length, Bytes &result) const {
    if (offset > size || length > size - offset)
      return false;
    result = {data + offset, length};
    return true;
  }
};

/// Reads little-endian numbers from front to back. Behind the end everything is zero and isComplete() false.
class ByteReader {
public:
  explicit ByteReader(Bytes bytes) : bytes(bytes) {}

  bool isComplete() const { return complete; }

  template <class... Numbers> void operator()(Numbers &...numbers) { (read(numbers), ...); }

private:
  template <class Number> void read(Number &number) {
    uint64_t value = 0;
    Bytes field;
    if (!bytes.part(place, sizeof number, field))
      complete = false;
    else
      for (unsigned i = 0; i < sizeof number; ++i)
        value |= uint64_t(field.data[i]) << (8 * i);
    place += sizeof number;
    number = Number(value);
  }

  Bytes bytes;
  uint64_t place = 0;
  bool complete = true;
};

/// How many bytes the numbers that pass through take.
class ByteCounter {
public:
  template <class... Numbers> constexpr void operator()(Numbers &...) { count += (0 + ... + sizeof(Numbers)); }
  constexpr uint64_t size() const { return count; }

private:
  uint64_t count = 0;
};

} // namespace xc
