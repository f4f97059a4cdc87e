#include "guard.h"
#include "xcrt/abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include <limits>

using namespace llvm;

namespace xc {

namespace {

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

/// The words of a table (xcrt/abi.h).
class Table {
public:
  Table(Module &M, const Captures &captures) : M(M), captures(captures) {}

  void word(int64_t value) { words.push_back(value); }
  void product(ArrayRef<Value *> factors);
  void polynomial(Polynomial p, Value *base = nullptr);
  void bound(const Bound &bound, Value *base = nullptr);
  void bounds(ArrayRef<Bound> list, Value *base) {
    word(list.size());
    for (const Bound &each : list)
      bound(each, base);
  }
  Constant *create(const Twine &name) const;

private:
  struct Term {
    Wide coefficient;
    SmallVector<int64_t, 2> variables;
  };
  void addTerms(ArrayRef<Term> terms);
  int64_t placeOf(Value *V) const { return captures.placeOf(V, M.getDataLayout()); }

  Module &M;
  const Captures &captures;
  std::vector<int64_t> words;
};

void Table::addTerms(ArrayRef<Term> terms) {
  if (!all_of(terms, [](const Term &term) { return Wide(int64_t(term.coefficient)) == term.coefficient; })) {
    word(-1);
    return;
  }
  word(terms.size());
  for (const Term &term : terms) {
    word(int64_t(term.coefficient));
    word(term.variables.size());
    append_range(words, term.variables);
  }
}

void Table::product(ArrayRef<Value *> factors) {
  Polynomial constants(1);
  SmallVector<int64_t, 2> variables;
  for (Value *factor : factors)
    if (auto *constant = dyn_cast<ConstantInt>(factor))
      constants = constants * Polynomial(constant->getSExtValue());
    else
      variables.push_back(placeOf(factor));
  if (auto constant = constants.constant())
    addTerms({{*constant, variables}});
  else
    word(-1);
}

/// p, or the address that lies p behind `base`, unless that is a constant: then it is the array's object.
void Table::polynomial(Polynomial p, Value *base) {
  SmallVector<Term, 8> terms;
  if (base) {
    auto [origin, offset] = originOf(base, M.getDataLayout());
    p = p + Polynomial(offset);
    if (!isa<Constant>(origin))
      terms.push_back({1, {placeOf(origin)}});
  }
  for (auto [v, value] : enumerate(captures.atoms))
    if (auto *constant = dyn_cast<ConstantInt>(value); constant && p.contains(v))
      p = p.substitute(v, Polynomial(constant->getSExtValue()));
  if (!p.isValid()) {
    word(-1);
    return;
  }
  for (const auto &[monomial, coefficient] : p.terms()) {
    terms.push_back({coefficient, {}});
    for (Variable v : monomial)
      terms.back().variables.push_back(isCounter(v) ? int64_t(XCRT_COUNTER) : placeOf(captures.atoms[v]));
  }
  addTerms(terms);
}

void Table::bound(const Bound &bound, Value *base) {
  polynomial(bound.base, base);
  word(bound.upper);
  word(bound.clamped.size());
  for (const Polynomial &p : bound.clamped)
    polynomial(p);
}

Constant *Table::create(const Twine &name) const {
  Constant *contents = ConstantDataArray::get(M.getContext(), words);
  auto *global = new GlobalVariable(M, contents->getType(), true, GlobalValue::PrivateLinkage, contents, name);
  global->setAlignment(Align(8));
  return global;
}

/// A limit that no word reaches holds for all numbers that have a value: as good as the last word on its side.
Bound nearest(const Bound &limit, int64_t last) {
  auto constant = limit.clamped.empty() ? limit.base.constant() : std::nullopt;
  bool isBeyond = constant && (last < 0 ? *constant < last : *constant > last);
  return isBeyond ? Bound{Polynomial(last), {}, limit.upper} : limit;
}

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

Constant *createGuard(const Block &block, const Captures &captures, const Twine &name) {
  if (block.guards.empty())
    return nullptr;
  Table table(*block.loop->getHeader()->getModule(), captures);
  table.word(block.guards.size());
  for (const Guard &guard : block.guards) {
    table.word(guard.anyOf.size());
    for (const auto &conjunction : guard.anyOf) {
      table.word(conjunction.size());
      for (const Inequality &inequality : conjunction) {
        table.bound(nearest(inequality.a, std::numeric_limits<int64_t>::min()));
        table.bound(nearest(inequality.b, std::numeric_limits<int64_t>::max()));
      }
    }
  }
  return table.create(name + ".guard");
}

Constant *createFootprint(const Block &block, const Captures &captures, const Twine &name) {
  Table table(*block.loop->getHeader()->getModule(), captures);
  table.product(ArrayRef(captures.trips).drop_front());
  std::vector<Extent> extents = extentsOf(block);
  for (auto [array, extent] : zip(block.arrays, extents)) {
    if (extent.lo.empty() || !array.hasExtent) {
      table.word(0);
      continue;
    }
    table.bounds(extent.lo, array.base);
    table.bounds(extent.hi, array.base);
  }
  return table.create(name + ".footprint");
}

} // namespace xc
