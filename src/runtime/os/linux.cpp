/// \file The operating system layer for Linux.
/// SPDX-License-Identifier: Apache-2.0
#include "runtime/os/os.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// Where these are in a library of their own, programs need not link it. dlopen() itself is looked up by name: a mention
// of it, even a weak one, makes the linker warn about every static program.
extern "C" {
__attribute__((weak)) void *dlsym(void *, const char *) noexcept;
__attribute__((weak)) int dladdr(const void *, Dl_info *) noexcept;

// What pthread_atfork() calls. That one is in a static part of the C library, which a command line with -nostdlib -lc,
// as libtool writes them, has searched already when it comes to the runtime.
int __register_atfork(void (*)(), void (*)(), void (*)(), void *) noexcept;
}

namespace xc::rt::os {

std::atomic<bool (*)(Call)> failHook;
std::atomic<int64_t> liveAllocations;

static bool injectedFailure(Call call) {
  auto *hook = failHook.load(std::memory_order_relaxed);
  return hook && hook(call);
}

// System calls are made as such: names like read() and open() are not C's, so that a C program may have functions of
// its own that are called so, and the runtime is linked with it. Nor is syscall() a cancellation point.

namespace {
/// Restores errno at the end of a function.
struct ErrnoKeeper {
  const int saved = errno;
  ~ErrnoKeeper() { errno = saved; }
};
} // namespace

void *allocate(size_t bytes) {
  const ErrnoKeeper keeper;
  void *memory = injectedFailure(Call::Allocate) ? nullptr : malloc(bytes);
  if (memory)
    liveAllocations.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void release(void *memory) {
  const ErrnoKeeper keeper;
  if (memory)
    liveAllocations.fetch_sub(1, std::memory_order_relaxed);
  free(memory);
}

bool copyIfReadable(void *to, const void *from, size_t bytes) {
  const ErrnoKeeper keeper;
  for (size_t done = 0; done < bytes;) {
    const iovec target = {static_cast<char *>(to) + done, bytes - done};
    iovec source = target;
    source.iov_base = const_cast<char *>(static_cast<const char *>(from)) + done;
    const long copied = syscall(SYS_process_vm_readv, syscall(SYS_getpid), &target, 1L, &source, 1L, 0L);
    if (copied > 0)
      done += size_t(copied);
    else if (copied < 0 && (errno == ENOSYS || errno == EPERM)) { // A sandbox; nearly always all is there.
      memcpy(to, from, bytes);
      return true;
    } else {
      return false;
    }
  }
  return true;
}

uint64_t freeMemoryIn(const char *text) {
  const char *line = strstr(text, "MemAvailable:");
  return line ? strtoull(line + strlen("MemAvailable:"), nullptr, 10) * 1024 : 0;
}

uint64_t freeMemory() {
  const ErrnoKeeper keeper;
  char text[4096];
  return readFile("/proc/meminfo", text, sizeof text) ? freeMemoryIn(text) : 0;
}

uint64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
}

bool futexWait(const void *address, uint32_t expected, uint64_t timeout) {
  const ErrnoKeeper keeper;
  timespec time = {time_t(timeout / 1'000'000'000), long(timeout % 1'000'000'000)};
  if (!injectedFailure(Call::FutexWait)) {
    if (syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, timeout != 0 ? &time : nullptr, nullptr, 0) == 0 ||
        errno == EAGAIN || errno == EINTR)
      return true;
    if (errno == ETIMEDOUT)
      return false;
  }
  // A sandbox without futexes: poll, but slowly, so that an idle program stays idle.
  const timespec pause = {0, 1'000'000};
  syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &pause, nullptr);
  return true;
}

void futexWake(const void *address) {
  const ErrnoKeeper keeper;
  if (!injectedFailure(Call::FutexWake))
    syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

unsigned allowedCpus(CpuSet &cpus) {
  const ErrnoKeeper keeper;
  cpus = {};
  if (injectedFailure(Call::AllowedCpus))
    return 0;
  // Of the process, not of the calling thread, which the program may have bound to one CPU for its own reasons. The
  // system call itself, unlike the C library's wrapper, says how much it wrote.
  if (syscall(SYS_sched_getaffinity, syscall(SYS_getpid), sizeof cpus.words, cpus.words) < 0)
    return 0;
  unsigned count = 0;
  for (uint64_t word : cpus.words)
    count += unsigned(__builtin_popcountll(word));
  return count;
}

int currentCpu() {
  const ErrnoKeeper keeper;
  return sched_getcpu();
}

/// All asynchronous signals; those that a thread raises by what it executes stay with the thread.
static void asynchronousSignals(sigset_t &set) {
  sigfillset(&set);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS})
    sigdelset(&set, signal);
}

bool createThread(void *(*main)(void *), void *argument, const CpuSet &cpus) {
  const ErrnoKeeper keeper;
  pthread_attr_t attributes;
  if (injectedFailure(Call::CreateThread) || pthread_attr_init(&attributes) != 0)
    return false;

  // Items of a block may use as much stack as they could on the main thread.
  constexpr size_t kLeastStack = size_t(8) << 20;
  size_t stack = 0;
  if (pthread_attr_getstacksize(&attributes, &stack) == 0 && stack < kLeastStack)
    pthread_attr_setstacksize(&attributes, kLeastStack);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setaffinity_np(&attributes, sizeof cpus.words, reinterpret_cast<const cpu_set_t *>(cpus.words));

  sigset_t blocked, before;
  asynchronousSignals(blocked);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  const bool created = pthread_create(&thread, &attributes, main, argument) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return created;
}

void nameThread(const char *name) { syscall(SYS_prctl, PR_SET_NAME, name, 0L, 0L, 0L); }

uintptr_t currentThread() { return uintptr_t(pthread_self()); }

uint32_t currentProcess() { return uint32_t(syscall(SYS_getpid)); }

void yield() { syscall(SYS_sched_yield); }

bool atFork(void (*before)(), void (*inParent)(), void (*inChild)()) {
  const ErrnoKeeper keeper;
  return !injectedFailure(Call::AtFork) && __register_atfork(before, inParent, inChild, nullptr) == 0;
}

/// dlopen(), or null without a dynamic loader (AT_BASE is 0): there nothing can be unloaded, and opening a library
/// could crash.
static void *(*loader())(const char *, int) {
  if (getauxval(AT_BASE) == 0 || !dlsym)
    return nullptr;
  return reinterpret_cast<void *(*)(const char *, int)>(dlsym(RTLD_DEFAULT, "dlopen"));
}

void keepLoaded(const void *code) {
  const ErrnoKeeper keeper;
  auto *open = loader();
  if (!open || !dladdr)
    return;
  Dl_info mine, program;
  if (dladdr(code, &mine) == 0)
    return;
  // The program itself stays.
  if (dladdr(reinterpret_cast<const void *>(getauxval(AT_PHDR)), &program) != 0 && mine.dli_fbase == program.dli_fbase)
    return;
  open(mine.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE); // The handle is meant to leak.
}

void *openLibrary(const char *name) {
  const ErrnoKeeper keeper;
  auto *open = loader();
  return open && !injectedFailure(Call::OpenLibrary) ? open(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) : nullptr;
}

void *librarySymbol(void *library, const char *name) {
  const ErrnoKeeper keeper;
  return dlsym(library, name);
}

bool readFile(const char *path, char *buffer, size_t size) {
  const ErrnoKeeper keeper;
  if (injectedFailure(Call::ReadFile))
    return false;
  const long file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  size_t length = 0;
  long got = 0;
  while (length < size &&
         ((got = syscall(SYS_read, file, buffer + length, size - length)) > 0 || (got < 0 && errno == EINTR)))
    length += got > 0 ? size_t(got) : 0;
  syscall(SYS_close, file);
  if (got < 0 || length == size)
    return false;
  buffer[length] = '\0';
  return true;
}

const char *environment(const char *name) { return getenv(name); }

bool privileged() { return getauxval(AT_SECURE) != 0; }

void writeError(const char *text, size_t size) {
  const ErrnoKeeper keeper;
  // If standard error is a pipe that nobody reads, SIGPIPE must not end the program: it is taken back before it acts,
  // unless one was already waiting.
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  while (syscall(SYS_write, STDERR_FILENO, text, size) < 0 && errno == EINTR)
    ;
  if (errno == EPIPE && !sigismember(&pending, SIGPIPE)) {
    const timespec immediately = {};
    while (sigtimedwait(&pipe, nullptr, &immediately) < 0 && errno == EINTR)
      ;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

} // namespace xc::rt::os
