/// \file A hash of bytes that is the same everywhere and for ever: it names things and tells damage, not attackers.
/// [bare] SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

namespace xc {

constexpr uint64_t kHashStart = 0xcbf29ce484222325;

/// FNV-1a, 64 bits; goes on from `hash`.
inline uint64_t hashBytes(const unsigned char *bytes, uint64_t size, uint64_t hash = kHashStart) {
  for (uint64_t i = 0; i < size; ++i)
    hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash;
}

} // namespace xc
