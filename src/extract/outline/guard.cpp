#include "guard.h"
#include "body.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/InstSimplifyFolder.h"

using namespace llvm;

namespace xc {

namespace {

constexpr unsigned maxVariableBits = 62;
/// A limit on variables that is worth computing in 64 bits for.
constexpr unsigned enoughVariableBits = 40;
/// Bits that a sum of terms may have; leaves room for bases, clamped terms and differences.
constexpr unsigned sumBits(unsigned width) { return width - 6; }

/// No object reaches beyond: the upper half of the address space is the kernel's.
constexpr Wide addressLimit = (Wide(1) << 62);

unsigned bitsOf(Wide value) {
  unsigned bits = 0;
  for (; value != 0 && value != -1; value >>= 1)
    ++bits;
  return bits + 1;
}

/// The size of variables up to which p can be evaluated in integers of `width` bits.
unsigned variableBits(const Polynomial &p, unsigned width) {
  unsigned bits = maxVariableBits;
  for (const auto &[monomial, c] : p.terms()) {
    unsigned taken = bitsOf(c) + bitsOf(p.terms().size());
    unsigned spare = sumBits(width) - std::min(sumBits(width), taken);
    bits = std::min<unsigned>(bits, monomial.empty() ? (spare ? bits : 0) : spare / monomial.size());
  }
  return bits;
}

/// The bounds of what is accessed of each array in one iteration of the block's loop. A bound that another one of the
/// array always exceeds is left out, so that one per array is the rule.
struct Extent {
  SmallVector<Bound, 2> lo, hi;
};

void addBound(const Forms &forms, SmallVectorImpl<Bound> &bounds, const Bound &bound) {
  for (Bound &other : bounds) {
    if (other.clamped != bound.clamped)
      continue;
    Polynomial difference = bound.upper ? bound.base - other.base : other.base - bound.base;
    if (!difference.isValid())
      continue;
    if (auto most = forms.greatestValue(difference); most && *most <= 0)
      return;
    if (auto least = forms.leastValue(difference); least && *least >= 0) {
      other = bound;
      return;
    }
  }
  bounds.push_back(bound);
}

std::vector<Extent> extentsOf(const Block &block) {
  std::vector<Extent> extents(block.arrays.size());
  for (const Access &access : block.accesses) {
    // Acquisition has refused accesses without bounds.
    addBound(*block.forms, extents[access.array].lo, *block.forms->bound(access.offset, false, block.loop));
    addBound(*block.forms, extents[access.array].hi,
             *block.forms->bound(access.offset + access.size, true, block.loop));
  }
  return extents;
}

using Builder = IRBuilder<InstSimplifyFolder>;

/// Emits code that evaluates forms, in one function.
class Evaluator {
public:
  Evaluator(const Block &block, const Captures &captures, Function &F)
      : block(block), captures(captures),
        builder(BasicBlock::Create(F.getContext(), "entry", &F), InstSimplifyFolder(F.getDataLayout())),
        wide(builder.getInt64Ty()) {
    leaveUnoptimised(F);
    loadCaptures(captures, builder, F.getArg(0), map);
  }

  Value *constant(Wide value) {
    uint64_t words[2] = {uint64_t(value), uint64_t(value >> 64)};
    return ConstantInt::get(wide, APInt(128, words).trunc(wide->getIntegerBitWidth()));
  }
  Value *captured(Value *V) {
    auto it = map.find(V);
    return it == map.end() ? V : static_cast<Value *>(it->second);
  }
  /// Gives a counter a value, i64.
  void set(Variable v, Value *value) {
    variables[v] = builder.CreateSExt(value, wide);
    products.clear();
  }

  void note(const Polynomial &p) {
    for (const auto &[monomial, c] : p.terms())
      used.insert(monomial.begin(), monomial.end());
    limitBits = std::min(limitBits, variableBits(p, 128));
    limitBits64 = std::min(limitBits64, variableBits(p, 64));
  }
  void note(const Bound &bound) {
    note(bound.base);
    for (const Polynomial &p : bound.clamped)
      note(p);
  }
  void note(const Extent &extent) {
    for (const Bound &bound : extent.lo)
      note(bound);
    for (const Bound &bound : extent.hi)
      note(bound);
  }
  /// i1: all variables that were noted are small enough. To be emitted before the first evaluation.
  Value *checkLimits() {
    if (limitBits64 >= enoughVariableBits)
      limitBits = limitBits64;
    else
      wide = builder.getInt128Ty();
    Value *ok = builder.getTrue();
    Value *half = builder.getInt64(uint64_t(1) << limitBits), *whole = builder.getInt64(uint64_t(2) << limitBits);
    for (Variable v : used) {
      Value *value = isCounter(v) ? counters.lookup(v) : captured(captures.atoms[v]);
      set(v, value);
      if (auto *known = dyn_cast<ConstantInt>(value); known && known->getValue().abs().getActiveBits() < limitBits)
        continue;
      ok = builder.CreateAnd(ok, builder.CreateICmpULT(builder.CreateAdd(value, half), whole));
    }
    return ok;
  }

  Value *evaluate(const Polynomial &p) {
    Value *sum = nullptr;
    for (const auto &[monomial, c] : p.terms()) {
      Value *term = monomial.empty() ? constant(c) : builder.CreateMul(product(monomial), constant(c));
      sum = sum ? builder.CreateAdd(sum, term) : term;
    }
    return sum ? sum : constant(0);
  }
  Value *product(const Monomial &monomial) {
    if (monomial.size() == 1)
      return variables.lookup(monomial.front());
    Value *&value = products[monomial];
    if (!value)
      value =
          builder.CreateMul(product(Monomial(monomial.begin(), monomial.end() - 1)), variables.lookup(monomial.back()));
    return value;
  }
  Value *evaluate(const Bound &bound) {
    Value *sum = evaluate(bound.base);
    for (const Polynomial &p : bound.clamped)
      sum = builder.CreateAdd(sum, extreme(evaluate(p), constant(0), bound.upper));
    return sum;
  }
  Value *base(const Array &array) {
    Value *address = builder.CreatePtrToInt(captured(array.base), builder.getInt64Ty());
    return builder.CreateZExt(address, wide);
  }
  /// 0 <= value <= addressLimit, in one compare.
  Value *isAddress(Value *value) { return builder.CreateICmpULE(value, constant(addressLimit)); }
  Value *extreme(Value *a, Value *b, bool upper) {
    if (!a)
      return b;
    // Not smin and smax, for which the fast instruction selector gives up.
    Value *isFirst = upper ? builder.CreateICmpSGT(a, b) : builder.CreateICmpSLT(a, b);
    return builder.CreateSelect(isFirst, a, b);
  }

  const Block &block;
  const Captures &captures;
  Builder builder;
  DenseMap<Variable, Value *> counters; ///< To be set before the limits are checked, i64.

private:
  Type *wide;
  ValueToValueMapTy map;
  DenseMap<Variable, Value *> variables;
  std::map<Monomial, Value *> products; // Computed in a block that dominates the current one.
  std::set<Variable> used;
  unsigned limitBits = maxVariableBits, limitBits64 = maxVariableBits;
};

/// Addresses that cannot wrap around whatever the run's size: small constant strides from a real object.
bool hasSmallStrides(const Block &block, const Access &access) {
  Variable k = block.forms->counter(block.loop);
  for (const auto &[monomial, c] : access.offset.terms()) {
    bool small = c < (1 << 14) && c > -(1 << 14);
    if (!monomial.empty() && (monomial != Monomial{k} || !small))
      return false;
  }
  constexpr Wide farthest = Wide(1) << 60;
  Wide constant = access.offset.constantTerm();
  return constant < farthest && constant > -farthest && access.size.constant().has_value();
}

} // namespace

bool mayWrap(const Block &block) {
  return any_of(block.accesses, [&](const Access &access) { return !hasSmallStrides(block, access); });
}

Function *createGuard(const Block &block, const Captures &captures, const Twine &name,
                      std::vector<std::string> &texts) {
  if (block.guards.empty())
    return nullptr;
  LLVMContext &context = block.loop->getHeader()->getContext();
  Type *I32 = Type::getInt32Ty(context);
  auto *type = FunctionType::get(I32, {PointerType::getUnqual(context), Type::getInt64Ty(context)}, false);
  Function *F = createBlockFunction(block, type, name + ".guard");
  Evaluator eval(block, captures, *F);
  Builder &builder = eval.builder;

  auto require = [&](Value *condition, const std::string &text) {
    texts.push_back(text);
    auto *failed = BasicBlock::Create(context, "failed", F), *next = BasicBlock::Create(context, "next", F);
    builder.CreateCondBr(condition, next, failed);
    builder.SetInsertPoint(failed);
    builder.CreateRet(ConstantInt::get(I32, texts.size()));
    builder.SetInsertPoint(next);
  };

  for (const Guard &guard : block.guards)
    for (const auto &conjunction : guard.anyOf)
      for (const Inequality &inequality : conjunction) {
        eval.note(inequality.a);
        eval.note(inequality.b);
      }
  require(eval.checkLimits(), "sizes too large to check");
  for (const Guard &guard : block.guards) {
    Value *any = builder.getFalse();
    for (const auto &conjunction : guard.anyOf) {
      Value *all = builder.getTrue();
      for (const Inequality &inequality : conjunction)
        all = builder.CreateAnd(all, builder.CreateICmpSLE(eval.evaluate(inequality.a), eval.evaluate(inequality.b)));
      any = builder.CreateOr(any, all);
    }
    require(any, guard.failure);
  }
  builder.CreateRet(ConstantInt::get(I32, 0));
  return F;
}

Function *createFootprint(const Block &block, const Captures &captures, const Twine &name) {
  LLVMContext &context = block.loop->getHeader()->getContext();
  Type *pointer = PointerType::getUnqual(context), *I64 = Type::getInt64Ty(context), *I32 = Type::getInt32Ty(context);
  auto *type = FunctionType::get(I32, {pointer, I64, I64, pointer}, false);
  Function *F = createBlockFunction(block, type, name + ".footprint");
  Evaluator eval(block, captures, *F);
  Builder &builder = eval.builder;
  Variable k = block.forms->counter(block.loop);

  // Items to iterations of the outermost dimension.
  Value *first = F->getArg(1), *last = builder.CreateSub(F->getArg(2), builder.getInt64(1));
  for (unsigned d = 1; d < block.grid.size(); ++d) {
    Value *trips = eval.captured(captures.trips[d]);
    first = builder.CreateUDiv(first, trips);
    last = builder.CreateUDiv(last, trips);
  }
  std::vector<Extent> extents = extentsOf(block);
  for (const Extent &extent : extents)
    eval.note(extent);
  eval.note(Polynomial::variable(k));
  eval.counters[k] = last;
  auto *evaluate = BasicBlock::Create(context, "evaluate", F), *failed = BasicBlock::Create(context, "failed", F);
  builder.CreateCondBr(eval.checkLimits(), evaluate, failed);
  builder.SetInsertPoint(failed);
  builder.CreateRet(ConstantInt::get(I32, 0));
  builder.SetInsertPoint(evaluate);

  // Linear in the counter: the extremes lie at the ends, at which of them often follows from the sign of the stride.
  std::vector<std::pair<Value *, Value *>> hulls(block.arrays.size());
  for (Value *iteration : {first, last}) {
    eval.set(k, iteration);
    auto isNeeded = [&](const Bound &bound) {
      auto stride = block.forms->sign(bound.base.coefficient(k));
      return !stride || ((*stride >= 0) == bound.upper) == (iteration == last);
    };
    for (unsigned a = 0; a != extents.size(); ++a) {
      auto &[lo, hi] = hulls[a];
      for (const Bound &bound : extents[a].lo)
        if (isNeeded(bound))
          lo = eval.extreme(lo, eval.evaluate(bound), false);
      for (const Bound &bound : extents[a].hi)
        if (isNeeded(bound))
          hi = eval.extreme(hi, eval.evaluate(bound), true);
    }
  }
  Value *ok = builder.getTrue();
  auto store = [&](unsigned index, Value *value) {
    builder.CreateStore(value, builder.CreateConstInBoundsGEP1_64(I64, F->getArg(3), index));
  };
  for (unsigned a = 0; a != block.arrays.size(); ++a) {
    auto [lo, hi] = hulls[a];
    if (!lo || !block.arrays[a].hasExtent) {
      store(2 * a, builder.getInt64(0));
      store(2 * a + 1, builder.getInt64(~uint64_t(0)));
      continue;
    }
    Value *base = eval.base(block.arrays[a]);
    lo = builder.CreateAdd(base, lo);
    hi = builder.CreateAdd(base, hi);
    ok = builder.CreateAnd(ok, builder.CreateAnd(eval.isAddress(lo), eval.isAddress(hi)));
    hi = eval.extreme(lo, hi, true); // Inner loops without a trip: nothing.
    store(2 * a, builder.CreateTrunc(lo, I64));
    store(2 * a + 1, builder.CreateTrunc(hi, I64));
  }
  builder.CreateRet(builder.CreateZExt(ok, I32));
  return F;
}

} // namespace xc
