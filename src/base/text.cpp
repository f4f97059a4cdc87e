/// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

namespace xc {

void Text::put(char character) {
  if (length + 1 == kCapacity) {
    // The end of a cut line is still the end of a line.
    if (character == '\n')
      characters[length - 1] = character;
    return;
  }
  characters[length++] = character;
  characters[length] = '\0';
}

void Text::putDigits(uint64_t number, unsigned base, unsigned leastDigits) {
  char digits[20]; // 2^64 has 20 decimal digits.
  unsigned count = 0;
  do {
    digits[count++] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number != 0);
  for (unsigned i = count; i < leastDigits; ++i)
    put('0');
  while (count != 0)
    put(digits[--count]);
}

Text &Text::operator<<(const char *text) {
  for (; *text; ++text)
    put(*text);
  return *this;
}

Text &Text::operator<<(uint64_t number) {
  putDigits(number, 10, 1);
  return *this;
}

Text &Text::operator<<(int64_t number) {
  if (number < 0)
    put('-');
  putDigits(number < 0 ? 0 - uint64_t(number) : uint64_t(number), 10, 1);
  return *this;
}

Text &Text::operator<<(Hex number) {
  *this << "0x";
  putDigits(number.value, 16, number.digits);
  return *this;
}

Text &Text::operator<<(Hundredths number) {
  putDigits(number.value / 100, 10, 1);
  put('.');
  putDigits(number.value % 100, 10, 2);
  return *this;
}

} // namespace xc
