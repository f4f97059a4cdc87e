/// \file A libcuda.so.1 without a GPU: the calls of src/runtime/devices/cuda/symbols.inc on the host's memory.
///
/// Kernels are interpreted. The n-th call can be made to fail: XC_STUB_CUDA=fail=N or fail=N+ (from the N-th on),
/// code=C is what failing calls return, hang=N never returns, memory=BYTES is all that the device has.
/// SPDX-License-Identifier: Apache-2.0
#include "ptx.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <unistd.h>

using namespace xc::ptx;

namespace {

struct Plan {
  long failAt = -1, hangAt = -1;
  bool persistent = false;
  int code = 999;
  size_t memory = size_t(1) << 30;
};

Plan plan;
bool hasPlan;
long calls, failures;
std::map<uint64_t, size_t> memory; ///< What is allocated on the device.
size_t allocated;
long objects; ///< Contexts, streams, events, modules and page-locked buffers that were not given back.
int lost;     ///< What every call returns once a kernel has gone wrong.

struct LoadedModule {
  Module module;
};

void readPlan(const char *text) {
  plan = {};
  calls = failures = 0;
  lost = 0;
  hasPlan = true;
  auto number = [&](const char *key) -> const char * {
    const char *at = text ? strstr(text, key) : nullptr;
    return at ? at + strlen(key) : nullptr;
  };
  if (const char *at = number("fail=")) {
    char *end = nullptr;
    plan.failAt = strtol(at, &end, 10);
    plan.persistent = *end == '+';
  }
  if (const char *at = number("hang="))
    plan.hangAt = strtol(at, nullptr, 10);
  if (const char *at = number("code="))
    plan.code = int(strtol(at, nullptr, 10));
  if (const char *at = number("memory="))
    plan.memory = strtoull(at, nullptr, 10);
}

/// What the call that begins shall return; 0 if it shall do its work.
int begin() {
  if (!hasPlan)
    readPlan(getenv("XC_STUB_CUDA"));
  const long call = calls++;
  if (call == plan.hangAt)
    while (true)
      pause();
  if (call == plan.failAt || (plan.persistent && plan.failAt >= 0 && call > plan.failAt)) {
    ++failures;
    return plan.code;
  }
  return lost;
}

bool mayTouch(uint64_t address, uint64_t size) {
  auto next = memory.upper_bound(address);
  if (next == memory.begin())
    return false;
  --next;
  return address - next->first + size <= next->second;
}

const Module *runningModule;

bool mayTouchInModule(uint64_t address, uint64_t size) {
  if (mayTouch(address, size))
    return true;
  for (const auto &global : runningModule->globals) {
    const uint64_t start = uint64_t(uintptr_t(global->data()));
    if (address >= start && address - start + size <= global->size())
      return true;
  }
  return false;
}

} // namespace

#define XC_CALL                                                                                                        \
  if (const int code = begin())                                                                                        \
    return code;

extern "C" {

/// For tests in the same process: a new plan, as in the variable; how many calls there were since, and how many failed.
void stubCudaPlan(const char *text) { readPlan(text); }
long stubCudaCalls() { return calls; }
long stubCudaFailures() { return failures; }
/// What was not given back.
long stubCudaObjects() { return objects + long(memory.size()); }

int cuInit(unsigned) { XC_CALL return 0; }
int cuDeviceGet(int *device, int number) {
  XC_CALL *device = number;
  return number == 0 ? 0 : 101;
}
int cuDeviceGetAttribute(int *value, int which, int) {
  XC_CALL *value = which == 1 ? 1024 : which == 5 ? 2147483647 : which == 16 ? 2 : which == 39 ? 64 : 1;
  return 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int) {
  XC_CALL *bytes = plan.memory;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int) {
  XC_CALL *context = &plan;
  ++objects;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) {
  --objects;
  XC_CALL return 0;
}
int cuCtxSetCurrent(void *) { XC_CALL return 0; }

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  XC_CALL if (bytes == 0) return 1;
  if (bytes > plan.memory - allocated)
    return 2;
  void *block = aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!block)
    return 2;
  memset(block, 0xa5, bytes); // Nobody may rely on zeros.
  *address = uint64_t(uintptr_t(block));
  memory[*address] = bytes;
  allocated += bytes;
  return 0;
}
int cuMemFree_v2(uint64_t address) {
  auto found = memory.find(address);
  if (found == memory.end())
    return 1;
  allocated -= found->second;
  memory.erase(found);
  free(reinterpret_cast<void *>(uintptr_t(address)));
  XC_CALL return 0;
}
int cuMemHostAlloc(void **block, size_t bytes, unsigned) {
  XC_CALL *block = malloc(bytes);
  ++objects;
  return *block ? 0 : 2;
}
int cuMemFreeHost(void *block) {
  --objects;
  free(block);
  XC_CALL return 0;
}
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, void *) {
  XC_CALL if (!mayTouch(to, bytes)) return 1;
  memcpy(reinterpret_cast<void *>(uintptr_t(to)), from, bytes);
  return 0;
}
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *) {
  XC_CALL if (!mayTouch(from, bytes)) return 1;
  memcpy(to, reinterpret_cast<void *>(uintptr_t(from)), bytes);
  return 0;
}
int cuStreamCreate(void **stream, unsigned) {
  XC_CALL *stream = &plan;
  ++objects;
  return 0;
}
int cuStreamDestroy_v2(void *) {
  --objects;
  XC_CALL return 0;
}
int cuStreamSynchronize(void *) { XC_CALL return 0; }
int cuEventCreate(void **event, unsigned) {
  XC_CALL *event = &plan;
  ++objects;
  return 0;
}
int cuEventDestroy_v2(void *) {
  --objects;
  XC_CALL return 0;
}
int cuEventRecord(void *, void *) { XC_CALL return 0; }
int cuEventSynchronize(void *) { XC_CALL return 0; }

int cuModuleLoadData(void **module, const void *text) {
  XC_CALL auto *loaded = new LoadedModule;
  if (const std::string wrong = parse(static_cast<const char *>(text), loaded->module); !wrong.empty()) {
    delete loaded;
    if (getenv("XC_STUB_CUDA_TALK"))
      fprintf(stderr, "stub: %s\n", wrong.c_str());
    return 218;
  }
  *module = loaded;
  ++objects;
  return 0;
}
int cuModuleUnload(void *module) {
  --objects;
  delete static_cast<LoadedModule *>(module);
  XC_CALL return 0;
}

struct LoadedFunction {
  const Module *module;
  const Entry *entry;
};
int cuModuleGetFunction(void **function, void *module, const char *name) {
  XC_CALL const Module &loaded = static_cast<LoadedModule *>(module)->module;
  const auto found = loaded.entries.find(name);
  if (found == loaded.entries.end())
    return 500;
  // Few, and as long-lived as the library; freed by nobody in the real one either.
  static std::map<const Entry *, LoadedFunction> functions;
  LoadedFunction &result = functions[&found->second];
  result = {&loaded, &found->second};
  *function = &result;
  return 0;
}

int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned ty, unsigned tz,
                   unsigned, void *, void **parameters, void **) {
  XC_CALL const auto &[module, entry] = *static_cast<LoadedFunction *>(function);
  if (y != 1 || z != 1 || ty != 1 || tz != 1 || threads == 0 || threads > 1024 || x == 0)
    return 1;
  xc::ptx::Launch launch = {x, threads, std::vector<unsigned char>(entry->parameterBytes)};
  for (size_t i = 0; i < entry->parameters.size(); ++i)
    memcpy(&launch.parameters[entry->parameters[i].offset], parameters[i], entry->parameters[i].size);
  runningModule = module;
  const std::string wrong = run(*module, *entry, launch, mayTouchInModule);
  if (!wrong.empty()) {
    if (getenv("XC_STUB_CUDA_TALK"))
      fprintf(stderr, "stub: %s\n", wrong.c_str());
    lost = wrong.starts_with("illegal") ? 700 : wrong.starts_with("misaligned") ? 716 : 719;
  }
  return 0; // A real one runs later: the next call tells.
}
}
