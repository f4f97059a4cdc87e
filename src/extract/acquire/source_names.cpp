#include "source_names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace xc {

namespace {

/// The name of a field that an address is computed of, without what SROA and the inliner append; "" if it is none.
StringRef fieldName(const GEPOperator &address) {
  StringRef name = address.getName().split('.').first.rtrim("0123456789");
  // Clang's own names for addresses of elements and for sums with pointers.
  bool isOther = is_contained({"arrayidx", "arraydecay", "add", "sub", "idx", "incdec"}, name);
  return isOther ? "" : name;
}

} // namespace

std::string sourceName(const Value &V) {
  const Value *S = V.stripPointerCasts();
  if (auto *load = dyn_cast<LoadInst>(S)) {
    // A pointer kept in a variable or in a field; clang names the address of a field after it.
    const Value *address = load->getPointerOperand();
    if (auto *guarded = dyn_cast<SelectInst>(address)) // As HoistLoadsPass leaves it.
      address = guarded->getTrueValue();
    auto *field = dyn_cast<GEPOperator>(address);
    std::string owner = sourceName(field ? *field->getPointerOperand() : *address);
    if (field && !owner.empty() && !fieldName(*field).empty())
      return owner + "->" + fieldName(*field).str();
    return owner;
  }
  StringRef name = S->getName();
  if (isa<GlobalVariable>(S))
    return demangle(name);
  if (isa<PHINode>(S)) {
    // SROA names a phi of variable x "x.0", of parameter x "x.addr.0".
    auto [variable, rest] = name.split('.');
    rest.consume_front("addr.");
    return rest.empty() || !isDigit(rest.front()) || variable == "cond" ? "" : variable.str();
  }
  if (!isa<Argument>(S) && !isa<AllocaInst>(S))
    return "";
  name.consume_back(".addr");
  return name.split('.').first.str();
}

std::string placeName(const Value &address) {
  const Value *S = address.stripPointerCasts();
  auto *element = dyn_cast<GEPOperator>(S);
  std::string owner = sourceName(element ? *element->getPointerOperand() : *S);
  if (owner.empty())
    return "";
  const Value *object = element ? element->getPointerOperand() : S;
  bool isVariable = isa<GlobalVariable>(object) || isa<AllocaInst>(object);
  if (!element)
    return isVariable ? owner : "*" + owner;
  StringRef field = fieldName(*element);
  return field.empty() ? owner + "[...]" : owner + (isVariable ? "." : "->") + field.str();
}

std::string atLine(const DebugLoc &location) {
  const DILocation *place = location;
  while (place && place->getInlinedAt())
    place = place->getInlinedAt();
  return place && place->getLine() ? " at line " + std::to_string(place->getLine()) : "";
}

std::string carriedName(const PHINode &phi, const Loop &loop) {
  std::string name = sourceName(phi);
  if (!name.empty())
    return name;
  // Canonicalisation keeps the value of a place in memory in a register, between two accesses or for the whole loop.
  SmallVector<const Instruction *, 4> values{&phi};
  if (BasicBlock *latch = loop.getLoopLatch())
    if (auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(latch)))
      values.push_back(next);
  const size_t inside = values.size();
  for (size_t i = 0; i != values.size(); ++i)
    for (const User *user : values[i]->users()) {
      auto *I = cast<Instruction>(user);
      if (auto *store = dyn_cast<StoreInst>(I); store && store->getValueOperand() == values[i])
        return placeName(*store->getPointerOperand());
      if (isa<PHINode>(I) && !loop.contains(I) && i < inside) // Behind the loop's exit.
        values.push_back(I);
    }
  return "";
}

} // namespace xc
