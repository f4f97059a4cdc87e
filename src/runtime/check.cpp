/// SPDX-License-Identifier: Apache-2.0
#include "runtime/check.h"

#include "base/text.h"
#include "runtime/cores.h"
#include "runtime/devices/offload.h"
#include "runtime/partials.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

namespace xc::rt {

/// Copies above this size (bytes) are made only if they fit twice into the memory that is free: the kernel hands out
/// more than it has, and ends programs when it runs out.
constexpr uint64_t kSmallCopies = uint64_t(64) << 20;

/// Estimate of the work for the block's run, so that it is cut into many tiles and wakes all helpers.
constexpr uint64_t kPlentyOfWork = uint64_t(1) << 40;

namespace {

/// What a block writes, kept aside.
class Copies {
public:
  explicit Copies(const Run &run) : run(run) {}
  ~Copies() { os::release(memory); }
  Copies(const Copies &) = delete;
  Copies &operator=(const Copies &) = delete;

  /// Copies all written ranges. Returns null, or why it cannot.
  const char *take();
  /// Keeps what is there now as the block's results and puts back what was there before.
  void swapBack();
  /// Tells the user about each array in which the memory differs from the block's results; returns how many do.
  unsigned reportDifferences() const;

private:
  bool written(uint32_t array) const { return run.block.arrays[array].access & XCRT_WRITTEN; }
  uint64_t sizeOf(uint32_t array) const { return ranges[array].hi - ranges[array].lo; }
  void compare(uint32_t array, const unsigned char *block, unsigned &differing) const;
  int64_t itemThatTouches(uint32_t array, uint64_t address) const;

  const Run &run;
  void *memory = nullptr;
  xcrt_range *ranges = nullptr;    ///< Of all items, by array.
  xcrt_range *subranges = nullptr; ///< Room for those of some items.
  unsigned char *before = nullptr; ///< The written ranges, one behind the other.
  unsigned char *after = nullptr;
};

} // namespace

static unsigned char *bytesAt(uint64_t address) { return reinterpret_cast<unsigned char *>(uintptr_t(address)); }

const char *Copies::take() {
  const xcrt_block &block = run.block;
  memory = os::allocate(2 * sizeof(xcrt_range) * block.array_count + 1);
  if (!memory)
    return "no memory for copies";
  ranges = static_cast<xcrt_range *>(memory);
  subranges = ranges + block.array_count;
  if (!evaluateFootprint(block, run.captures, 0, run.n, ranges))
    return "an address overflows";

  uint64_t bytes = 0;
  for (uint32_t i = 0; i < block.array_count; ++i)
    if (written(i) && (ranges[i].hi < ranges[i].lo || __builtin_add_overflow(bytes, sizeOf(i), &bytes)))
      return "an array of unknown extent is written";
  if (bytes > UINT64_MAX / 4 || (bytes > kSmallCopies && os::freeMemory() / 2 < 2 * bytes))
    return "no memory for copies";
  void *larger = os::allocate(2 * sizeof(xcrt_range) * block.array_count + 2 * bytes + 1);
  if (!larger)
    return "no memory for copies";
  memcpy(larger, memory, 2 * sizeof(xcrt_range) * block.array_count);
  os::release(memory);
  memory = larger;
  ranges = static_cast<xcrt_range *>(memory);
  subranges = ranges + block.array_count;
  before = reinterpret_cast<unsigned char *>(subranges + block.array_count);
  after = before + bytes;

  unsigned char *copy = before;
  for (uint32_t i = 0; i < block.array_count; ++i)
    if (written(i)) {
      if (!os::copyIfReadable(copy, bytesAt(ranges[i].lo), sizeOf(i)))
        return "a part of a written range is not there";
      copy += sizeOf(i);
    }
  return nullptr;
}

void Copies::swapBack() {
  // First all are kept, then all put back: ranges may overlap.
  unsigned char *result = after;
  for (uint32_t i = 0; i < run.block.array_count; ++i)
    if (written(i)) {
      memcpy(result, bytesAt(ranges[i].lo), sizeOf(i));
      result += sizeOf(i);
    }
  // Only what the block changed is written: a range may hold bytes that it never touches, and other threads may.
  const unsigned char *old = before;
  for (uint32_t i = 0; i < run.block.array_count; ++i) {
    if (!written(i))
      continue;
    unsigned char *bytes = bytesAt(ranges[i].lo);
    for (uint64_t k = 0; k < sizeOf(i); ++k)
      if (bytes[k] != old[k])
        bytes[k] = old[k];
    old += sizeOf(i);
  }
}

/// Whether the bits are a NaN of the type that has this size. Which NaN an operation gives depends on how its operands
/// were ordered by the compiler, so all count as equal.
static bool isNan(const unsigned char *bytes, uint64_t size) {
  if (size == 4) {
    uint32_t bits;
    memcpy(&bits, bytes, 4);
    return (bits & 0x7fffffff) > 0x7f800000;
  }
  if (size == 8) {
    uint64_t bits;
    memcpy(&bits, bytes, 8);
    return (bits & ~(uint64_t(1) << 63)) > uint64_t(0x7ff) << 52;
  }
  return false;
}

static bool sameElement(const unsigned char *left, const unsigned char *right, uint64_t size) {
  return memcmp(left, right, size) == 0 || (isNan(left, size) && isNan(right, size));
}

/// Prints an element as bits and as what they may mean.
static void printValue(Text &line, const unsigned char *bytes, uint64_t size) {
  if (size != 1 && size != 2 && size != 4 && size != 8) {
    line << "0x";
    for (uint64_t i = 0; i < size && i < 16; ++i) {
      Text byte;
      byte << Hex{bytes[i], 2};
      line << byte.data() + 2;
    }
    return;
  }
  uint64_t bits = 0;
  int64_t number = 0;
  char real[40] = "";
  if (size == 1) {
    bits = bytes[0];
    number = int8_t(bits);
  } else if (size == 2) {
    uint16_t value;
    memcpy(&value, bytes, 2);
    bits = value;
    number = int16_t(value);
  } else if (size == 4) {
    uint32_t value;
    float single;
    memcpy(&value, bytes, 4);
    memcpy(&single, bytes, 4);
    bits = value;
    number = int32_t(value);
    snprintf(real, sizeof real, " or %.9g", double(single));
  } else {
    double twice;
    memcpy(&bits, bytes, 8);
    memcpy(&twice, bytes, 8);
    number = int64_t(bits);
    snprintf(real, sizeof real, " or %.17g", twice);
  }
  line << Hex{bits, unsigned(2 * size)} << " (" << number << real << ")";
}

static Text &startMessage(Text &line, const Run &run) {
  line << "xcc: check: " << run.block.name;
  if (*run.block.file)
    line << " (" << run.block.file << ":" << run.block.line << ":" << run.block.column << ")";
  return line << ": ";
}

static void endMessage(Text &line, const unsigned char *block, const unsigned char *plain, uint64_t size) {
  line << ": block ";
  printValue(line, block, size);
  line << ", plain loop ";
  printValue(line, plain, size);
}

int64_t Copies::itemThatTouches(uint32_t array, uint64_t address) const {
  auto touched = [&](int64_t lo, int64_t hi) {
    return evaluateFootprint(run.block, run.captures, lo, hi, subranges) && subranges[array].lo <= address &&
           address < subranges[array].hi;
  };
  int64_t lo = 0, hi = run.n;
  while (hi - lo > 1) {
    const int64_t middle = lo + (hi - lo) / 2;
    (touched(lo, middle) ? hi : lo) = middle;
  }
  return touched(lo, hi) ? lo : -1;
}

/// Compares the block's results in one array with the memory.
void Copies::compare(uint32_t array, const unsigned char *block, unsigned &differing) const {
  const unsigned char *plain = bytesAt(ranges[array].lo);
  const uint64_t size = sizeOf(array);
  const uint64_t element = run.block.arrays[array].element != 0 ? run.block.arrays[array].element : 1;
  if (memcmp(block, plain, size) == 0)
    return;
  uint64_t first = size, count = 0;
  for (uint64_t offset = 0; offset < size; offset += element)
    if (!sameElement(block + offset, plain + offset, element < size - offset ? element : size - offset)) {
      first = first == size ? offset : first;
      ++count;
    }
  if (count == 0)
    return;

  ++differing;
  Text line;
  startMessage(line, run) << "array '" << run.block.arrays[array].name << "' differs at byte " << first << ", element "
                          << first / element;
  const int64_t item = itemThatTouches(array, ranges[array].lo + first);
  if (item >= 0)
    line << ", item " << item;
  endMessage(line, block + first, plain + first, element < size - first ? element : size - first);
  line << "; " << count << (count == 1 ? " element differs" : " elements differ") << ", the plain result is kept\n";
  os::writeError(line.data(), line.size());
}

unsigned Copies::reportDifferences() const {
  unsigned differing = 0;
  const unsigned char *block = after;
  for (uint32_t i = 0; i < run.block.array_count; ++i)
    if (written(i)) {
      compare(i, block, differing);
      block += sizeOf(i);
    }
  return differing;
}

/// Compares two reduction records. What is in them is not known: the numbers may have 4 or 8 bytes.
static bool reportRecordDifference(const Run &run, const unsigned char *block, const unsigned char *plain) {
  const uint64_t size = run.block.result_size;
  for (uint64_t offset = 0; offset < size;) {
    const uint64_t left = size - offset;
    if (left >= 8 && sameElement(block + offset, plain + offset, 8)) {
      offset += 8;
      continue;
    }
    const uint64_t step = left < 4 ? left : 4;
    if (sameElement(block + offset, plain + offset, step)) {
      offset += step;
      continue;
    }
    const uint64_t start = offset / 8 * 8, shown = size - start < 8 ? size - start : 8;
    Text line;
    startMessage(line, run) << "the reduction differs at byte " << offset << " of its record";
    endMessage(line, block + start, plain + start, shown);
    line << ", the plain result is kept\n";
    os::writeError(line.data(), line.size());
    return true;
  }
  return false;
}

static Outcome notChecked(const Run &run, Root &root, const char *why) {
  if (firstTime(root, SaidNoCopies)) {
    Text line;
    startMessage(line, run) << "not checked: " << why << "\n";
    os::writeError(line.data(), line.size());
  }
  return run.fixedTree() ? runGrainsAlone(run) : Outcome{.why = why};
}

/// Runs the block whose results are to be compared.
static Outcome runChecked(const Run &run, Root &root, const Settings &settings, unsigned threads)
    XC_REQUIRES(root.pool.ownership) {
  OnDevice onDevice;
  if (settings.device != DeviceChoice::None && run.block.kernels) {
    const Outcome outcome = runOnDevice(run, root, settings.device);
    if (outcome.ran)
      return outcome;
    onDevice = outcome.onDevice;
  }
  Outcome outcome = runOnCores(run, root.pool, threads, Order::Backward);
  outcome.onDevice = onDevice;
  return outcome;
}

Outcome runCheck(const Run &run, Root &root, const Settings &settings, unsigned threads) {
  // Tiles from the last to the first: what depends on an earlier item fails even on one thread.
  if (run.block.flags & XCRT_INEXACT) {
    Outcome outcome = runOnCores(run, root.pool, threads, Order::Backward);
    outcome.how = "check";
    outcome.why =
        outcome.ran ? "not compared, floating-point results may differ by the options it was built with" : outcome.why;
    return outcome;
  }

  Copies copies(run);
  Partials records;
  if (const char *why = copies.take())
    return notChecked(run, root, why);
  if (run.reduces() && !records.reserve(run.block, 2))
    return notChecked(run, root, "no memory for copies");
  const size_t recordSize = run.block.result_size;
  void *const blockRecord = run.reduces() ? records[0] : nullptr;
  if (run.reduces())
    memcpy(blockRecord, run.result, recordSize);
  const Run blockRun = {run.block, run.captures, run.n, kPlentyOfWork, blockRecord};
  Outcome outcome = runChecked(blockRun, root, settings, threads);
  outcome.how = "check";
  if (!outcome.ran)
    return outcome; // Nothing was done yet.
  copies.swapBack();
  run.lastError.store(blockRun.lastError.load(std::memory_order_relaxed), std::memory_order_relaxed);

  const bool ranThere = outcome.onDevice.device && outcome.onDevice.status.isOk();
  const bool compares = !ranThere || !outcome.onDevice.mayDiffer;
  errno = 0;
  unsigned differing = 0;
  if (run.fixedTree()) {
    // The value of a fixed tree is not the plain loop's, and it is what the program must get.
    memcpy(records[1], run.result, recordSize);
    run.block.serial(run.captures, run.n, records[1]);
    memcpy(run.result, blockRecord, recordSize);
  } else {
    run.block.serial(run.captures, run.n, run.result);
    if (run.reduces() && compares)
      differing += reportRecordDifference(run, static_cast<unsigned char *>(blockRecord),
                                          static_cast<unsigned char *>(run.result));
  }
  if (ranThere) // Devices know nothing of errno.
    run.lastError.store(uint64_t(errno) & 0xffff, std::memory_order_relaxed);
  if (!compares) {
    outcome.why = "not compared, math functions of the device may differ in their last bits";
    return outcome;
  }
  differing += copies.reportDifferences();
  outcome.why = differing != 0 ? "DIFFERS from the plain loop" : "same as the plain loop";
  return outcome;
}

} // namespace xc::rt
