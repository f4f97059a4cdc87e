/// \file A block as device kernels are made from it: the seam between extraction and kernels.
///
/// Outlining describes a block by a KernelSource. checkGpuSafety() says whether devices can run it; makeKernels() makes
/// its kernels of the wanted forms and puts them into a blob (blob/format.h), which also says how a kernel is called.
#pragma once

#include "blob/write.h"
#include "gpu_refusal.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include <functional>
#include <memory>

namespace xc {

/// An address that the body follows: a pointer of the capture record, or an object of the program.
struct KernelPointer {
  uint64_t place = 0;                     ///< In the capture record,
  llvm::GlobalVariable *object = nullptr; ///< unless it is this object's address.
  unsigned array = 0;                     ///< What is reached through it. One pointer may have several entries.
};

/// A block whose code has been outlined.
struct KernelSource {
  std::string name; ///< Of the block.
  /// void(const void *captures, i64 lo, i64 hi, void *result), as in xcrt/abi.h. Captured values are loads from the
  /// first argument; nothing else is.
  llvm::Function *body = nullptr;
  llvm::Function *identity = nullptr; ///< void(void *result); null without reductions.
  llvm::StructType *captures = nullptr, *results = nullptr;
  std::vector<blob::Content::NamedArray> arrays; ///< As in the block's descriptor.
  std::vector<KernelPointer> pointers;
  std::vector<blob::Reduction::Operation> reductions; ///< Of each member of `results`.
  /// Pairs of arrays (smaller index first) that do not overlap where the block runs.
  std::vector<std::pair<unsigned, unsigned>> disjoint;
  unsigned dims = 1;
  unsigned guards = 0;
  uint64_t workPerItem = 0;

  bool isWritten(unsigned array) const { return arrays[array].access & blob::Written; }
  /// True if nothing that the kernel writes can be read through the array.
  bool isReadOnly(unsigned array) const;
};

/// Which forms of kernels a program carries.
struct KernelForms {
  bool ptx = false;

  bool any() const { return ptx; }
  /// Of -fpar-kernels=: "all", "host" for what devices beside this target's CPUs take, "none", or a list of names.
  static KernelForms parse(llvm::StringRef text, llvm::StringRef hostTriple);
};

/// What functions of <math.h> may do in kernels.
struct MathRules {
  bool exact = false;      ///< Their results must be the C library's to the last bit.
  bool keepsErrno = false; ///< They must set errno, which GPUs do not have.
};

/// Makes kernels. What it needs for that is set up when the first one is made.
class KernelMaker {
public:
  KernelMaker(KernelForms forms, MathRules rules);
  ~KernelMaker();

  /// The blob of a block, "" where some refusal says why there is none.
  GpuRefusal make(const KernelSource &source, std::string &blob);

  /// Called with each kernel's text as it is made.
  std::function<void(llvm::StringRef)> dump;

private:
  struct Tools;
  KernelForms forms;
  MathRules rules;
  std::unique_ptr<Tools> tools;
};

} // namespace xc
