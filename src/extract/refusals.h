/// \file Why a loop is not lifted. A refusal is a normal value, never an error.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"
#include <string>

namespace xc {

enum class Reason {
  None,
#define XC_REFUSAL(Name, Verdict, Text) Name,
#include "refusals.def"
};

/// A reason, where it was met, and what exactly it was met on ("" where the reason says all).
struct [[nodiscard]] Refusal {
  Reason reason = Reason::None;
  std::string detail;
  llvm::DebugLoc location;

  explicit operator bool() const { return reason != Reason::None; }
};

/// True if a loop refused for `reason` was a candidate that proved unsafe or useless.
bool isDemotion(Reason reason);
/// The user's sentence, as in refusals.def.
llvm::StringRef refusalText(Reason reason);
/// The name of the entry, for remarks.
llvm::StringRef refusalName(Reason reason);

} // namespace xc
