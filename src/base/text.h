/// \file A line of text of bounded length, built without allocation and without stdio. [bare]
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace xc {

/// A number to print as 0x… with exactly `digits` digits.
struct Hex {
  uint64_t value;
  unsigned digits;
};

/// A number of hundredths to print with two decimals.
struct Hundredths {
  uint64_t value;
};

/// Text that is too long is cut, never refused: what is printed here are messages.
class Text {
public:
  Text &operator<<(const char *text);
  Text &operator<<(uint64_t number);
  Text &operator<<(int64_t number);
  Text &operator<<(unsigned number) { return *this << uint64_t(number); }
  Text &operator<<(int number) { return *this << int64_t(number); }
  Text &operator<<(Hex number);
  Text &operator<<(Hundredths number);

  /// The text so far, ended by a zero that size() does not count.
  const char *data() const { return characters; }
  size_t size() const { return length; }

  static constexpr size_t kCapacity = 512;

private:
  void put(char character);
  void putDigits(uint64_t number, unsigned base, unsigned leastDigits);

  size_t length = 0;
  char characters[kCapacity] = "";
};

} // namespace xc
