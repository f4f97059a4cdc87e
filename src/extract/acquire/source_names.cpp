#include "source_names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace xc {

std::string sourceName(const Value &V) {
  const Value *S = V.stripPointerCasts();
  if (auto *load = dyn_cast<LoadInst>(S)) {
    // A pointer kept in a variable or in a field; clang names the address of a field after it.
    const Value *address = load->getPointerOperand();
    if (auto *guarded = dyn_cast<SelectInst>(address)) // As HoistLoadsPass leaves it.
      address = guarded->getTrueValue();
    auto *field = dyn_cast<GEPOperator>(address);
    std::string owner = sourceName(field ? *field->getPointerOperand() : *address);
    if (field && field->hasName() && !owner.empty() && !field->getName().starts_with("arrayidx"))
      return owner + "->" + field->getName().rtrim("0123456789").str();
    return owner;
  }
  StringRef name = S->getName();
  if (isa<GlobalVariable>(S))
    return demangle(name);
  if (isa<PHINode>(S)) {
    // SROA names a phi of variable x "x.0".
    auto [variable, rest] = name.split('.');
    return rest.empty() || !isDigit(rest.front()) || variable == "cond" ? "" : variable.str();
  }
  if (!isa<Argument>(S) && !isa<AllocaInst>(S))
    return "";
  name.consume_back(".addr");
  return name.split('.').first.str();
}

} // namespace xc
