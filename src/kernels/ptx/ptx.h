/// \file PTX: made by LLVM's NVPTX back end from the block's LLVM IR.
///
/// One text for all GPUs: sm_52 is the oldest that every driver in use compiles for the newest, and nothing that
/// blocks compute needs more. What must have the CPU's bits is printed with explicit rounding (.rn), which ptxas leaves
/// alone: no fusing, no flushing of subnormals.
#pragma once

#include "../device_module.h"
#include "math_library.h"
#include "llvm/Target/TargetMachine.h"

namespace xc {

class PtxMaker {
public:
  PtxMaker();

  /// A kernel of a block that is safe. Adds to the header what a look at the code tells.
  GpuRefusal make(const KernelSource &source, const RecordLayout &record, blob::Header &header,
                  blob::Content::Code &code);

private:
  std::unique_ptr<llvm::TargetMachine> target;
  MathLibrary math;
};

} // namespace xc
