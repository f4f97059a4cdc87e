/// SPDX-License-Identifier: Apache-2.0
#include "host_device.h"

#include "runtime/os/os.h"

#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

extern "C" {
using HostKernel = void(const void *record, long lo, long hi, long grain, void *results, long t, long all);
HostKernel map, accumulate, sparse, product, float_sum;
}

namespace xc::rt {

std::atomic<bool> hostReleased;

namespace {

HostPlan plan;
std::atomic<int> calls, failures, objects;
uint64_t allocated;
bool lost;

struct Block {
  uint64_t bytes;
};

/// How a call ends before it does anything.
Status begin(const char *name) {
  const int call = calls++;
  if (plan.failAt < 0 || call < plan.failAt || (call > plan.failAt && !plan.persistent))
    return lost ? Status{Status::Lost, 4, name} : Status{};
  ++failures;
  if (plan.hangs)
    while (!hostReleased)
      std::this_thread::yield();
  lost |= plan.code == Status::Lost;
  return {plan.code, 3, name};
}
#define XC_BEGIN                                                                                                       \
  if (const Status status = begin(__func__); !status.isOk())                                                           \
  return status

Status open(DeviceProperties &properties) {
  lost = false;
  XC_BEGIN;
  properties.memory = plan.memory;
  properties.threads = 64;
  properties.mostGroupSize = 256;
  properties.mostGroups = 1 << 20;
  properties.offers = blob::AllNeeds;
  return {};
}
void close() { lost = false; }
Status enter() {
  XC_BEGIN;
  return {};
}

constexpr uint64_t kHead = kDeviceAlign;

Status allocate(uint64_t bytes, DeviceAddress &address) {
  XC_BEGIN;
  if (bytes > plan.memory - allocated)
    return {Status::OutOfMemory, 2, "allocate"};
  auto *memory = static_cast<unsigned char *>(aligned_alloc(kDeviceAlign, (bytes + 2 * kHead) / kHead * kHead));
  memcpy(memory, &bytes, sizeof bytes);
  memset(memory + kHead, 0xa5, bytes);
  address = uint64_t(uintptr_t(memory + kHead));
  allocated += bytes;
  ++objects;
  return {};
}
void release(DeviceAddress address) {
  auto *memory = reinterpret_cast<unsigned char *>(uintptr_t(address)) - kHead;
  uint64_t bytes;
  memcpy(&bytes, memory, sizeof bytes);
  allocated -= bytes;
  free(memory);
  --objects;
}

struct Named {
  const char *name;
  HostKernel *kernel;
} const kKernels[] = {
    {"map", map}, {"accumulate", accumulate}, {"sparse", sparse}, {"product", product}, {"float_sum", float_sum}};

Status load(const blob::KernelView &kernel, DeviceKernel &loaded) {
  XC_BEGIN;
  if (!strstr(reinterpret_cast<const char *>(kernel.code.data), ".version"))
    return {Status::Refused, 5, "load"};
  for (const Named &entry : kKernels)
    if (strcmp(entry.name, kernel.name) == 0) {
      loaded = const_cast<Named *>(&entry);
      ++objects;
      return {};
    }
  return {Status::Refused, 6, "load"};
}
void unload(DeviceKernel) { --objects; }

unsigned char *at(DeviceAddress address) { return reinterpret_cast<unsigned char *>(uintptr_t(address)); }

Status copyIn(DeviceAddress to, const void *from, uint64_t bytes) {
  XC_BEGIN;
  return os::copyIfReadable(at(to), from, bytes) ? Status{} : Status{Status::Unreadable};
}
Status copyOut(void *to, DeviceAddress from, uint64_t bytes) {
  XC_BEGIN;
  memcpy(to, at(from), bytes);
  return {};
}

Status launch(const Launch &launch) {
  XC_BEGIN;
  const long all = long(launch.groups) * launch.groupSize;
  for (long t = 0; t < all; ++t)
    static_cast<const Named *>(launch.kernel)
        ->kernel(launch.record, launch.lo, launch.hi, launch.grain, at(launch.results), t, all);
  return {};
}
Status wait() {
  XC_BEGIN;
  return {};
}

} // namespace

void setHostPlan(const HostPlan &newPlan) {
  plan = newPlan;
  calls = failures = 0;
}
int hostCalls() { return calls; }
int hostFailures() { return failures; }
int hostObjects() { return objects; }

const Device hostDevice = {
    .name = "host",
    .form = blob::Kind::Ptx,
    .open = open,
    .close = close,
    .enter = enter,
    .allocate = allocate,
    .release = release,
    .load = load,
    .unload = unload,
    .copyIn = copyIn,
    .copyOut = copyOut,
    .launch = launch,
    .wait = wait,
};

} // namespace xc::rt
