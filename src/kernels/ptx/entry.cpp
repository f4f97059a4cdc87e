#include "entry.h"
#include "xcrt/abi.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace xc {

namespace {

struct State {
  DeviceModule &device;
  const KernelSource &source;
  Function &F;
  LLVMContext &context = F.getContext();
  IRBuilder<> builder{context};
  Value *record = F.getArg(0), *lo = F.getArg(1), *hi = F.getArg(2), *grain = F.getArg(3), *results = F.getArg(4);

  Value *product(Intrinsic::ID a, Intrinsic::ID b);
  Value *special(Intrinsic::ID id) {
    return builder.CreateZExt(builder.CreateIntrinsic(id, {}, {}), builder.getInt64Ty());
  }
  void createStrided(Value *thread, Value *partial, BasicBlock *done);
  void createGrain(Value *thread, Value *partial, BasicBlock *done);
  void storeResult(Value *thread, Value *partial);
  void run(blob::Order order);
};

/// Of two special registers of 32 bits.
Value *State::product(Intrinsic::ID a, Intrinsic::ID b) {
  return builder.CreateMul(special(a), special(b), "", /*HasNUW=*/true, /*HasNSW=*/true);
}

/// for (i = lo + thread; i < hi; i += threads) body(i, i + 1), with at least one trip.
void State::createStrided(Value *first, Value *partial, BasicBlock *done) {
  Value *threads = product(Intrinsic::nvvm_read_ptx_sreg_nctaid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_x);
  BasicBlock *before = builder.GetInsertBlock(), *loop = BasicBlock::Create(context, "loop", &F, done);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *item = builder.CreatePHI(builder.getInt64Ty(), 2, "item");
  item->addIncoming(first, before);
  Value *end = builder.CreateAdd(item, builder.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
  builder.CreateCall(device.body, {record, item, end, partial});
  Value *next = builder.CreateAdd(item, threads, "next", /*HasNUW=*/true, /*HasNSW=*/true);
  item->addIncoming(next, loop);
  auto *branch = builder.CreateCondBr(builder.CreateICmpSLT(next, hi), loop, done,
                                      MDBuilder(context).createUnlikelyBranchWeights());
  // One trip is the rule.
  MDNode *plain = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"));
  MDNode *id = MDNode::getDistinct(context, {nullptr, plain});
  id->replaceOperandWith(0, id);
  branch->setMetadata(LLVMContext::MD_loop, id);
}

void State::createGrain(Value *first, Value *partial, BasicBlock *done) {
  Value *end = builder.CreateAdd(first, grain, "", /*HasNUW=*/true, /*HasNSW=*/true);
  builder.CreateCall(device.body, {record, first, builder.CreateBinaryIntrinsic(Intrinsic::smin, end, hi), partial});
  builder.CreateBr(done);
}

void State::storeResult(Value *thread, Value *partial) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  uint64_t stride = alignTo(DL.getTypeAllocSize(source.results).getFixedValue(), DL.getABITypeAlign(source.results));
  Value *mine = builder.CreatePtrAdd(results, builder.CreateMul(thread, builder.getInt64(stride)));
  for (auto [number, type] : enumerate(source.results->elements())) {
    auto place = [&](Value *base) { return builder.CreateStructGEP(source.results, base, number); };
    builder.CreateStore(builder.CreateLoad(type, place(partial)), place(mine));
  }
}

void State::run(blob::Order order) {
  auto create = [&](const char *name) { return BasicBlock::Create(context, name, &F); };
  BasicBlock *entry = create("entry"), *work = create("work"), *done = create("done"), *exit = create("exit");
  builder.SetInsertPoint(entry);
  Value *partial = ConstantPointerNull::get(builder.getPtrTy());
  if (device.identity)
    partial = builder.CreateAlloca(source.results, nullptr, "partial");
  Value *thread =
      builder.CreateAdd(product(Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_x),
                        special(Intrinsic::nvvm_read_ptx_sreg_tid_x), "thread", /*HasNUW=*/true, /*HasNSW=*/true);
  bool isStrided = order == blob::Order::Strided;
  // Threads without a grain may be far behind the last item, but not so far that this wraps.
  Value *distance = isStrided ? thread : builder.CreateMul(thread, grain);
  Value *first = builder.CreateAdd(lo, distance, "first");
  builder.CreateCondBr(builder.CreateICmpSLT(first, hi), work, exit);

  builder.SetInsertPoint(work);
  if (device.identity)
    builder.CreateCall(device.identity, {partial});
  if (isStrided)
    createStrided(first, partial, done);
  else
    createGrain(first, partial, done);
  builder.SetInsertPoint(done);
  if (device.identity)
    storeResult(thread, partial);
  builder.CreateBr(exit);
  builder.SetInsertPoint(exit);
  builder.CreateRetVoid();
}

} // namespace

Function *createPtxEntry(DeviceModule &device, const KernelSource &source, const RecordLayout &record,
                         blob::Order order, const Twine &name) {
  Module &M = *device.module;
  LLVMContext &context = M.getContext();
  Type *I64 = Type::getInt64Ty(context), *pointer = PointerType::getUnqual(context);
  auto *type = FunctionType::get(Type::getVoidTy(context), {pointer, I64, I64, I64, pointer}, false);
  Function *F = Function::Create(type, GlobalValue::ExternalLinkage, name, M);
  F->setCallingConv(CallingConv::PTX_Kernel);
  F->addFnAttr(Attribute::NoUnwind);
  auto *recordType = ArrayType::get(Type::getInt8Ty(context), std::max<uint64_t>(record.size, 8));
  F->addParamAttr(0, Attribute::getWithByValType(context, recordType));
  F->addParamAttr(0, Attribute::getWithAlignment(context, Align(8)));
  F->addParamAttr(0, Attribute::NoAlias);
  F->addParamAttr(0, Attribute::ReadOnly);
  F->addParamAttr(4, Attribute::NoAlias);
  ConstantRange items(APInt(64, 0), APInt(64, uint64_t(XCRT_MOST_ITEMS)));
  for (unsigned bound : {1u, 2u, 3u})
    F->addParamAttr(bound, Attribute::get(context, Attribute::Range, items));
  for (auto [argument, label] :
       zip(F->args(), std::initializer_list<const char *>{"record", "lo", "hi", "grain", "results"}))
    argument.setName(label);

  auto annotate = [&](const char *key, unsigned value) {
    Metadata *operands[] = {ConstantAsMetadata::get(F), MDString::get(context, key),
                            ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value))};
    M.getOrInsertNamedMetadata("nvvm.annotations")->addOperand(MDNode::get(context, operands));
  };
  annotate("kernel", 1);
  annotate("maxntidx", ptxGroupSize);
  State{device, source, *F}.run(order);
  return F;
}

} // namespace xc
