#include "call_site.h"
#include "body.h"
#include "guard.h"
#include "xcrt/abi.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace xc {

namespace {

Constant *text(Module &M, const Twine &value) {
  std::string string = value.str();
  Constant *data = ConstantDataArray::getString(M.getContext(), string);
  auto *global = new GlobalVariable(M, data->getType(), true, GlobalValue::PrivateLinkage, data, ".xc.text");
  global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  global->setAlignment(Align(1));
  return global;
}

GlobalVariable *table(Module &M, Constant *contents, const Twine &name) {
  auto *global = new GlobalVariable(M, contents->getType(), true, GlobalValue::PrivateLinkage, contents, name);
  global->setAlignment(Align(8));
  return global;
}

uint32_t flagsOf(const Block &block) {
  uint32_t flags = 0;
  if (any_of(block.reductions, [](const Reduction &reduction) { return isFloat(reduction.kind); }))
    flags |= XCRT_FIXED_TREE;
  if (block.isInexact)
    flags |= XCRT_INEXACT;
  if (block.isUneven)
    flags |= XCRT_UNEVEN;
  if (mayWrap(block))
    flags |= XCRT_WRAPS;
  return flags;
}

/// True if the gate compares the trip count in the form that costs least to compute.
bool comparesUnits(const Block &block, const Captures &captures) {
  return !block.replacesLoop && block.work.inner.empty() && block.grid.size() == 1 &&
         isGuaranteedNotToBeUndefOrPoison(captures.units);
}

/// perItem * n + sum of inner work, saturating: an estimate must not wrap to something small.
Value *emitWork(const Block &block, const Captures &captures, IRBuilder<> &builder, Value *items) {
  auto multiply = [&](Value *a, Value *b) -> Value * {
    Value *pair = builder.CreateBinaryIntrinsic(Intrinsic::umul_with_overflow, a, b);
    return builder.CreateSelect(builder.CreateExtractValue(pair, 1), builder.getInt64(~uint64_t(0)),
                                builder.CreateExtractValue(pair, 0));
  };
  Value *perItem = builder.getInt64(block.work.perItem);
  for (const auto &[cost, trips] : block.work.inner) {
    Value *product = builder.getInt64(cost);
    for (const SCEV *taken : trips)
      product = multiply(product, captures.workTrips.lookup(taken));
    perItem = builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, perItem, product);
  }
  return multiply(perItem, items);
}

DebugLoc locationOf(const Loop &loop) {
  if (DebugLoc start = loop.getStartLoc())
    return start;
  DISubprogram *subprogram = loop.getHeader()->getParent()->getSubprogram();
  return subprogram ? DILocation::get(subprogram->getContext(), 0, 0, subprogram) : nullptr;
}

/// What was inferred about a function does not hold for the runtime that it calls now.
void forgetEffects(Function &F) {
  for (auto kind : {Attribute::Memory, Attribute::NoFree, Attribute::NoSync, Attribute::WillReturn})
    F.removeFnAttr(kind);
}

/// The runtime's entry point.
Function *getEntry(Module &M) {
  LLVMContext &context = M.getContext();
  Type *I32 = Type::getInt32Ty(context), *I64 = Type::getInt64Ty(context), *pointer = PointerType::getUnqual(context);
  auto *type = FunctionType::get(I32, {pointer, pointer, I64, I64, pointer}, false);
  auto *entry = cast<Function>(M.getOrInsertFunction("xcrt_run", type).getCallee());
  entry->addFnAttr(Attribute::NoUnwind);
  return entry;
}

/// The size from which on the gate is open. The runtime may raise it meanwhile, in another thread.
Value *loadLeast(IRBuilder<> &builder, GlobalVariable *gate) {
  LoadInst *load = builder.CreateAlignedLoad(builder.getInt64Ty(), gate, Align(8), "least");
  load->setAtomic(AtomicOrdering::Monotonic);
  return load;
}

/// A capture record of its own, filled from the arguments at `argument`, which ends up behind them.
Value *storeCaptures(const Captures &captures, IRBuilder<> &builder, Function::arg_iterator &argument) {
  Value *record = builder.CreateAlloca(captures.type, nullptr, "captures");
  for (unsigned i = 0; i != captures.values.size(); ++i)
    builder.CreateStore(argument++, builder.CreateStructGEP(captures.type, record, i));
  return record;
}

/// { i32, results... } xc.run(const void *block, captured values..., reductions' values before the loop..., i64 n,
/// i64 work): hands the block to the runtime. Shared by all blocks with the same types. A function of its own, so that
/// no local of the caller escapes: its frame stays as small as it was, and its tail calls stay tail calls.
Function *getRunner(const Block &block, const Captures &captures) {
  Module &M = *block.loop->getHeader()->getModule();
  LLVMContext &context = M.getContext();
  Type *I32 = Type::getInt32Ty(context), *I64 = Type::getInt64Ty(context);
  auto *pointer = PointerType::getUnqual(context);
  StructType *result = resultType(block);
  SmallVector<Type *, 16> parameters{pointer};
  append_range(parameters, captures.type->elements());
  append_range(parameters, result->elements());
  parameters.append({I64, I64});
  SmallVector<Type *, 4> answers{I32};
  append_range(answers, result->elements());
  auto *answerType = StructType::get(context, answers);

  Function *entry = getEntry(M);
  Function *F = createBlockFunction(block, FunctionType::get(answerType, parameters, false), "xc.run");
  leaveUnoptimised(*F);
  F->addFnAttr(Attribute::Cold);
  // So that the call, which most runs never make, costs the plain loop no register. Not PreserveAll: LLVM 19 clears the
  // upper halves of the vector registers again that it has just restored.
  Triple target(M.getTargetTriple());
  if (target.getArch() == Triple::x86_64 || target.getArch() == Triple::aarch64)
    F->setCallingConv(CallingConv::PreserveMost);
  // The types of captures and results tell the function's type and the other way round.
  for (User *user : entry->users()) {
    auto *call = dyn_cast<CallInst>(user);
    Function *other = call ? call->getFunction() : nullptr;
    if (other && other->hasInternalLinkage() && other->getFunctionType() == F->getFunctionType() &&
        other->getAttributes() == F->getAttributes() && other->getName().starts_with("xc.run")) {
      F->eraseFromParent();
      return other;
    }
  }

  IRBuilder<> builder(BasicBlock::Create(context, "entry", F));
  auto argument = F->arg_begin();
  Value *descriptor = argument++;
  Value *captureRecord = storeCaptures(captures, builder, argument);
  Value *resultRecord = ConstantPointerNull::get(pointer);
  if (!block.reductions.empty())
    resultRecord = builder.CreateAlloca(result, nullptr, "result");
  for (unsigned i = 0; i != block.reductions.size(); ++i)
    builder.CreateStore(argument++, builder.CreateStructGEP(result, resultRecord, i));
  Value *items = argument++, *work = argument;

  CallInst *ran = builder.CreateCall(entry, {descriptor, captureRecord, items, work, resultRecord});
  ran->setDoesNotThrow();
  Value *answer = builder.CreateInsertValue(PoisonValue::get(answerType), ran, 0);
  for (unsigned i = 0; i != block.reductions.size(); ++i) {
    Value *value = builder.CreateLoad(result->getElementType(i), builder.CreateStructGEP(result, resultRecord, i));
    answer = builder.CreateInsertValue(answer, value, i + 1);
  }
  builder.CreateRet(answer);
  return F;
}

/// void NAME.run(captured values..., i64 n, i64 work): what stands in the place of the loop. A function of its own for
/// the same reasons.
Function *createReplacement(const Block &block, const Captures &captures, Function &body, GlobalVariable *descriptor,
                            GlobalVariable *gate) {
  LLVMContext &context = body.getContext();
  Type *I64 = Type::getInt64Ty(context);
  SmallVector<Type *, 16> parameters(captures.type->elements());
  parameters.append({I64, I64});
  auto *type = FunctionType::get(Type::getVoidTy(context), parameters, false);
  Function *F = createBlockFunction(block, type, body.getName() + ".run");
  F->addFnAttr(Attribute::NoInline);

  auto create = [&](const char *label) { return BasicBlock::Create(context, label, F); };
  BasicBlock *start = create("entry"), *run = create("run"), *plain = create("plain"), *inOrder = create("inorder"),
             *done = create("done");
  IRBuilder<> builder(start);
  auto argument = F->arg_begin();
  Value *record = storeCaptures(captures, builder, argument);
  Value *items = argument++, *work = argument;
  auto *nothing = ConstantPointerNull::get(PointerType::getUnqual(context));
  Value *size = block.work.inner.empty() ? items : work;
  builder.CreateCondBr(builder.CreateICmpUGE(size, loadLeast(builder, gate)), run, plain);

  builder.SetInsertPoint(run);
  CallInst *ran = builder.CreateCall(getEntry(*F->getParent()), {descriptor, record, items, work, nothing});
  ran->setDoesNotThrow();
  builder.CreateCondBr(builder.CreateICmpNE(ran, builder.getInt32(0)), done, plain);

  builder.SetInsertPoint(plain); // No row of a grid may have an item.
  builder.CreateCondBr(builder.CreateICmpNE(items, builder.getInt64(0)), inOrder, done);
  builder.SetInsertPoint(inOrder);
  builder.CreateCall(&body, {record, builder.getInt64(0), items, nothing});
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  return F;
}

} // namespace

GlobalVariable *createGate(const Block &block, const Captures &captures, uint64_t leastWork, const Twine &name) {
  uint64_t perItem = 0, least = leastWork; // In work.
  if (block.work.inner.empty()) {
    perItem = 1;
    least = std::max<uint64_t>(divideCeil(leastWork, block.work.perItem), 2);
    if (comparesUnits(block, captures)) {
      perItem = captures.unitsPerTrip;
      least = SaturatingMultiply(least - 1, perItem);
    }
  }
  Module &M = *block.loop->getHeader()->getModule();
  Type *I64 = Type::getInt64Ty(M.getContext());
  auto number = [&](uint64_t value) { return ConstantInt::get(I64, value); };
  auto *memory = ConstantAggregateZero::get(ArrayType::get(I64, std::extent_v<decltype(xcrt_gate::memory)>));
  Constant *contents = ConstantStruct::getAnon({number(least), number(perItem), memory});
  auto *gate =
      new GlobalVariable(M, contents->getType(), false, GlobalValue::InternalLinkage, contents, name + ".gate");
  gate->setAlignment(Align(64)); // What is written to one must not slow the reading of another.
  return gate;
}

GlobalVariable *createDescriptor(const Block &block, const BlockFunctions &functions, const BlockTables &tables,
                                 GlobalVariable *gate, StringRef name) {
  Module &M = *block.loop->getHeader()->getModule();
  LLVMContext &context = M.getContext();
  auto *pointer = PointerType::getUnqual(context);
  auto number = [&](uint32_t value) { return ConstantInt::get(Type::getInt32Ty(context), value); };
  auto orNull = [&](Constant *value) -> Constant * { return value ? value : ConstantPointerNull::get(pointer); };

  SmallVector<Constant *, 8> arrays, apart, texts;
  for (const Array &array : block.arrays) {
    uint32_t access = (array.isRead ? XCRT_READ : 0) | (array.isWritten ? XCRT_WRITTEN : 0);
    auto *object = dyn_cast<Constant>(originOf(array.base, M.getDataLayout()).first);
    arrays.push_back(ConstantStruct::getAnon(
        {text(M, array.name), number(access), number(std::max(array.element, 1u)), orNull(object)}));
  }
  for (auto [a, b] : block.overlapGuards) {
    std::string wrong = block.arrays[a].name + " and " + block.arrays[b].name + " overlap";
    apart.push_back(ConstantStruct::getAnon({number(a), number(b), text(M, wrong)}));
  }
  for (const Guard &guard : block.guards)
    texts.push_back(text(M, guard.failure));
  auto tableOrNull = [&](ArrayRef<Constant *> entries, const Twine &suffix) -> Constant * {
    if (entries.empty())
      return ConstantPointerNull::get(pointer);
    auto *type = ArrayType::get(entries.front()->getType(), entries.size());
    return table(M, ConstantArray::get(type, entries), name + suffix);
  };

  DebugLoc start = block.loop->getStartLoc();
  const DataLayout &DL = M.getDataLayout();
  StructType *result = resultType(block);
  bool reduces = !block.reductions.empty();
  Constant *fields[] = {
      number(XCRT_ABI),
      number(flagsOf(block)),
      text(M, name),
      text(M, start ? cast<DIScope>(start.getScope())->getFilename() : StringRef()),
      number(start ? start.getLine() : 0),
      number(start ? start.getCol() : 0),
      number(block.grid.size()),
      number(block.arrays.size()),
      number(apart.size()),
      number(reduces ? DL.getTypeAllocSize(result).getFixedValue() : 0),
      number(reduces ? DL.getABITypeAlign(result).value() : 1),
      functions.body,
      functions.serial,
      orNull(functions.identity),
      orNull(functions.fold),
      orNull(tables.guard),
      tableOrNull(texts, ".guards"),
      tables.footprint,
      tableOrNull(arrays, ".arrays"),
      tableOrNull(apart, ".apart"),
      gate,
      ConstantPointerNull::get(pointer), // attachKernels()
      ConstantInt::get(Type::getInt64Ty(context), 0),
  };
  return table(M, ConstantStruct::getAnon(fields), name + ".block");
}

void attachKernels(GlobalVariable &descriptor, StringRef blob) {
  LLVMContext &context = descriptor.getContext();
  Constant *bytes = ConstantDataArray::getString(context, blob, /*AddNull=*/false);
  GlobalVariable *kernels = table(*descriptor.getParent(), bytes, descriptor.getName() + ".kernels");
  SmallVector<Constant *, 24> fields;
  for (Value *field : descriptor.getInitializer()->operand_values())
    fields.push_back(cast<Constant>(field));
  fields.pop_back_n(2);
  fields.append({kernels, ConstantInt::get(Type::getInt64Ty(context), blob.size())});
  descriptor.setInitializer(ConstantStruct::get(cast<StructType>(descriptor.getValueType()), fields));
}

void createCallSite(const Block &block, const Captures &captures, GlobalVariable *descriptor, GlobalVariable *gate) {
  Loop &loop = *block.loop;
  BasicBlock *preheader = loop.getLoopPreheader(), *header = loop.getHeader(), *exit = loop.getExitBlock();
  Function &F = *header->getParent();
  LLVMContext &context = F.getContext();
  auto create = [&](const char *label) { return BasicBlock::Create(context, label, &F, header); };
  BasicBlock *enter = create("xc.enter"), *run = create("xc.run"), *done = create("xc.done"),
             *plain = create("xc.plain");
  // At the end of the preheader: one compare, with what is at hand, as most loops of a program run only a few times.
  // Counts of 2^48 and more are the runtime's to refuse.
  Instruction *branch = preheader->getTerminator();
  IRBuilder<> builder(branch);
  builder.SetCurrentDebugLocation(locationOf(loop));
  bool comparesWork = !block.work.inner.empty();
  Value *items = captures.trips.front(), *open = nullptr;
  if (comparesUnits(block, captures)) {
    open = builder.CreateICmpUGE(captures.units, loadLeast(builder, gate));
  } else {
    Value *any = items;
    for (Value *trips : ArrayRef(captures.trips).drop_front()) {
      any = builder.CreateOr(any, trips);
      items = builder.CreateMul(items, trips);
    }
    open = builder.CreateICmpUGE(items, comparesWork ? builder.getInt64(2) : loadLeast(builder, gate));
    if (block.grid.size() > 1) // The product cannot wrap.
      open = builder.CreateAnd(open,
                               builder.CreateICmpULT(any, builder.getInt64(uint64_t(1) << (63 / block.grid.size()))));
  }
  builder.CreateCondBr(open, enter, plain, MDBuilder(context).createUnlikelyBranchWeights());
  branch->eraseFromParent();

  builder.SetInsertPoint(enter);
  Value *work = emitWork(block, captures, builder, items);
  if (comparesWork)
    builder.CreateCondBr(builder.CreateICmpUGE(work, loadLeast(builder, gate)), run, plain);
  else
    builder.CreateBr(run);

  builder.SetInsertPoint(run);
  SmallVector<Value *, 16> arguments{descriptor};
  append_range(arguments, captures.values);
  for (const Reduction &reduction : block.reductions)
    arguments.push_back(reduction.phi ? reduction.phi->getIncomingValueForBlock(preheader)
                                      : Constant::getNullValue(reduction.type()));
  arguments.append({items, work});
  Function *runner = getRunner(block, captures);
  CallInst *answer = builder.CreateCall(runner, arguments);
  answer->setCallingConv(runner->getCallingConv());
  builder.CreateCondBr(builder.CreateICmpNE(builder.CreateExtractValue(answer, 0), builder.getInt32(0)), done, plain);

  builder.SetInsertPoint(done);
  for (unsigned i = 0; i != block.liveOuts.size(); ++i) {
    const LiveOut &out = block.liveOuts[i];
    Value *value = captures.liveOuts[i];
    if (out.reduction >= 0)
      value = builder.CreateExtractValue(answer, out.reduction + 1);
    out.exitPhi->addIncoming(value, done);
  }
  builder.CreateBr(exit);

  builder.SetInsertPoint(plain);
  builder.CreateBr(header);
  for (PHINode &phi : header->phis())
    phi.replaceIncomingBlockWith(preheader, plain);

  forgetEffects(F);
}

void replaceLoop(const Block &block, const Captures &captures, Function &body, GlobalVariable *descriptor,
                 GlobalVariable *gate) {
  Loop &loop = *block.loop;
  BasicBlock *preheader = loop.getLoopPreheader(), *exit = loop.getExitBlock();
  Instruction *branch = preheader->getTerminator();
  IRBuilder<> builder(branch);
  builder.SetCurrentDebugLocation(locationOf(loop));
  // Nobody waits for the end of a loop of 2^63 iterations.
  Value *items = captures.trips.front(), *most = builder.getInt64(INT64_MAX);
  for (Value *trips : ArrayRef(captures.trips).drop_front()) {
    Value *pair = builder.CreateBinaryIntrinsic(Intrinsic::umul_with_overflow, items, trips);
    items = builder.CreateSelect(builder.CreateExtractValue(pair, 1), most, builder.CreateExtractValue(pair, 0));
  }
  items = builder.CreateBinaryIntrinsic(Intrinsic::umin, items, most);
  SmallVector<Value *, 16> arguments(captures.values.begin(), captures.values.end());
  arguments.append({items, emitWork(block, captures, builder, items)});
  builder.CreateCall(createReplacement(block, captures, body, descriptor, gate), arguments);
  builder.CreateBr(exit);
  branch->eraseFromParent();

  for (auto [out, value] : zip(block.liveOuts, captures.liveOuts))
    out.exitPhi->addIncoming(value, preheader);
  SmallVector<BasicBlock *, 16> loopBlocks(loop.blocks());
  DeleteDeadBlocks(loopBlocks, nullptr, /*KeepOneInputPHIs=*/true);
  forgetEffects(*preheader->getParent());
}

} // namespace xc
