/// \file Why a block has no kernels and runs on the CPU alone. A refusal is a normal value, never an error.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"
#include <string>

namespace xc {

enum class GpuReason {
  None,
#define XC_GPU_REFUSAL(Name, Text) Name,
#include "gpu_refusals.def"
};

/// A reason, what exactly it was met on ("" where the reason says all), and where.
struct [[nodiscard]] GpuRefusal {
  GpuReason reason = GpuReason::None;
  std::string detail;
  llvm::DebugLoc location;

  explicit operator bool() const { return reason != GpuReason::None; }
};

/// The user's sentence, as in gpu_refusals.def.
llvm::StringRef gpuRefusalText(GpuReason reason);
/// The name of the entry, for remarks.
llvm::StringRef gpuRefusalName(GpuReason reason);

} // namespace xc
