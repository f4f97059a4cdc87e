#include "work_arrays.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace xc {

namespace {

Value *lookUp(Value *V, const ValueToValueMapTy &map) {
  auto it = map.find(V);
  return it == map.end() ? V : static_cast<Value *>(it->second);
}

/// Copies bytes, for which no sanitizer need look: what another part of the run stores in the array meanwhile, this one
/// overwrites in its copy before it reads it.
void copyBytes(Value *to, Value *from, Value *size, IRBuilderBase &builder) {
  Instruction *copied;
  auto *constant = dyn_cast<ConstantInt>(size);
  if (constant && constant->getValue().isPowerOf2() && constant->getZExtValue() <= 8) { // Would become the same later.
    Type *word = builder.getIntNTy(8 * unsigned(constant->getZExtValue()));
    LoadInst *load = builder.CreateAlignedLoad(word, from, Align(1));
    builder.CreateAlignedStore(load, to, Align(1));
    copied = load;
  } else {
    copied = builder.CreateMemCpy(to, Align(1), from, Align(1), size);
  }
  copied->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(copied->getContext(), {}));
}

} // namespace

Value *WorkArrays::valueOf(const Polynomial &p, IRBuilderBase &builder, const ValueToValueMapTy &map) const {
  Value *sum = builder.getInt64(0);
  for (const auto &[monomial, coefficient] : p.terms()) {
    Value *product = builder.getInt64(uint64_t(coefficient));
    for (Variable v : monomial)
      product = builder.CreateMul(product, lookUp(captures.atoms[v], map));
    sum = builder.CreateAdd(sum, product);
  }
  return sum;
}

void WorkArrays::copy(ArrayRef<WorkArray::Part> parts, Value *to, Value *from, IRBuilderBase &builder,
                      const ValueToValueMapTy &map) const {
  for (const auto &[range, conditions] : parts) {
    Value *lo = valueOf(range.lo, builder, map), *size = valueOf(range.hi - range.lo, builder, map);
    for (auto [condition, value] : conditions) {
      Value *holds = lookUp(condition, map), *none = builder.getInt64(0);
      size = value ? builder.CreateSelect(holds, size, none) : builder.CreateSelect(holds, none, size);
    }
    copyBytes(builder.CreatePtrAdd(to, lo), builder.CreatePtrAdd(from, lo), size, builder);
  }
}

void WorkArrays::create(IRBuilderBase &builder, ValueToValueMapTy &map) {
  Type *I64 = builder.getInt64Ty(), *I8 = builder.getInt8Ty();
  for (const WorkArray &work : block.workArrays) {
    Value *base = block.arrays[work.array].base;
    Value *original = lookUp(base, map), *address = builder.CreatePtrToInt(original, I64);
    Value *lo = valueOf(work.touched.lo, builder, map),
          *size = valueOf(work.touched.hi - work.touched.lo, builder, map);
    AllocaInst *memory =
        builder.CreateAlloca(I8, builder.CreateAdd(size, builder.getInt64(WorkArray::alignment)), "work");
    memory->setAlignment(Align(WorkArray::alignment));
    Value *misalignment = builder.CreateAnd(builder.CreateAdd(address, lo), WorkArray::alignment - 1);
    Value *copyBase = builder.CreatePtrAdd(memory, builder.CreateSub(misalignment, lo));
    copy(work.inputs, copyBase, original, builder, map);
    copies.push_back({original, copyBase});

    for (Value *pointer : work.pointers) {
      Value *moved = copyBase;
      if (pointer != base)
        moved = builder.CreatePtrAdd(copyBase,
                                     builder.CreateSub(builder.CreatePtrToInt(lookUp(pointer, map), I64), address),
                                     pointer->getName());
      if (auto *constant = dyn_cast<Constant>(pointer))
        constants[constant] = moved;
      else
        map[pointer] = moved;
    }
  }
}

void WorkArrays::replaceConstants(ArrayRef<BasicBlock *> clones) {
  for (BasicBlock *BB : clones)
    for (Instruction &I : *BB)
      for (Use &use : I.operands())
        if (auto *constant = dyn_cast<Constant>(use))
          if (Value *moved = constants.lookup(constant))
            use.set(moved);
}

void WorkArrays::copyOut(IRBuilderBase &builder, const ValueToValueMapTy &map) {
  for (auto [work, copied] : zip(block.workArrays, copies))
    copy(work.results, copied.original, copied.base, builder, map);
}

} // namespace xc
