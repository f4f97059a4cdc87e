#include "gpu_safety.h"
#include "device_math.h"
#include "origins.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace xc {

namespace {

constexpr uint64_t mostCarriedBytes = 16 << 10;

struct State {
  const KernelSource &source;
  const MathRules &rules;
  const DataLayout &DL;
  SmallVector<const Function *, 8> active{};         // The chain of calls that is being looked at.
  DenseMap<const Function *, uint64_t> localBytes{}; // Of what has been found to be safe, callees included.
  DenseSet<const GlobalVariable *> objects{};        // Of source.pointers.
  DenseSet<uint64_t> places{};                       // Likewise.

  GpuRefusal checkRecord();
  GpuRefusal checkFunction(const Function &F);
  GpuRefusal checkInstruction(const Instruction &I, uint64_t &local);
  GpuRefusal checkOperands(const Instruction &I);
  GpuRefusal checkCall(const CallBase &call, uint64_t &local);
  GpuRefusal checkMath(const CallBase &call, const DeviceMath &math);
  GpuRefusal checkIntrinsic(const IntrinsicInst &call);
  GpuRefusal checkAccess(const Instruction &I, const Value *pointer);
  GpuRefusal checkConstant(const Constant &constant, const Instruction &I);
};

GpuRefusal refuse(GpuReason reason, const Instruction &I, const Twine &detail = "") {
  return {reason, detail.str(), I.getDebugLoc()};
}

std::string textOf(const Type &type) {
  std::string text;
  raw_string_ostream(text) << type;
  return text;
}

std::string nameOf(const GlobalValue &global) {
  return "'" + demangle(global.getName().split(".xc.original").first) + "'";
}

/// Numbers of up to 64 bits, float, double, pointers, and structures and arrays of those; of integers only, 128 bits.
bool isSupported(const Type *type) {
  switch (type->getTypeID()) {
  case Type::VoidTyID:
  case Type::LabelTyID:
  case Type::MetadataTyID:
  case Type::FloatTyID:
  case Type::DoubleTyID:
    return true;
  case Type::PointerTyID:
    return type->getPointerAddressSpace() == 0;
  case Type::IntegerTyID:
    return type->getIntegerBitWidth() <= 64 || type->isIntegerTy(128);
  case Type::StructTyID:
  case Type::ArrayTyID:
    return all_of(type->subtypes(), isSupported);
  default:
    return false;
  }
}

bool isWide(const Type *type) { return type->isIntegerTy() && type->getIntegerBitWidth() > 64; }

/// True if a constant is made of numbers alone.
bool isPlainData(const Constant &constant) {
  if (isa<ConstantData>(constant) && !constant.getType()->isPtrOrPtrVectorTy())
    return true;
  return isa<ConstantAggregate>(constant) &&
         all_of(constant.operands(), [](const Use &use) { return isPlainData(*cast<Constant>(use)); });
}

/// The captured values must lie in the record of a kernel where the block's call site puts them.
GpuRefusal State::checkRecord() {
  if (DL.getTypeAllocSize(source.captures) > blob::kMostRecordSize - 8 * objects.size())
    return {GpuReason::LargeRecord, "", {}};
  return {};
}

/// Whatever the pointer may be computed from must be the kernel's own.
GpuRefusal State::checkAccess(const Instruction &I, const Value *pointer) {
  for (const Value *origin : originsOf(pointer)) {
    if (auto *load = dyn_cast<LoadInst>(origin)) {
      auto place = placeInRecord(load->getPointerOperand(), *source.body->getArg(0), DL);
      if (!place)
        return refuse(GpuReason::LoadedPointer, *load);
      if (!places.contains(*place))
        return refuse(GpuReason::UnknownAddress, I);
    } else if (auto *argument = dyn_cast<Argument>(origin)) {
      bool isRecord = argument == source.body->getArg(0) || argument == source.body->getArg(3);
      if (!isRecord)
        return refuse(GpuReason::StoredPointer, I);
    } else if (auto *global = dyn_cast<GlobalVariable>(origin)) {
      if (!isCarried(*global) && !objects.contains(global))
        return refuse(GpuReason::ObjectAddress, I, nameOf(*global));
    } else if (!isa<AllocaInst, UndefValue, ConstantPointerNull>(origin)) {
      return refuse(GpuReason::UnknownAddress, I);
    }
  }
  return {};
}

GpuRefusal State::checkConstant(const Constant &constant, const Instruction &I) {
  if (auto *global = dyn_cast<GlobalValue>(&constant)) {
    if (global->isThreadLocal())
      return refuse(GpuReason::ThreadLocal, I, nameOf(*global));
    auto *variable = dyn_cast<GlobalVariable>(global);
    bool isKnown = variable && (isCarried(*variable) || (objects.contains(variable) && I.getFunction() == source.body));
    return isKnown ? GpuRefusal() : refuse(GpuReason::ObjectAddress, I, nameOf(*global));
  }
  if (auto *expression = dyn_cast<ConstantExpr>(&constant)) {
    if (expression->getOpcode() == Instruction::PtrToInt || expression->getOpcode() == Instruction::IntToPtr)
      return refuse(GpuReason::AddressAsNumber, I);
    if (!isa<GEPOperator>(expression))
      return refuse(GpuReason::UnsupportedOperation, I, expression->getOpcodeName());
  }
  if (isa<BlockAddress, DSOLocalEquivalent, NoCFIValue>(constant))
    return refuse(GpuReason::ObjectAddress, I);
  for (const Use &operand : constant.operands())
    if (GpuRefusal refusal = checkConstant(*cast<Constant>(operand), I))
      return refusal;
  return {};
}

GpuRefusal State::checkOperands(const Instruction &I) {
  if (!isSupported(I.getType()))
    return refuse(GpuReason::UnsupportedType, I, textOf(*I.getType()));
  auto *call = dyn_cast<CallBase>(&I);
  for (const Use &operand : I.operands()) {
    if (call && call->isCallee(&operand))
      continue;
    if (!isSupported(operand->getType()))
      return refuse(GpuReason::UnsupportedType, I, textOf(*operand->getType()));
    if (auto *constant = dyn_cast<Constant>(operand))
      if (GpuRefusal refusal = checkConstant(*constant, I))
        return refusal;
  }
  return {};
}

GpuRefusal State::checkMath(const CallBase &call, const DeviceMath &math) {
  StringRef name = call.getCalledFunction()->getName();
  if (rules.exact && !math.isExact())
    return refuse(GpuReason::InexactMath, call, "'" + name + "'");
  if (rules.keepsErrno && !call.doesNotAccessMemory())
    return refuse(GpuReason::MathErrno, call, "'" + name + "'");
  return {};
}

GpuRefusal State::checkIntrinsic(const IntrinsicInst &call) {
  auto unsupported = [&] { return refuse(GpuReason::UnsupportedOperation, call, call.getCalledFunction()->getName()); };
  switch (call.getIntrinsicID()) {
  // Dropped.
  case Intrinsic::assume:
  case Intrinsic::donothing:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::lifetime_end:
  case Intrinsic::lifetime_start:
  case Intrinsic::prefetch:
  case Intrinsic::sideeffect:
  case Intrinsic::pseudoprobe:
  // Operations of every width.
  case Intrinsic::abs:
  case Intrinsic::bitreverse:
  case Intrinsic::bswap:
  case Intrinsic::ctlz:
  case Intrinsic::ctpop:
  case Intrinsic::cttz:
  case Intrinsic::expect:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::sadd_sat:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::ssub_sat:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::uadd_sat:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::usub_sat:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
  // Of numbers.
  case Intrinsic::ceil:
  case Intrinsic::copysign:
  case Intrinsic::fabs:
  case Intrinsic::floor:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::is_fpclass:
  case Intrinsic::maxnum:
  case Intrinsic::minnum:
  case Intrinsic::nearbyint:
  case Intrinsic::rint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::sqrt:
  case Intrinsic::trunc:
    return {};
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
    return isWide(call.getArgOperand(0)->getType()) ? unsupported() : GpuRefusal();
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memset_inline: {
    auto &memory = cast<MemIntrinsic>(call);
    if (memory.isVolatile())
      return refuse(GpuReason::Volatile, call);
    if (GpuRefusal refusal = checkAccess(call, memory.getRawDest()))
      return refusal;
    auto *transfer = dyn_cast<MemTransferInst>(&memory);
    return transfer ? checkAccess(call, transfer->getRawSource()) : GpuRefusal();
  }
  case Intrinsic::vastart:
  case Intrinsic::vaend:
  case Intrinsic::vacopy:
    return refuse(GpuReason::VariableArguments, call);
  default:
    if (DeviceMath math = deviceMath(call))
      return checkMath(call, math);
    return isa<DbgInfoIntrinsic>(call) ? GpuRefusal() : unsupported();
  }
}

GpuRefusal State::checkCall(const CallBase &call, uint64_t &local) {
  if (call.isInlineAsm())
    return refuse(GpuReason::InlineAssembly, call);
  if (!isa<CallInst>(call))
    return refuse(GpuReason::Exception, call);
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return checkIntrinsic(*intrinsic);
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return refuse(GpuReason::IndirectCall, call);
  if (callee->isDeclaration()) {
    if (DeviceMath math = deviceMath(call))
      return checkMath(call, math);
    // Extraction lets through what is in <math.h>, and what the program declares to be pure.
    Type *first = call.arg_empty() ? nullptr : call.getArgOperand(0)->getType();
    bool isNumeric = first && first->isFloatingPointTy();
    return refuse(isNumeric ? GpuReason::MathCall : GpuReason::UnknownCall, call, nameOf(*callee));
  }
  if (callee->isVarArg())
    return refuse(GpuReason::VariableArguments, call, nameOf(*callee));
  if (callee->isInterposable())
    return refuse(GpuReason::UnknownCall, call, nameOf(*callee));
  if (call.getType()->isPointerTy() || any_of(call.args(), [](const Use &V) { return V->getType()->isPointerTy(); }))
    return refuse(GpuReason::StoredPointer, call, nameOf(*callee));
  GpuRefusal refusal = checkFunction(*callee);
  if (refusal)
    refusal.location = call.getDebugLoc(); // The user's loop calls it there.
  local = std::max(local, localBytes.lookup(callee));
  return refusal;
}

GpuRefusal State::checkInstruction(const Instruction &I, uint64_t &local) {
  if (GpuRefusal refusal = checkOperands(I))
    return refusal;
  if (auto *call = dyn_cast<CallBase>(&I))
    return checkCall(*call, local);
  if (I.isVolatile() || I.isAtomic())
    return refuse(GpuReason::Volatile, I);
  auto unsupported = [&] { return refuse(GpuReason::UnsupportedOperation, I, I.getOpcodeName()); };
  switch (I.getOpcode()) {
  case Instruction::Load:
    // The captured pointers are; others are refused where they are followed.
    return checkAccess(I, getLoadStorePointerOperand(&I));
  case Instruction::Store:
    if (I.getOperand(0)->getType()->isPointerTy())
      return refuse(GpuReason::StoredPointer, I);
    return checkAccess(I, getLoadStorePointerOperand(&I));
  case Instruction::Ret:
    return I.getNumOperands() && I.getOperand(0)->getType()->isPointerTy() ? refuse(GpuReason::StoredPointer, I)
                                                                           : GpuRefusal();
  case Instruction::ICmp: {
    if (!I.getOperand(0)->getType()->isPointerTy())
      return {};
    const Value *a = getUnderlyingObject(I.getOperand(0), 0), *b = getUnderlyingObject(I.getOperand(1), 0);
    bool isOne = a == b && isa<LoadInst, AllocaInst>(a);
    return isOne ? GpuRefusal() : refuse(GpuReason::ComparedPointers, I);
  }
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return refuse(GpuReason::AddressAsNumber, I);
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return isWide(I.getType()) ? refuse(GpuReason::UnsupportedOperation, I, Twine(I.getOpcodeName()) + " of 128 bits")
                               : GpuRefusal();
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return isWide(I.getOperand(0)->getType())
               ? refuse(GpuReason::UnsupportedOperation, I, Twine(I.getOpcodeName()) + " of 128 bits")
               : GpuRefusal();
  case Instruction::Invoke:
  case Instruction::Resume:
  case Instruction::LandingPad:
    return refuse(GpuReason::Exception, I);
  case Instruction::VAArg:
    return refuse(GpuReason::VariableArguments, I);
  case Instruction::Alloca:
    return cast<AllocaInst>(I).isStaticAlloca() ? GpuRefusal() : unsupported();
  case Instruction::Br:
  case Instruction::Switch:
  case Instruction::Unreachable:
  case Instruction::FNeg:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
  case Instruction::GetElementPtr:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::FPTrunc:
  case Instruction::FPExt:
  case Instruction::BitCast:
  case Instruction::FCmp:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Freeze:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    return {};
  default:
    return unsupported();
  }
}

GpuRefusal State::checkFunction(const Function &F) {
  if (localBytes.contains(&F))
    return {};
  if (is_contained(active, &F))
    return {GpuReason::Recursion, nameOf(F), {}};
  active.push_back(&F);
  uint64_t own = 0, callees = 0;
  for (const Instruction &I : instructions(F)) {
    if (GpuRefusal refusal = checkInstruction(I, callees))
      return refusal;
    if (auto *local = dyn_cast<AllocaInst>(&I))
      own = SaturatingAdd(own, local->getAllocationSize(DL).value_or(TypeSize::getFixed(~0ull)).getFixedValue());
  }
  active.pop_back();
  localBytes[&F] = SaturatingAdd(own, callees);
  if (localBytes[&F] > mostLocalBytes)
    return {GpuReason::LocalMemory, "", {}};
  return {};
}

} // namespace

bool isCarried(const GlobalVariable &global) {
  if (!global.isConstant() || !global.hasDefinitiveInitializer() || global.isThreadLocal() ||
      global.isExternallyInitialized())
    return false;
  const DataLayout &DL = global.getParent()->getDataLayout();
  return isSupported(global.getValueType()) && DL.getTypeAllocSize(global.getValueType()) <= mostCarriedBytes &&
         isPlainData(*global.getInitializer());
}

GpuRefusal checkGpuSafety(const KernelSource &source, const MathRules &rules) {
  State state{source, rules, source.body->getParent()->getDataLayout()};
  for (const KernelPointer &pointer : source.pointers)
    if (pointer.object)
      state.objects.insert(pointer.object);
    else
      state.places.insert(pointer.place);
  if (GpuRefusal refusal = state.checkRecord())
    return refusal;
  return state.checkFunction(*source.body);
}

} // namespace xc
