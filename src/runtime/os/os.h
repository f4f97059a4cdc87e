/// \file All that the runtime asks of the operating system. Nothing else in it makes system calls or allocates.
///
/// No function here changes errno: a program may test errno after a loop that has become a block.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <stddef.h>
#include <stdint.h>

namespace xc::rt::os {

/// The calls that can fail, as a test names them.
enum class Call : uint8_t { Allocate, CreateThread, FutexWait, FutexWake, AllowedCpus, ReadFile, AtFork, OpenLibrary };

/// Set by tests only: returns true to let the next call of that kind fail.
extern std::atomic<bool (*)(Call)> failHook;

/// Blocks of memory handed out and not yet released.
extern std::atomic<int64_t> liveAllocations;

/// Memory aligned for any basic type, or null.
void *allocate(size_t bytes);
/// Takes null, too.
void release(void *memory);

/// Copies like memcpy, but returns false where `from` cannot be read as a whole. A range that a block may touch can
/// hold pages that it does not touch and that are not there.
bool copyIfReadable(void *to, const void *from, size_t bytes);

/// How many bytes programs could allocate now without swapping; 0 if the system does not say.
uint64_t freeMemory();
/// The same in the text of /proc/meminfo.
uint64_t freeMemoryIn(const char *text);

/// A monotonic time in nanoseconds.
uint64_t now();

/// Sleeps while the 32 bits at `address` are `expected`, until woken, for at most `timeout` nanoseconds (0: for ever).
/// May also return early for no reason. Returns false once the time is up.
bool futexWait(const void *address, uint32_t expected, uint64_t timeout);
/// Wakes one sleeper on `address`.
void futexWake(const void *address);

/// A set of CPUs by number.
struct CpuSet {
  static constexpr unsigned kMost = 4096;
  uint64_t words[kMost / 64] = {};

  bool contains(unsigned cpu) const { return cpu < kMost && (words[cpu / 64] >> (cpu % 64) & 1); }
  void add(unsigned cpu) { words[cpu / 64] |= uint64_t(1) << (cpu % 64); }
};

/// The CPUs this process may run on; returns how many, 0 if the system does not say.
unsigned allowedCpus(CpuSet &cpus);
/// The CPU the calling thread is on, or a negative number.
int currentCpu();

/// Starts a detached thread on `cpus` that runs `main(argument)` with all asynchronous signals blocked, so that the
/// program's signal handlers run on the program's own threads.
bool createThread(void *(*main)(void *), void *argument, const CpuSet &cpus);
/// Names the calling thread; at most 15 characters count.
void nameThread(const char *name);
/// Which thread this is; no two that live at the same time are the same.
uintptr_t currentThread();
/// Which process this is; no two that live at the same time in one namespace are the same. Neither 0 nor ~0.
uint32_t currentProcess();
/// Lets another thread run.
void yield();

/// Registers functions to be called around each fork() of the program.
bool atFork(void (*before)(), void (*inParent)(), void (*inChild)());
/// Keeps the shared object that holds `code` in memory to the end of the process.
void keepLoaded(const void *code);

/// Opens a shared library, which then stays to the end of the process; null if there is none of that name, or if this
/// program has no dynamic loader.
void *openLibrary(const char *name);
/// The address of one of its symbols, or null.
void *librarySymbol(void *library, const char *name);

/// Reads a small file into `buffer` as a string; returns false if that failed or it does not fit.
bool readFile(const char *path, char *buffer, size_t size);
/// A variable of the environment, or null.
const char *environment(const char *name);
/// True in a set-user-id program, which must not believe its environment.
bool privileged();
/// Writes a whole line to standard error with one system call; never ends the program, not even by SIGPIPE.
void writeError(const char *text, size_t size);

/// Tells the processor that this is a waiting loop.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

} // namespace xc::rt::os
