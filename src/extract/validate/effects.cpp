#include "effects.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace xc {

namespace {

constexpr unsigned maxPureInstructions = 2000;

Refusal refuse(Reason reason, const Instruction &I, const Twine &detail = "") {
  return {reason, detail.str(), I.getDebugLoc()};
}

bool isMathName(StringRef name) {
  if (name.ends_with("_finite") || name.starts_with("__"))
    return false;
  auto known = [](StringRef base) {
    return StringSwitch<bool>(base)
#define XC_MATH(Name) .Case(#Name, true)
#include "math_calls.def"
        .Default(false);
  };
  return known(name) || ((name.ends_with("f") || name.ends_with("l")) && known(name.drop_back()));
}

/// Intrinsics that neither read nor write memory that another iteration could see, whatever their attributes say.
bool isHarmlessIntrinsic(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::donothing:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::lifetime_end:
  case Intrinsic::lifetime_start:
  case Intrinsic::prefetch:
  case Intrinsic::sideeffect:
    return true;
  default:
    return isa<DbgInfoIntrinsic>(I) || isa<PseudoProbeInst>(I);
  }
}

/// True for a call whose result may differ between threads although it touches no memory: glibc declares
/// pthread_self() and __errno_location() const.
bool dependsOnThread(const CallBase &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::not_intrinsic: {
    const Function *callee = call.getCalledFunction();
    return !callee || (callee->isDeclaration() && call.arg_empty());
  }
  case Intrinsic::addressofreturnaddress:
  case Intrinsic::frameaddress:
  case Intrinsic::localaddress:
  case Intrinsic::returnaddress:
  case Intrinsic::sponentry:
  case Intrinsic::thread_pointer:
  case Intrinsic::threadlocal_address:
    return true;
  default:
    return false;
  }
}

bool isPureCall(const CallBase &call) {
  return call.doesNotAccessMemory() && call.doesNotThrow() && call.willReturn() && !dependsOnThread(call);
}

/// True if an operand is the address of a thread-local variable, or computed from one.
const GlobalValue *threadLocalOperand(const Instruction &I) {
  SmallVector<const Value *, 4> worklist(I.operand_values());
  while (!worklist.empty()) {
    const Value *V = worklist.pop_back_val();
    if (auto *global = dyn_cast<GlobalValue>(V); global && global->isThreadLocal())
      return global;
    if (auto *expression = dyn_cast<ConstantExpr>(V))
      worklist.append(expression->value_op_begin(), expression->value_op_end());
  }
  return nullptr;
}

/// What keeps an instruction that calls no function of the program from being pure.
Reason impurity(const Instruction &I, const TargetLibraryInfo &TLI) {
  if (threadLocalOperand(I))
    return Reason::ThreadLocal;
  if (auto *call = dyn_cast<CallBase>(&I)) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(call);
    if (intrinsic && isHarmlessIntrinsic(*intrinsic))
      return Reason::None;
    bool isOperator = isa<CallInst>(call) && !call->isInlineAsm() && !call->isConvergent() &&
                      (isPureCall(*call) || isMathCall(*call, TLI));
    return isOperator ? Reason::None : Reason::UnknownCall;
  }
  if (const Value *pointer = getLoadStorePointerOperand(&I)) {
    const Value *object = getUnderlyingObject(pointer, 0);
    auto *global = dyn_cast<GlobalVariable>(object);
    bool isConstant = isa<LoadInst>(I) && global && global->isConstant() && global->hasDefinitiveInitializer();
    return !I.isVolatile() && !I.isAtomic() && (isa<AllocaInst>(object) || isConstant) ? Reason::None
                                                                                       : Reason::UnknownCall;
  }
  return I.mayReadOrWriteMemory() || I.mayThrow() || I.isEHPad() ? Reason::UnknownCall : Reason::None;
}

Refusal validateCall(const CallBase &call, const TargetLibraryInfo &TLI, PureFunctions &pure) {
  if (call.isInlineAsm())
    return refuse(Reason::InlineAssembly, call);
  if (!isa<CallInst>(call))
    return refuse(Reason::Throws, call);
  if (call.isConvergent())
    return refuse(Reason::UnsupportedInstruction, call);
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    if (isHarmlessIntrinsic(*intrinsic))
      return {};
    if (auto *memory = dyn_cast<MemIntrinsic>(intrinsic))
      return memory->isVolatile() ? refuse(Reason::Volatile, call) : Refusal();
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
      return refuse(Reason::StackAllocation, call);
    case Intrinsic::vastart:
    case Intrinsic::vaend:
    case Intrinsic::vacopy:
      return refuse(Reason::VariableArguments, call);
    default:
      break;
    }
  }
  if (isPureCall(call))
    return {};
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return refuse(Reason::IndirectCall, call);
  if (isMathCall(call, TLI))
    return {};
  if (!call.doesNotThrow() && call.doesNotAccessMemory())
    return refuse(Reason::Throws, call);
  if (callee->isIntrinsic())
    return refuse(Reason::UnsupportedInstruction, call, callee->getName());
  if (Reason reason = pure.check(*callee, TLI); reason != Reason::None)
    return refuse(reason, call, "'" + demangle(callee->getName().split(".xc.original").first) + "'");
  return {};
}

/// True for the address of errno, which belongs to the thread that runs the plain loop. Its address is taken before the
/// loop, but functions of <math.h> write to that of the thread that calls them, and the runtime keeps it as it was.
bool isErrno(const Value &pointer) {
  auto *call = dyn_cast<CallBase>(getUnderlyingObject(&pointer, 0));
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == "__errno_location";
}

Refusal validateInstruction(const Instruction &I, const TargetLibraryInfo &TLI, PureFunctions &pure) {
  if (const GlobalValue *global = threadLocalOperand(I))
    return refuse(Reason::ThreadLocal, I, "'" + global->getName() + "'");
  // What may have to be stored in a capture record.
  auto isStorable = [](const Type *type) {
    return type->isVoidTy() || type->isLabelTy() || type->isMetadataTy() ||
           (type->isSized() && !type->isScalableTy() && !type->isX86_AMXTy() && !type->isTargetExtTy());
  };
  auto isStorableValue = [&](const Value *V) { return isStorable(V->getType()); };
  if (!isStorable(I.getType()) || !all_of(I.operand_values(), isStorableValue))
    return refuse(Reason::UnsupportedInstruction, I);
  if (auto *call = dyn_cast<CallBase>(&I))
    return validateCall(*call, TLI, pure);
  switch (I.getOpcode()) {
  case Instruction::Load:
  case Instruction::Store:
    if (isErrno(*getLoadStorePointerOperand(&I)))
      return refuse(Reason::ThreadLocal, I, "'errno'");
    if (I.isVolatile())
      return refuse(Reason::Volatile, I);
    if (I.isAtomic())
      return refuse(Reason::Atomic, I);
    return {};
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::Fence:
    return refuse(Reason::Atomic, I);
  case Instruction::VAArg:
    return refuse(Reason::VariableArguments, I);
  case Instruction::Alloca:
    return refuse(Reason::StackAllocation, I);
  case Instruction::IndirectBr:
    return refuse(Reason::ControlFlow, I);
  default:
    if (I.isEHPad())
      return refuse(Reason::Throws, I);
    if (I.mayReadOrWriteMemory() || I.mayThrow())
      return refuse(Reason::UnsupportedInstruction, I, I.getOpcodeName());
    return {};
  }
}

} // namespace

Reason PureFunctions::check(const Function &F, const TargetLibraryInfo &TLI) {
  Verdict verdict = judge(F, TLI);
  if (verdict.reason == Reason::None && verdict.stackBytes > maxWorkerStack)
    return Reason::StackAllocation;
  return verdict.reason;
}

PureFunctions::Verdict PureFunctions::judge(const Function &F, const TargetLibraryInfo &TLI) {
  if (F.isDeclaration() || F.isInterposable() || F.isVarArg() || F.hasFnAttribute(Attribute::StrictFP) ||
      F.isPresplitCoroutine())
    return {Reason::UnknownCall};
  if (is_contained(active, &F))
    return {Reason::Recursion};
  if (auto it = known.find(&F); it != known.end())
    return it->second;
  if (F.getInstructionCount() > maxPureInstructions)
    return {Reason::LargeCallee};
  active.push_back(&F);
  Verdict verdict;
  uint64_t deepest = 0;
  for (const Instruction &I : instructions(F)) {
    auto *call = dyn_cast<CallBase>(&I);
    bool isOther = call && isa<CallInst>(call) && !isa<IntrinsicInst>(call) && call->getCalledFunction() &&
                   !isPureCall(*call) && !isMathCall(*call, TLI);
    if (isOther) {
      Verdict inner = judge(*call->getCalledFunction(), TLI);
      verdict.reason = inner.reason;
      deepest = std::max(deepest, inner.stackBytes);
    } else {
      verdict.reason = impurity(I, TLI);
      if (auto *local = dyn_cast<AllocaInst>(&I))
        verdict.stackBytes = SaturatingAdd(verdict.stackBytes, stackBytes(*local));
    }
    if (verdict.reason != Reason::None)
      break;
  }
  verdict.stackBytes = SaturatingAdd(verdict.stackBytes, deepest);
  active.pop_back();
  return known[&F] = verdict;
}

uint64_t stackBytes(const AllocaInst &local) {
  auto size = local.getAllocationSize(local.getDataLayout());
  return local.isStaticAlloca() && size && !size->isScalable() ? size->getFixedValue() : ~uint64_t(0);
}

bool isMathCall(const CallBase &call, const TargetLibraryInfo &TLI) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || call.isNoBuiltin() || call.isStrictFP())
    return false;
  auto isNumber = [](Type *T) { return T->isFloatingPointTy() || T->isIntegerTy(); };
  if (!isNumber(callee->getReturnType()) || !all_of(callee->getFunctionType()->params(), isNumber) ||
      callee->isVarArg() || callee->arg_empty() || !callee->getArg(0)->getType()->isFloatingPointTy())
    return false;
  LibFunc func;
  if (TLI.getLibFunc(call, func) && !TLI.has(func)) // -fno-builtin-NAME
    return false;
  return isMathName(callee->getName());
}

Refusal validateFunction(const Function &F) {
  if (F.hasFnAttribute(Attribute::StrictFP))
    return {Reason::StrictFloat, "", {}};
  if (F.isPresplitCoroutine() || F.hasFnAttribute(Attribute::Naked))
    return {Reason::ControlFlow, "", {}};
  if (F.getName().contains(".omp_outlined"))
    return {Reason::OtherThreads, "", {}};
  if (any_of(F, [](const BasicBlock &BB) { return BB.hasAddressTaken(); }))
    return {Reason::ControlFlow, "the address of a label is taken", {}};
  for (const Instruction &I : instructions(F)) {
    auto *call = dyn_cast<CallBase>(&I);
    if (!call)
      continue;
    if (call->hasFnAttr(Attribute::ReturnsTwice))
      return refuse(Reason::Setjmp, I);
    if (const Function *callee = call->getCalledFunction(); callee && callee->getName().starts_with("__kmpc_"))
      return refuse(Reason::OtherThreads, I);
  }
  return {};
}

Refusal validateEffects(const Loop &loop, const TargetLibraryInfo &TLI, PureFunctions &pure,
                        function_ref<bool(const Instruction &)> among) {
  for (const BasicBlock *BB : loop.blocks())
    for (const Instruction &I : *BB)
      if (!among || among(I))
        if (Refusal refusal = validateInstruction(I, TLI, pure))
          return refusal;
  return {};
}

} // namespace xc
