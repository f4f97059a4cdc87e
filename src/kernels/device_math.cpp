#include "device_math.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace xc {

namespace {

enum class Parameters { One, Two, WithInt };

struct Entry {
  StringRef name;
  Intrinsic::ID operation; // Or none: a function of libclc.
  bool isRounding;
  Parameters parameters;
  StringRef type = ""; // "" for both; else of an own function.
};

constexpr Entry table[] = {
#define XC_OPERATION(name, Operation) {#name, Intrinsic::Operation, false, Parameters::One},
#define XC_ROUNDING(name, Operation) {#name, Intrinsic::Operation, true, Parameters::One},
#define XC_OWN(name, type, Kind) {#name, Intrinsic::not_intrinsic, false, Parameters::Kind, #type},
#define XC_FUNCTION(name, Kind) {#name, Intrinsic::not_intrinsic, false, Parameters::Kind},
#include "device_math.def"
};

/// The name of the double function that an intrinsic stands for; "" if it stands for none.
StringRef nameOf(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::acos:
    return "acos";
  case Intrinsic::asin:
    return "asin";
  case Intrinsic::atan:
    return "atan";
  case Intrinsic::cos:
    return "cos";
  case Intrinsic::cosh:
    return "cosh";
  case Intrinsic::exp:
    return "exp";
  case Intrinsic::exp10:
    return "exp10";
  case Intrinsic::exp2:
    return "exp2";
  case Intrinsic::ldexp:
    return "ldexp";
  case Intrinsic::llrint:
    return "llrint";
  case Intrinsic::llround:
    return "llround";
  case Intrinsic::log:
    return "log";
  case Intrinsic::log10:
    return "log10";
  case Intrinsic::log2:
    return "log2";
  case Intrinsic::lrint:
    return "lrint";
  case Intrinsic::lround:
    return "lround";
  case Intrinsic::pow:
    return "pow";
  case Intrinsic::sin:
    return "sin";
  case Intrinsic::sinh:
    return "sinh";
  case Intrinsic::tan:
    return "tan";
  case Intrinsic::tanh:
    return "tanh";
  default:
    return "";
  }
}

} // namespace

bool isMathIntrinsic(Intrinsic::ID id) { return !nameOf(id).empty(); }

DeviceMath deviceMath(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || call.arg_empty())
    return {};
  Type *type = call.getArgOperand(0)->getType();
  if (!type->isFloatTy() && !type->isDoubleTy())
    return {};
  StringRef name = callee->isIntrinsic() ? nameOf(callee->getIntrinsicID()) : callee->getName();
  if (!callee->isIntrinsic() && type->isFloatTy() && !name.consume_back("f"))
    return {};
  StringRef typeName = type->isFloatTy() ? "float" : "double";
  // Own ones stand before others.
  auto *entry = find_if(
      table, [&](const Entry &entry) { return entry.name == name && (entry.type.empty() || entry.type == typeName); });
  if (entry == std::end(table))
    return {};
  if (entry->operation != Intrinsic::not_intrinsic)
    return call.getType() == type || entry->isRounding ? DeviceMath{entry->operation, ""} : DeviceMath();

  StringRef letter = type->isFloatTy() ? "f" : "d";
  bool hasTwo = entry->parameters != Parameters::One, withInt = entry->parameters == Parameters::WithInt;
  bool fits = call.getType() == type && call.arg_size() == (hasTwo ? 2 : 1) &&
              (!hasTwo || (withInt ? call.getArgOperand(1)->getType()->isIntegerTy(32)
                                   : call.getArgOperand(1)->getType() == type));
  if (!fits)
    return {};
  if (!entry->type.empty())
    return {Intrinsic::not_intrinsic, ("xc_" + name + (type->isFloatTy() ? "f" : "")).str()};
  std::string symbol = ("_Z" + Twine(name.size()) + name + letter).str();
  if (hasTwo)
    symbol += withInt ? "i" : letter.str();
  return {Intrinsic::not_intrinsic, symbol};
}

} // namespace xc
