#include "refusals.h"

namespace xc {

namespace {
enum class Verdict { Declined, Demoted };
struct Entry {
  llvm::StringRef name;
  Verdict verdict;
  llvm::StringRef text;
};
constexpr Entry entries[] = {
    {"None", Verdict::Declined, ""},
#define XC_REFUSAL(Name, V, Text) {#Name, Verdict::V, Text},
#include "refusals.def"
};
const Entry &entry(Reason reason) { return entries[static_cast<unsigned>(reason)]; }
} // namespace

bool isDemotion(Reason reason) { return entry(reason).verdict == Verdict::Demoted; }
llvm::StringRef refusalText(Reason reason) { return entry(reason).text; }
llvm::StringRef refusalName(Reason reason) { return entry(reason).name; }

} // namespace xc
