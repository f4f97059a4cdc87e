#include "gpu_refusal.h"

namespace xc {

namespace {
struct Entry {
  llvm::StringRef name, text;
};
constexpr Entry entries[] = {
    {"None", ""},
#define XC_GPU_REFUSAL(Name, Text) {#Name, Text},
#include "gpu_refusals.def"
};
const Entry &entry(GpuReason reason) { return entries[static_cast<unsigned>(reason)]; }
} // namespace

llvm::StringRef gpuRefusalText(GpuReason reason) { return entry(reason).text; }
llvm::StringRef gpuRefusalName(GpuReason reason) { return entry(reason).name; }

} // namespace xc
