/// \file The access oracle: watches every load and store of every block that runs, and reports two different items of
/// one run that touch the same byte, at least one of them writing.
///
/// It shares no idea with the proofs of src/extract: it knows addresses only. A program is compiled by
///
///     xcc --xc-gate=0 -O2 -g -fsanitize=thread
///
/// so that LLVM calls __tsan_read4(), __tsan_write8(), ... around each access, and is linked with this file, which
/// defines those functions, instead of ThreadSanitizer's runtime; -Wl,--wrap=xcrt_run lets us see each run first. The
/// runtime evaluates the guards and runs the block as ever, on one thread, but the block it gets is a copy with another
/// body: that calls the real one for one item after the other. So the program computes what it always does, whatever
/// the oracle finds. tests/oracle/run.py does all this and reads what is printed at the end.
///
/// Not watched, since each part of a real run has its own: the body's stack, with its copies of work arrays, and the
/// record of its reductions; that these carry nothing from item to item is what XC_PAR=chaos and check are for. A block
/// inside another one is part of the other's items. What the instrumentation leaves out, like a read in front of a
/// write of the same bytes, cannot hide a conflict. SPDX-License-Identifier: Apache-2.0
#include "xcrt/abi.h"

#include <atomic>
#include <map>
#include <memory>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <tuple>
#include <unordered_map>

extern "C" {
int32_t __real_xcrt_run(const xcrt_block *block, const void *captures, int64_t n, uint64_t work, void *result);
extern const char __executable_start;
}

namespace {

/// What happened to a byte in one run. Items are counted from 1; places are return addresses in the program.
struct Cell {
  uint32_t run;
  uint32_t writer;
  uint32_t reader; ///< The first one, or kMany.
  uint32_t writerPlace, readerPlace;
};
constexpr uint32_t kMany = UINT32_MAX;

constexpr uintptr_t kPageSize = 4096;
struct Page {
  Cell cells[kPageSize];
};

class Shadow {
public:
  Cell &at(uintptr_t address) {
    const uintptr_t number = address / kPageSize;
    if (number != lastNumber || !last) {
      std::unique_ptr<Page> &page = pages[number];
      if (!page)
        page = std::make_unique<Page>(); // Zeroed: run 0 is no run.
      lastNumber = number;
      last = page.get();
    }
    return last->cells[address % kPageSize];
  }

private:
  std::unordered_map<uintptr_t, std::unique_ptr<Page>> pages;
  uintptr_t lastNumber = 0;
  Page *last = nullptr;
};

struct Totals {
  uint64_t runs = 0, items = 0, conflicts = 0;
};

/// The run that is watched; one at a time.
struct Watched {
  const xcrt_block *block;
  uint32_t number = 0;
  uint32_t item = 0; ///< The one that is running, 0 between items.
  uintptr_t stack;   ///< Above the frames of the body.
  uintptr_t record;
};

struct Oracle {
  Shadow shadow;
  Watched run = {};
  std::unordered_map<const xcrt_block *, Totals> blocks;
  /// Conflicts by what they have in common, each with its first pair of items and how many bytes met.
  std::map<std::tuple<const xcrt_block *, const char *, uint32_t, uint32_t>, std::pair<std::string, uint64_t>>
      conflicts;
  uint64_t accesses = 0;

  Oracle() {
    setenv("XC_PAR", "cpu", 1);
    setenv("XC_PAR_THREADS", "1", 1);
  }
  void report() const;
  void noteConflict(const char *kind, uint32_t earlier, uint32_t earlierPlace, uint32_t place, uintptr_t address);
};

/// Lives as long as the process: constructors and destructors of the program may run blocks.
Oracle &theOracle() {
  static Oracle &oracle = *new Oracle;
  return oracle;
}
__attribute__((destructor)) void reportAtTheEnd() { theOracle().report(); }

std::atomic<bool> busy;
thread_local bool watching; ///< This thread runs an item of the watched run.

} // namespace

void Oracle::noteConflict(const char *kind, uint32_t earlier, uint32_t earlierPlace, uint32_t place,
                          uintptr_t address) {
  ++blocks[run.block].conflicts;
  auto &[text, bytes] = conflicts[{run.block, kind, earlierPlace, place}];
  ++bytes;
  if (!text.empty())
    return;
  char line[200];
  snprintf(line, sizeof line, "items %u and %u %s the byte at 0x%llx, at 0x%x and 0x%x", earlier - 1, run.item - 1,
           kind, static_cast<unsigned long long>(address), earlierPlace, place);
  text = line;
}

void Oracle::report() const {
  for (const auto &[key, conflict] : conflicts) {
    const xcrt_block *block = std::get<0>(key);
    fprintf(stderr, "oracle: conflict: %s (%s:%u:%u): %s; %llu bytes\n", block->name, block->file, block->line,
            block->column, conflict.first.c_str(), static_cast<unsigned long long>(conflict.second));
  }
  Totals all;
  for (const auto &[block, totals] : blocks) {
    fprintf(stderr, "oracle: block: %s (%s:%u:%u): %llu runs, %llu items, %llu conflicts\n", block->name, block->file,
            block->line, block->column, static_cast<unsigned long long>(totals.runs),
            static_cast<unsigned long long>(totals.items), static_cast<unsigned long long>(totals.conflicts));
    all.runs += totals.runs;
    all.items += totals.items;
    all.conflicts += totals.conflicts;
  }
  fprintf(stderr, "oracle: %zu blocks, %llu runs, %llu items, %llu accesses, %llu conflicts\n", blocks.size(),
          static_cast<unsigned long long>(all.runs), static_cast<unsigned long long>(all.items),
          static_cast<unsigned long long>(accesses), static_cast<unsigned long long>(all.conflicts));
}

/// One access of an item. `place` is where it returns to.
static void access(uintptr_t address, uintptr_t size, bool writes, const void *returnsTo) {
  if (!watching)
    return;
  Oracle &oracle = theOracle();
  Watched &run = oracle.run;
  const uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if ((here <= address && address < run.stack) || address - run.record < run.block->result_size)
    return;
  ++oracle.accesses;
  // One byte back, so that it is within the call and its source line.
  const uint32_t place = uint32_t(static_cast<const char *>(returnsTo) - &__executable_start - 1);
  for (const uintptr_t end = address + size; address < end; ++address) {
    Cell &cell = oracle.shadow.at(address);
    if (cell.run != run.number)
      cell = {run.number, 0, 0, 0, 0};
    if (cell.writer != 0 && cell.writer != run.item)
      oracle.noteConflict(writes ? "both write" : "write and read", cell.writer, cell.writerPlace, place, address);
    if (writes) {
      if (cell.reader != 0 && cell.reader != run.item)
        oracle.noteConflict("read and write", cell.reader == kMany ? 1 : cell.reader, cell.readerPlace, place, address);
      cell.writer = run.item;
      cell.writerPlace = place;
    } else if (cell.reader != run.item) {
      cell.reader = cell.reader == 0 ? run.item : kMany;
      cell.readerPlace = place;
    }
  }
}

/// The body of the block that the runtime sees: items lo .. hi-1, each one watched.
static void watchedBody(const void *captures, int64_t lo, int64_t hi, void *result) {
  Oracle &oracle = theOracle();
  Watched &run = oracle.run;
  run.stack = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  run.record = reinterpret_cast<uintptr_t>(result);
  for (int64_t item = lo; item < hi; ++item) {
    run.item = uint32_t(item + 1);
    watching = true;
    run.block->body(captures, item, item + 1, result);
    watching = false;
  }
  oracle.blocks[run.block].items += uint64_t(hi - lo);
}

extern "C" int32_t __wrap_xcrt_run(const xcrt_block *block, const void *captures, int64_t n, uint64_t work,
                                   void *result) {
  if (n >= kMany || watching || busy.exchange(true))
    return __real_xcrt_run(block, captures, n, work, result);
  Oracle &oracle = theOracle();
  oracle.run.block = block;
  ++oracle.run.number;
  xcrt_block copy = *block;
  copy.body = watchedBody;
  const int32_t ran = __real_xcrt_run(&copy, captures, n, work, result);
  if (ran)
    ++oracle.blocks[block].runs;
  busy = false;
  return ran;
}

#define WATCH(name, size, writes)                                                                                      \
  extern "C" void __tsan_##name(void *address) {                                                                       \
    access(reinterpret_cast<uintptr_t>(address), size, writes, __builtin_return_address(0));                           \
  }
#define WATCH_SIZE(size)                                                                                               \
  WATCH(read##size, size, false)                                                                                       \
  WATCH(write##size, size, true)                                                                                       \
  WATCH(unaligned_read##size, size, false)                                                                             \
  WATCH(unaligned_write##size, size, true)

WATCH_SIZE(1)
WATCH_SIZE(2)
WATCH_SIZE(4)
WATCH_SIZE(8)
WATCH_SIZE(16)
WATCH(vptr_read, sizeof(void *), false)

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}

void __tsan_vptr_update(void **address, void *) {
  access(reinterpret_cast<uintptr_t>(address), sizeof(void *), true, __builtin_return_address(0));
}

void *__tsan_memset(void *to, int value, size_t size) {
  access(reinterpret_cast<uintptr_t>(to), size, true, __builtin_return_address(0));
  return memset(to, value, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size) {
  access(reinterpret_cast<uintptr_t>(from), size, false, __builtin_return_address(0));
  access(reinterpret_cast<uintptr_t>(to), size, true, __builtin_return_address(0));
  return memmove(to, from, size);
}

void *__tsan_memcpy(void *to, const void *from, size_t size) {
  access(reinterpret_cast<uintptr_t>(from), size, false, __builtin_return_address(0));
  access(reinterpret_cast<uintptr_t>(to), size, true, __builtin_return_address(0));
  return memcpy(to, from, size);
}
}
