#include "device_module.h"
#include "device_math.h"
#include "host_float.h"
#include "origins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace xc {

namespace {

/// True for what no result depends on.
bool isHint(const IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  bool isVoid = call.getType()->isVoidTy();
  return isVoid && (call.isAssumeLikeIntrinsic() || id == Intrinsic::prefetch || id == Intrinsic::donothing);
}

/// Copies functions, and the functions and tables that they use.
class Copier final : public ValueMaterializer {
public:
  Copier(Module &M, const RecordLayout &record) : M(M), record(record) {}

  Function *copy(Function &F);
  /// What stands for an object until its address is known; null if no copy uses it.
  GlobalVariable *standIn(GlobalVariable *object) {
    return cast_or_null<GlobalVariable>(static_cast<Value *>(map.lookup(object)));
  }
  /// The copies that were made: what has a body in the program has one here.
  ArrayRef<Function *> copies() const { return made; }

private:
  Value *materialize(Value *V) override;
  void copyBody(Function &from, Function &to);

  Module &M;
  const RecordLayout &record;
  ValueToValueMapTy map;
  SmallVector<std::pair<Function *, Function *>, 4> pending;
  SmallVector<Function *, 4> made;
};

Value *Copier::materialize(Value *V) {
  if (auto *F = dyn_cast<Function>(V)) {
    if (F->isIntrinsic() || F->isDeclaration())
      return M
          .getOrInsertFunction(F->getName(), F->getFunctionType(),
                               F->isIntrinsic() ? F->getAttributes() : AttributeList())
          .getCallee();
    Function *copy = Function::Create(F->getFunctionType(), GlobalValue::InternalLinkage, F->getName(), M);
    copy->addFnAttr(Attribute::NoUnwind);
    pending.push_back({F, copy});
    return copy;
  }
  if (auto *global = dyn_cast<GlobalVariable>(V)) {
    // An object, whose address will be a parameter; or a table that is carried along.
    bool isCarried = none_of(record.objects, [&](const auto &entry) { return entry.first == global; });
    auto *copy = new GlobalVariable(M, global->getValueType(), isCarried,
                                    isCarried ? GlobalValue::InternalLinkage : GlobalValue::ExternalLinkage,
                                    isCarried ? global->getInitializer() : nullptr, global->getName());
    copy->setAlignment(global->getAlign());
    return copy;
  }
  return nullptr;
}

void Copier::copyBody(Function &from, Function &to) {
  for (auto [argument, copy] : zip(from.args(), to.args())) {
    copy.setName(argument.getName());
    map[&argument] = &copy;
  }
  for (BasicBlock &BB : from)
    map[&BB] = BasicBlock::Create(M.getContext(), BB.getName(), &to);
  for (BasicBlock &BB : from) {
    auto *block = cast<BasicBlock>(static_cast<Value *>(map[&BB]));
    for (Instruction &I : BB) {
      if (auto *call = dyn_cast<IntrinsicInst>(&I))
        if (isHint(*call))
          continue;
      Instruction *copy = I.clone();
      copy->dropDbgRecords();
      copy->setDebugLoc({});
      // What was proved about the arrays of the block.
      copy->dropUnknownNonDebugMetadata({LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
      copy->insertInto(block, block->end());
      if (!I.getType()->isVoidTy())
        copy->setName(I.getName());
      map[&I] = copy;
    }
  }
  for (Instruction &copy : instructions(to))
    RemapInstruction(&copy, map, RF_IgnoreMissingLocals, nullptr, this);
  made.push_back(&to);
}

Function *Copier::copy(Function &F) {
  auto *result = cast<Function>(MapValue(&F, map, RF_None, nullptr, this));
  while (!pending.empty()) {
    auto [from, to] = pending.pop_back_val();
    copyBody(*from, *to);
  }
  return result;
}

/// Operations whose meaning depends on the host become what they mean there; what only hosts know goes.
class Normaliser {
public:
  Normaliser(Module &M, const HostFloat &host) : M(M), host(host) {}
  void run(Function &F);
  bool callsMath = false;

private:
  Value *replacementOf(CallInst &call, IRBuilder<> &builder);

  Module &M;
  const HostFloat &host;
};

Value *Normaliser::replacementOf(CallInst &call, IRBuilder<> &builder) {
  auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  Intrinsic::ID id = call.getIntrinsicID();
  if (DeviceMath math = deviceMath(call)) {
    if (!math.function.empty()) {
      callsMath = true;
      return builder.CreateCall(M.getOrInsertFunction(math.function, call.getFunctionType()),
                                SmallVector<Value *, 2>(call.args()));
    }
    id = math.operation;
  }
  Type *type = argument(0)->getType();
  switch (id) {
  case Intrinsic::fmuladd:
    if (host.fuses)
      return builder.CreateIntrinsic(Intrinsic::fma, {type}, {argument(0), argument(1), argument(2)});
    return builder.CreateFAdd(builder.CreateFMul(argument(0), argument(1)), argument(2));
  case Intrinsic::maxnum:
  case Intrinsic::minnum: {
    if (!host.takesFirstOfEqual)
      break;
    auto better = id == Intrinsic::maxnum ? CmpInst::FCMP_OGT : CmpInst::FCMP_OLT;
    Value *a = argument(0), *b = argument(1);
    Value *chosen = builder.CreateSelect(builder.CreateFCmp(better, b, a), b, a);
    return builder.CreateSelect(builder.CreateFCmpUNO(a, a), b, chosen);
  }
  default:
    break;
  }
  if (id == call.getIntrinsicID())
    return nullptr;
  SmallVector<Value *, 3> arguments(call.args());
  Value *result = builder.CreateIntrinsic(id, {type}, arguments);
  return call.getType() == type ? result : builder.CreateFPToSI(result, call.getType());
}

void Normaliser::run(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (isa<FPMathOperator>(I))
      I.copyFastMathFlags(FastMathFlags()); // Setting them adds.
    if (I.getOpcode() == Instruction::FRem) {
      IRBuilder<> builder(&I);
      auto *type = FunctionType::get(I.getType(), {I.getType(), I.getType()}, false);
      I.replaceAllUsesWith(builder.CreateCall(M.getOrInsertFunction(remainderFunction(I.getType()), type),
                                              {I.getOperand(0), I.getOperand(1)}));
      I.eraseFromParent();
      callsMath = true;
      continue;
    }
    auto *call = dyn_cast<CallInst>(&I);
    if (!call)
      continue;
    call->setTailCallKind(CallInst::TCK_None);
    if (!call->getCalledFunction()->isIntrinsic())
      call->setAttributes({});
    if (call->arg_empty())
      continue;
    IRBuilder<> builder(call);
    if (Value *replacement = replacementOf(*call, builder)) {
      call->replaceAllUsesWith(replacement);
      call->eraseFromParent();
    }
  }
}

/// Objects of the program are where the parameter record says.
void replaceObjects(Function &body, const RecordLayout &record, Copier &copier) {
  IRBuilder<> builder(&*body.getEntryBlock().getFirstInsertionPt());
  for (const auto &[object, place] : record.objects) {
    GlobalVariable *standIn = copier.standIn(object);
    if (!standIn)
      continue;
    convertUsersOfConstantsToInstructions({standIn});
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), body.getArg(0), place);
    standIn->replaceAllUsesWith(builder.CreateAlignedLoad(standIn->getType(), address, Align(8), object->getName()));
    standIn->eraseFromParent();
  }
}

/// Nothing that the kernel writes can be seen through them.
void markInvariantLoads(const KernelSource &source, const RecordLayout &record, Function &body) {
  const DataLayout &DL = body.getParent()->getDataLayout();
  auto isReadOnly = [&](Value *origin) {
    auto *load = dyn_cast<LoadInst>(origin);
    auto place = load ? placeInRecord(load->getPointerOperand(), *body.getArg(0), DL) : std::nullopt;
    if (!place)
      return false;
    return all_of(source.pointers, [&](const KernelPointer &pointer) {
      uint64_t where = pointer.place;
      for (const auto &[object, objectPlace] : record.objects)
        if (object == pointer.object)
          where = objectPlace;
      return where != *place || source.isReadOnly(pointer.array);
    });
  };
  MDNode *empty = MDNode::get(body.getContext(), {});
  for (Instruction &I : instructions(body))
    if (auto *load = dyn_cast<LoadInst>(&I); load && all_of(originsOf(load->getPointerOperand()), isReadOnly))
      load->setMetadata(LLVMContext::MD_invariant_load, empty);
}

bool haveSameLayout(StructType *type, const DataLayout &a, const DataLayout &b) {
  const StructLayout *first = a.getStructLayout(type), *second = b.getStructLayout(type);
  return first->getSizeInBytes() == second->getSizeInBytes() &&
         equal(first->getMemberOffsets(), second->getMemberOffsets());
}

} // namespace

RecordLayout::RecordLayout(const KernelSource &source) {
  const DataLayout &DL = source.body->getParent()->getDataLayout();
  captureSize = DL.getTypeAllocSize(source.captures);
  size = alignTo(captureSize, 8);
  for (const KernelPointer &pointer : source.pointers) {
    if (!pointer.object || any_of(objects, [&](const auto &known) { return known.first == pointer.object; }))
      continue;
    objects.push_back({pointer.object, size});
    size += 8;
  }
}

DeviceModule createDeviceModule(const KernelSource &source, const RecordLayout &record, StringRef triple,
                                const DataLayout &DL) {
  const DataLayout &hostDL = source.body->getParent()->getDataLayout();
  if (!haveSameLayout(source.captures, hostDL, DL) || !haveSameLayout(source.results, hostDL, DL))
    return {};
  DeviceModule device;
  device.module = std::make_unique<Module>(source.name, source.body->getContext());
  Module &M = *device.module;
  M.setTargetTriple(triple);
  M.setDataLayout(DL);
  Copier copier(M, record);
  device.body = copier.copy(*source.body);
  if (source.identity)
    device.identity = copier.copy(*source.identity);
  Normaliser normaliser(M, HostFloat::of(*source.body));
  for (Function *F : copier.copies())
    normaliser.run(*F);
  device.callsMath = normaliser.callsMath;
  replaceObjects(*device.body, record, copier);
  markInvariantLoads(source, record, *device.body);
  for (Function *F : {device.body, device.identity})
    if (F) {
      F->addFnAttr(Attribute::AlwaysInline);
      F->addParamAttr(0, Attribute::NoAlias);
    }
  device.body->addParamAttr(0, Attribute::ReadOnly);
  return device;
}

} // namespace xc
