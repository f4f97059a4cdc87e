#include "ptx.h"
#include "entry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace xc {

namespace {

constexpr char triple[] = "nvptx64-nvidia-cuda", architecture[] = "sm_52";

/// While it lives, what LLVM says about a kernel's code does not reach the user, to whom it would be about code that is
/// not his. Errors are kept.
class Silence {
public:
  explicit Silence(LLVMContext &context) : context(context), before(context.getDiagnosticHandler()) {
    context.setDiagnosticHandler(std::make_unique<Handler>(hasErred));
  }
  // A link's handler wants no remarks but those that were asked for, and clang's tells them apart itself.
  ~Silence() { context.setDiagnosticHandler(std::move(before), /*RespectFilters=*/true); }
  bool hasErred = false;

private:
  struct Handler final : DiagnosticHandler {
    explicit Handler(bool &hasErred) : hasErred(hasErred) {}
    bool handleDiagnostics(const DiagnosticInfo &info) override {
      hasErred |= info.getSeverity() == DS_Error;
      return true;
    }
    bool &hasErred;
  };
  LLVMContext &context;
  std::unique_ptr<DiagnosticHandler> before;
};

/// The block's name with what PTX allows in one.
std::string entryName(StringRef name) {
  std::string result;
  for (char c : name)
    result += isAlnum(c) || c == '_' ? c : '_';
  return isDigit(result.front()) ? "_" + result : result;
}

/// What the code needs beyond 32-bit integers and floats.
uint32_t needsOf(const Module &M, bool &usesFloats) {
  uint32_t needs = blob::Int64; // Items are numbered with 64 bits.
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      auto note = [&](const Type *type) {
        if (type->isIntegerTy(8))
          needs |= blob::Int8;
        if (type->isIntegerTy(16))
          needs |= blob::Int16;
        if (type->isDoubleTy())
          needs |= blob::Float64;
        usesFloats |= type->isFloatingPointTy();
      };
      note(I.getType());
      for (const Use &operand : I.operands())
        note(operand->getType());
      if (I.getOpcode() == Instruction::FDiv)
        needs |= blob::ExactDivision;
      if (auto *call = dyn_cast<IntrinsicInst>(&I)) {
        if (call->getIntrinsicID() == Intrinsic::fma)
          needs |= blob::FusedMultiplyAdd;
        if (call->getIntrinsicID() == Intrinsic::sqrt)
          needs |= blob::ExactSquareRoot;
      }
    }
  return needs | (usesFloats ? blob::Subnormals : 0);
}

void optimise(Module &M, TargetMachine &target) {
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = false;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CAM;
  ModuleAnalysisManager MAM;
  PassBuilder builder(&target, tuning);
  builder.registerModuleAnalyses(MAM);
  builder.registerCGSCCAnalyses(CAM);
  builder.registerFunctionAnalyses(FAM);
  builder.registerLoopAnalyses(LAM);
  builder.crossRegisterProxies(LAM, FAM, CAM, MAM);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(M, MAM);
}

/// What changes with the order of the items: the value of the last one, or the first of equals.
bool isOrdered(const KernelSource &source) {
  return any_of(source.reductions, [](blob::Reduction::Operation operation) {
    return operation == blob::Reduction::Best || operation == blob::Reduction::Kept ||
           operation == blob::Reduction::Last || operation == blob::Reduction::Assigned;
  });
}

} // namespace

PtxMaker::PtxMaker() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  std::string error;
  const Target *found = TargetRegistry::lookupTarget(triple, error);
  if (!found)
    return;
  TargetOptions options;
  options.AllowFPOpFusion = FPOpFusion::Strict;
  target.reset(found->createTargetMachine(triple, architecture, "", options, std::nullopt));
}

GpuRefusal PtxMaker::make(const KernelSource &source, const RecordLayout &record, blob::Header &header,
                          blob::Content::Code &code) {
  if (!target)
    return {GpuReason::UnsupportedOperation, "this LLVM has no back end for PTX", {}};
  DeviceModule device = createDeviceModule(source, record, triple, target->createDataLayout());
  if (!device.module)
    return {GpuReason::UnsupportedType, "", {}};
  Module &M = *device.module;
  blob::Order order = isOrdered(source) ? blob::Order::Grains : blob::Order::Strided;
  std::string name = entryName(source.name);
  createPtxEntry(device, source, record, order, name);
  if (device.callsMath)
    if (std::string wrong = math.linkInto(M); !wrong.empty())
      return {GpuReason::MathCall, "libclc " + wrong, {}};
  bool usesFloats = false;
  code.form = blob::Kind::Ptx;
  code.groupSize = ptxGroupSize;
  code.order = uint32_t(order);
  code.mostItems = 0;
  code.entry = name;
  code.needs = needsOf(M, usesFloats);
  header.flags |= (usesFloats ? blob::UsesFloats : 0) | (device.callsMath ? blob::CallsMath : 0);
  if (std::getenv("XCC_VERIFY") && verifyModule(M, &errs()))
    report_fatal_error("broken device module");

  Silence silence(M.getContext());
  optimise(M, *target);
  SmallString<0> text;
  raw_svector_ostream OS(text);
  legacy::PassManager passes;
  if (target->addPassesToEmitFile(passes, OS, nullptr, CodeGenFileType::AssemblyFile))
    return {GpuReason::UnsupportedOperation, "this LLVM prints no PTX", {}};
  passes.run(M);
  if (silence.hasErred)
    return {GpuReason::UnsupportedOperation, "", {}};
  code.code = std::string(text);
  return {};
}

} // namespace xc
