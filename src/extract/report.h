/// \file What extraction says about each loop: one message per candidate, to the user and to LLVM's remark stream.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <set>
#include <string>

namespace llvm {
class DebugLoc;
class Function;
class Loop;
class OptimizationRemarkEmitter;
} // namespace llvm

namespace xc {

struct Block;
struct GpuRefusal;
struct Refusal;

/// The interface of xcc-front.so that xcc-pass.so looks up by name in the process: the pass plugin must load without
/// clang (in lld, in opt), the front plugin knows clang's diagnostics engine.
struct FrontHooks {
  /// Reports `message` as a warning at file:line:column in clang's format with the tag [-Wpar-KIND]; `directory` is
  /// the compilation directory against which a relative `file` is looked up. Honours -w and -Werror=par-KIND.
  void (*warn)(llvm::StringRef directory, llvm::StringRef file, unsigned line, unsigned column, llvm::StringRef message,
               llvm::StringRef kind);
  /// The value of option `key` as given by -fplugin-arg-xcc-KEY=VALUE, null if it was not given.
  const char *(*option)(const char *key);
};

/// What the front plugin leaves on a loop that aims at speed, as llvm.loop.pipeline.initiationinterval: "XC" and a bit
/// for the goal.
constexpr uint32_t speedGoalMark = 0x58430001;

/// Null when the process has no front plugin.
const FrontHooks *frontHooks();

class Reporter {
public:
  Reporter(bool warn, bool warnGpu) : warn(warn), warnGpu(warnGpu) {}

  void lifted(const Block &block, llvm::OptimizationRemarkEmitter &ORE);
  void refused(const llvm::Loop &loop, const Refusal &refusal, llvm::OptimizationRemarkEmitter &ORE);
  /// Of a lifted loop at `where`: why its block has no kernels.
  void staysOnCpu(const llvm::Function &F, const llvm::DebugLoc &where, const GpuRefusal &refusal,
                  llvm::OptimizationRemarkEmitter &ORE);
  /// True if messages are wanted even where nothing can be lifted.
  bool wantsAll(const llvm::OptimizationRemarkEmitter &ORE) const;

private:
  void toUser(const llvm::DebugLoc &location, const std::string &message, llvm::StringRef kind = "auto");

  bool warn, warnGpu;
  std::set<std::string> said; // A loop may be seen again in each function that its own was inlined into.
};

} // namespace xc

/// Exported by xcc-front.so.
extern "C" const xc::FrontHooks *xcc_front_hooks();
