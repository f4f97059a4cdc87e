/// \file What we use of CUDA's driver API: types, numbers, and the functions of libcuda, found at run time.
///
/// Declared here after the API's public documentation, so that nothing of CUDA is needed to build.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace xc::rt::cuda {

using Result = int32_t;
using DeviceNumber = int32_t;
using Context = void *;
using Module = void *;
using Function = void *;
using Stream = void *;
using Event = void *;
using Address = uint64_t;

enum : Result {
  Success = 0,
  OutOfMemory = 2,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  UnsupportedPtxVersion = 222,
  NotFound = 500,
  LaunchOutOfResources = 701,
};

enum Attribute : int32_t {
  MaxThreadsPerBlock = 1,
  MaxGridDimX = 5,
  MultiprocessorCount = 16,
  MaxThreadsPerMultiprocessor = 39,
};

constexpr uint32_t kEventDisableTiming = 2;
constexpr uint32_t kStreamNonBlocking = 1;

/// The functions of the driver; all there once open() has returned null.
struct Driver {
#define XC_SYMBOL(name, symbol, ...) Result (*name)(__VA_ARGS__);
#include "runtime/devices/cuda/symbols.inc"

  /// Null, or what is missing.
  const char *open();
};

} // namespace xc::rt::cuda
