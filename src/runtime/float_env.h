/// \file The floating-point environment of a thread: rounding, traps, flush-to-zero, and the sticky exception flags.
///
/// A block's items must see the environment of the thread that runs the plain loop, and the flags that they raise must
/// be found there afterwards. <fenv.h> would do, but needs libm, which a program may not link.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

namespace xc::rt {

/// Rounding and other controls, without flags.
struct FloatControl {
  uint64_t main = 0; ///< MXCSR or FPCR.
  uint16_t x87 = 0;
};

#if defined(__x86_64__)

constexpr uint32_t kSseFlags = 0x3f;
constexpr uint16_t kX87Flags = 0x3f;

inline uint32_t readMxcsr() {
  uint32_t value;
  __asm__ volatile("stmxcsr %0" : "=m"(value));
  return value;
}
inline void writeMxcsr(uint32_t value) { __asm__ volatile("ldmxcsr %0" : : "m"(value)); }

inline FloatControl readFloatControl() {
  FloatControl control;
  control.main = readMxcsr() & ~kSseFlags;
  __asm__ volatile("fnstcw %0" : "=m"(control.x87));
  return control;
}

/// Takes over `control` and clears all flags. Writes only what differs, since writing is slow.
inline void enterFloatControl(const FloatControl &control) {
  if (readMxcsr() != control.main)
    writeMxcsr(uint32_t(control.main));
  uint16_t word, status;
  __asm__ volatile("fnstsw %0" : "=m"(status));
  if (status & kX87Flags)
    __asm__ volatile("fnclex");
  __asm__ volatile("fnstcw %0" : "=m"(word));
  if (word != control.x87)
    __asm__ volatile("fldcw %0" : : "m"(control.x87));
}

/// The flags raised on this thread, of both units.
inline uint32_t readFloatFlags() {
  uint16_t status;
  __asm__ volatile("fnstsw %0" : "=m"(status));
  return (readMxcsr() & kSseFlags) | (status & kX87Flags);
}

/// Raises flags without a trap. Those of the x87 unit go to MXCSR, too: fetestexcept() looks at both.
inline void raiseFloatFlags(uint32_t flags) {
  const uint32_t value = readMxcsr();
  if (flags & ~value)
    writeMxcsr(value | flags);
}

/// Whether arithmetic rounds to nearest, keeps subnormals unless `mayFlush`, and traps nowhere.
inline bool isPlain(const FloatControl &control, bool mayFlush) {
  constexpr uint64_t kFlush = 0x8040, kPlain = 0x1f80;
  return (control.main & ~(mayFlush ? kFlush : 0)) == kPlain;
}

#elif defined(__aarch64__)

constexpr uint64_t kFpsrFlags = 0x9f;

inline FloatControl readFloatControl() {
  FloatControl control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control.main));
  return control;
}
inline uint32_t readFloatFlags() {
  uint64_t status;
  __asm__ volatile("mrs %0, fpsr" : "=r"(status));
  return uint32_t(status & kFpsrFlags);
}
inline void enterFloatControl(const FloatControl &control) {
  if (readFloatControl().main != control.main)
    __asm__ volatile("msr fpcr, %0" : : "r"(control.main));
  if (readFloatFlags() != 0)
    __asm__ volatile("msr fpsr, %0" : : "r"(uint64_t(0)));
}
inline void raiseFloatFlags(uint32_t flags) {
  uint64_t status;
  __asm__ volatile("mrs %0, fpsr" : "=r"(status));
  if (flags & ~status)
    __asm__ volatile("msr fpsr, %0" : : "r"(status | flags));
}

inline bool isPlain(const FloatControl &control, bool mayFlush) {
  constexpr uint64_t kFlush = 0x1000000;
  return (control.main & ~(mayFlush ? kFlush : 0)) == 0;
}

#else
#error "xcrt: how does this processor keep its floating-point environment?"
#endif

} // namespace xc::rt
