/// \file The CUDA device: the first NVIDIA GPU, through the driver library and nothing else.
///
/// The primary context is shared with whatever else in the process uses CUDA. All work is in one stream of our own.
/// Memory of the host goes through two page-locked buffers, so that the device copies one while the other is filled.
/// SPDX-License-Identifier: Apache-2.0
#include "runtime/devices/cuda/driver.h"
#include "runtime/devices/device.h"
#include "runtime/os/os.h"

#include <string.h>

namespace xc::rt {

namespace cuda {

/// Bytes of a page-locked buffer: so many that what a copy costs beyond its bytes does not show.
constexpr size_t kStageSize = size_t(4) << 20;
constexpr unsigned kStages = 2;

const char *Driver::open() {
  void *library = os::openLibrary("libcuda.so.1");
  if (!library)
    return "libcuda.so.1 is not there";
#define XC_SYMBOL(name, symbol, ...)                                                                                   \
  name = reinterpret_cast<Result (*)(__VA_ARGS__)>(os::librarySymbol(library, #symbol));                               \
  if (!name)                                                                                                           \
    return "libcuda.so.1 has no " #symbol;
#include "runtime/devices/cuda/symbols.inc"
  return nullptr;
}

namespace {

struct Stage {
  void *memory;
  Event event; ///< Recorded behind the last copy that uses it.
};

/// All of the device's state. All zeros until it is opened.
struct State {
  Driver driver;
  DeviceNumber number;
  Context context;
  Stream stream;
  Stage stages[kStages];
};
State state;

/// What the result of a call means. Only what says so is not the end of the device: after most errors the context is
/// of no use, and which they are is not documented for all.
Status statusOf(Result result, const char *call, Status::Code otherwise = Status::Lost) {
  switch (result) {
  case Success:
    return {};
  case OutOfMemory:
    return {Status::OutOfMemory, result, call};
  case LaunchOutOfResources:
    return {Status::Refused, result, call};
  default:
    return {otherwise, result, call};
  }
}

/// Calls a function of the driver and returns from the caller if it fails.
#define XC_TRY(name, ...)                                                                                              \
  if (const Status status = statusOf(state.driver.name(__VA_ARGS__), #name); !status.isOk())                           \
  return status

Status attribute(Attribute which, uint32_t &value) {
  int32_t number = 0;
  XC_TRY(cuDeviceGetAttribute, &number, which, state.number);
  value = number > 0 ? uint32_t(number) : 1;
  return {};
}

Status openContext(DeviceProperties &properties) {
  XC_TRY(cuInit, 0);
  XC_TRY(cuDeviceGet, &state.number, 0);
  size_t memory = 0;
  XC_TRY(cuDeviceTotalMem, &memory, state.number);
  properties.memory = memory;
  uint32_t processors = 0, threads = 0, grid = 0;
  struct {
    Attribute which;
    uint32_t &value;
  } const wanted[] = {{MultiprocessorCount, processors},
                      {MaxThreadsPerMultiprocessor, threads},
                      {MaxThreadsPerBlock, properties.mostGroupSize},
                      {MaxGridDimX, grid}};
  for (const auto &entry : wanted)
    if (const Status status = attribute(entry.which, entry.value); !status.isOk())
      return status;
  properties.threads = processors * threads;
  properties.mostGroups = grid;
  properties.offers = blob::AllNeeds;
  XC_TRY(cuDevicePrimaryCtxRetain, &state.context, state.number);
  XC_TRY(cuCtxSetCurrent, state.context);
  XC_TRY(cuStreamCreate, &state.stream, kStreamNonBlocking);
  for (Stage &stage : state.stages) {
    XC_TRY(cuMemHostAlloc, &stage.memory, kStageSize, 0);
    XC_TRY(cuEventCreate, &stage.event, kEventDisableTiming);
  }
  return {};
}

void close() {
  const Driver &driver = state.driver;
  for (const Stage &stage : state.stages) {
    if (stage.event)
      (void)driver.cuEventDestroy(stage.event);
    if (stage.memory)
      (void)driver.cuMemFreeHost(stage.memory);
  }
  if (state.stream)
    (void)driver.cuStreamDestroy(state.stream);
  if (state.context)
    (void)driver.cuDevicePrimaryCtxRelease(state.number);
  state = {};
}

Status open(DeviceProperties &properties) {
  if (const char *missing = state.driver.open())
    return {Status::Absent, 0, missing};
  const Status status = openContext(properties);
  if (status.isOk())
    return {};
  close();
  return {Status::Absent, status.number, status.what};
}

Status enter() {
  XC_TRY(cuCtxSetCurrent, state.context);
  return {};
}

Status allocate(uint64_t bytes, DeviceAddress &address) {
  XC_TRY(cuMemAlloc, &address, bytes);
  return {};
}

void release(DeviceAddress address) { (void)state.driver.cuMemFree(address); }

/// A module, which has the kernel alone, and its function.
struct LoadedKernel {
  Module module;
  Function function;
};

Status load(const blob::KernelView &kernel, DeviceKernel &loaded) {
  auto *result = static_cast<LoadedKernel *>(os::allocate(sizeof(LoadedKernel)));
  if (!result)
    return {Status::OutOfMemory};
  Status status =
      statusOf(state.driver.cuModuleLoadData(&result->module, kernel.code.data), "cuModuleLoadData", Status::Refused);
  if (status.isOk()) {
    status = statusOf(state.driver.cuModuleGetFunction(&result->function, result->module, kernel.name),
                      "cuModuleGetFunction", Status::Refused);
    if (!status.isOk())
      (void)state.driver.cuModuleUnload(result->module);
  }
  if (status.isOk())
    loaded = result;
  else
    os::release(result);
  return status;
}

void unload(DeviceKernel kernel) {
  (void)state.driver.cuModuleUnload(static_cast<LoadedKernel *>(kernel)->module);
  os::release(kernel);
}

size_t sizeOfChunk(uint64_t bytes) { return bytes < kStageSize ? size_t(bytes) : kStageSize; }

Status copyIn(DeviceAddress to, const void *from, uint64_t bytes) {
  const auto *source = static_cast<const unsigned char *>(from);
  for (unsigned turn = 0; bytes != 0; ++turn) {
    const Stage &stage = state.stages[turn % kStages];
    const size_t chunk = sizeOfChunk(bytes);
    XC_TRY(cuEventSynchronize, stage.event); // Done at once if it was never recorded.
    if (!os::copyIfReadable(stage.memory, source, chunk))
      return {Status::Unreadable};
    XC_TRY(cuMemcpyHtoDAsync, to, stage.memory, chunk, state.stream);
    XC_TRY(cuEventRecord, stage.event, state.stream);
    to += chunk;
    source += chunk;
    bytes -= chunk;
  }
  return {};
}

Status copyOut(void *to, DeviceAddress from, uint64_t bytes) {
  auto *target = static_cast<unsigned char *>(to);
  uint64_t asked = 0;
  auto ask = [&](unsigned turn) -> Status {
    const Stage &stage = state.stages[turn % kStages];
    const size_t chunk = sizeOfChunk(bytes - asked);
    XC_TRY(cuMemcpyDtoHAsync, stage.memory, from + asked, chunk, state.stream);
    XC_TRY(cuEventRecord, stage.event, state.stream);
    asked += chunk;
    return {};
  };
  // A copy into a buffer follows, in the stream, all that read it.
  for (unsigned turn = 0; turn < kStages && asked < bytes; ++turn)
    if (const Status status = ask(turn); !status.isOk())
      return status;
  uint64_t done = 0;
  for (unsigned turn = 0; done < bytes; ++turn) {
    const Stage &stage = state.stages[turn % kStages];
    const size_t chunk = sizeOfChunk(bytes - done);
    XC_TRY(cuEventSynchronize, stage.event);
    memcpy(target + done, stage.memory, chunk);
    done += chunk;
    if (asked < bytes)
      if (const Status status = ask(turn); !status.isOk())
        return status;
  }
  return {};
}

Status launch(const Launch &launch) {
  int64_t lo = launch.lo, hi = launch.hi, grain = launch.grain;
  DeviceAddress results = launch.results;
  void *parameters[] = {const_cast<void *>(launch.record), &lo, &hi, &grain, &results};
  XC_TRY(cuLaunchKernel, static_cast<LoadedKernel *>(launch.kernel)->function, uint32_t(launch.groups), 1, 1,
         launch.groupSize, 1, 1, 0, state.stream, parameters, nullptr);
  return {};
}

Status wait() {
  XC_TRY(cuStreamSynchronize, state.stream);
  return {};
}

#undef XC_TRY

} // namespace
} // namespace cuda

const Device cudaDevice = {
    .name = "cuda",
    .form = blob::Kind::Ptx,
    .open = cuda::open,
    .close = cuda::close,
    .enter = cuda::enter,
    .allocate = cuda::allocate,
    .release = cuda::release,
    .load = cuda::load,
    .unload = cuda::unload,
    .copyIn = cuda::copyIn,
    .copyOut = cuda::copyOut,
    .launch = cuda::launch,
    .wait = cuda::wait,
};

} // namespace xc::rt
