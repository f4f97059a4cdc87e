/// SPDX-License-Identifier: Apache-2.0
#include "runtime/forms.h"

#include <optional>
#include <string.h>

namespace xc::rt {

namespace {

using Number = std::optional<int64_t>;

/// No object reaches beyond: the upper half of the address space is the kernel's.
constexpr uint64_t kAddressLimit = uint64_t(1) << 62;

/// Reads a table from front to back.
class Reader {
public:
  Reader(const int64_t *table, const void *captures, int64_t counter)
      : next(table), captures(static_cast<const char *>(captures)), counter(counter) {}

  int64_t word() { return *next++; }
  Number polynomial();
  Number bound();

  void setCounter(int64_t value) { counter = value; }
  const int64_t *place() const { return next; }
  void moveTo(const int64_t *place) { next = place; }

private:
  int64_t variable(int64_t which) const {
    if (which == XCRT_COUNTER)
      return counter;
    int64_t value;
    memcpy(&value, captures + which, sizeof value);
    return value;
  }

  const int64_t *next;
  const char *captures;
  int64_t counter;
};

Number Reader::polynomial() {
  const int64_t terms = word();
  int64_t sum = 0;
  bool wraps = terms < 0;
  for (int64_t term = 0; term < terms; ++term) {
    int64_t product = word();
    for (int64_t variables = word(); variables > 0; --variables)
      wraps |= __builtin_mul_overflow(product, variable(word()), &product);
    wraps |= __builtin_add_overflow(sum, product, &sum);
  }
  return wraps ? Number() : sum;
}

Number Reader::bound() {
  Number sum = polynomial();
  const bool isUpper = word();
  for (int64_t clamped = word(); clamped > 0; --clamped) {
    const Number p = polynomial();
    if (!sum || !p)
      sum = {};
    else if ((*p > 0) == isUpper && __builtin_add_overflow(*sum, *p, &*sum))
      sum = {};
  }
  return sum;
}

/// The least (or greatest) of the bounds at the reader's place, at both ends of the counter. Reads all of them.
Number extremeOf(Reader &reader, int64_t bounds, int64_t first, int64_t last, bool isUpper) {
  Number extreme;
  bool exists = true;
  const int64_t *start = reader.place();
  for (int64_t end : {first, last}) {
    reader.moveTo(start);
    reader.setCounter(end);
    for (int64_t i = 0; i < bounds; ++i) {
      const Number value = reader.bound();
      exists &= value.has_value();
      if (value && (!extreme || (*value > *extreme) == isUpper))
        extreme = value;
    }
  }
  return exists ? extreme : Number();
}

} // namespace

bool evaluateFootprint(const xcrt_block &block, const void *captures, int64_t lo, int64_t hi, xcrt_range *ranges) {
  Reader reader(block.footprint, captures, 0);
  const Number row = reader.polynomial();
  if (!row || *row < 1)
    return false;
  const int64_t first = lo / *row, last = (hi - 1) / *row;
  for (uint32_t i = 0; i < block.array_count; ++i) {
    const int64_t lowerBounds = reader.word();
    if (lowerBounds == 0) {
      ranges[i] = {0, UINT64_MAX};
      continue;
    }
    const Number low = extremeOf(reader, lowerBounds, first, last, false);
    const int64_t upperBounds = reader.word();
    const Number high = extremeOf(reader, upperBounds, first, last, true);
    if (!low || !high)
      return false;
    const auto object = uint64_t(uintptr_t(block.arrays[i].object));
    // Modulo 2^64 an address below zero is above the limit.
    const uint64_t from = object + uint64_t(*low), to = object + uint64_t(*high);
    if (from > kAddressLimit || to > kAddressLimit)
      return false;
    ranges[i] = {from, to < from ? from : to}; // Inner loops without a trip touch nothing.
  }
  return true;
}

int32_t firstFailure(const xcrt_block &block, const void *captures, int64_t n) {
  if (!block.guard)
    return -1;
  Reader reader(block.guard, captures, n);
  const int64_t conditions = reader.word();
  for (int64_t condition = 0; condition < conditions; ++condition) {
    bool any = false;
    for (int64_t alternatives = reader.word(); alternatives > 0; --alternatives) {
      bool all = true;
      for (int64_t inequalities = reader.word(); inequalities > 0; --inequalities) {
        const Number a = reader.bound(), b = reader.bound();
        all &= a && b && *a <= *b;
      }
      any |= all;
    }
    if (!any)
      return int32_t(condition);
  }
  return -1;
}

} // namespace xc::rt
