/// \file The one object that all copies of the runtime in a process share.
///
/// A program and each of its shared objects may carry a copy of this code. The root is a STB_GNU_UNIQUE symbol, so the
/// dynamic loader gives all of them the same one, with RTLD_LOCAL, too, and they share one pool. Where a version script
/// or -Bsymbolic keeps copies apart there are more pools, which costs speed only.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/pool.h"

#include <atomic>
#include <stdint.h>

namespace xc::rt {

/// All zeros is its initial state: it has no constructor that would have to run before the first block.
struct Root {
  std::atomic<uint32_t> layout; ///< kRootLayout once used. First, whatever the version.
  std::atomic<uint32_t> said;   ///< Or of enum Said.
  std::atomic<uint64_t> settings;
  std::atomic<uint32_t> chaosRuns;
  Pool pool;
};

/// Changes with any change of struct Root, of the classes in it, or of what a copy may do with them.
constexpr uint32_t kRootLayout = 4;

/// The room that the symbol reserves, the same in all versions.
constexpr unsigned kRootSize = 4096;
static_assert(sizeof(Root) <= kRootSize && alignof(Root) <= 64);

/// What is told the user only once per process.
enum Said : uint32_t {
  SaidNoCopies = 1,
  SaidNoDevice = 2,
};

/// The process's root, or one of our own if another copy of the runtime with another layout came first.
Root &theRoot();

/// True the first time it is called for `what`.
bool firstTime(Root &root, Said what);

} // namespace xc::rt
