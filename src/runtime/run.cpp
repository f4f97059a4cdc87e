/// SPDX-License-Identifier: Apache-2.0
#include "runtime/run.h"

#include <errno.h>

namespace xc::rt {

void Run::items(int64_t lo, int64_t hi, void *partial) const {
  static_assert(kMostItemBits + 16 <= 64, "item and errno share a word");
  errno = 0;
  block.body(captures, lo, hi, partial);
  if (errno == 0)
    return;
  const uint64_t error = uint64_t(lo) << 16 | (uint64_t(errno) & 0xffff);
  uint64_t known = lastError.load(std::memory_order_relaxed);
  while (known >> 16 <= uint64_t(lo) && !lastError.compare_exchange_weak(known, error, std::memory_order_relaxed))
    ;
}

/// Instructions that a unit should have at least for each thread. When all of them claim units at once they take turns,
/// and each turn takes some 100 ns.
constexpr uint64_t kLeastUnitWork = 500;
/// Units per thread. A guided share is a quarter of a thread's part of what is left, the last shares are one unit: with
/// 64 the end of a run is uneven by a 64th of a thread's part.
constexpr uint32_t kUnitsPerThread = 64;
constexpr uint32_t kUnevenUnitsPerThread = 256;

uint32_t unitsFor(const Run &run, unsigned threads) {
  uint64_t units = threads * (run.block.flags & XCRT_UNEVEN ? kUnevenUnitsPerThread : kUnitsPerThread);
  const uint64_t worth = run.work / (kLeastUnitWork * threads) + 1;
  units = units < worth ? units : worth;
  units = units < uint64_t(run.n) ? units : uint64_t(run.n);
  return units < kMostUnits ? uint32_t(units) : kMostUnits;
}

static int64_t dividedUp(int64_t n, int64_t divisor) { return n / divisor + (n % divisor != 0); }

Grains grainsOf(int64_t n) {
  constexpr int64_t kSmall = int64_t(1) << 20;
  int64_t size = dividedUp(n, 256);
  if (n > kSmall) {
    size = dividedUp(n, 4096);
    size = size > 4096 ? size : 4096;
  }
  const int64_t count = dividedUp(n, size);
  static_assert(kMostUnits >= 4096, "grains are units of a task");
  return {size, uint32_t(count)};
}

} // namespace xc::rt
