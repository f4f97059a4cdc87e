#include "report.h"
#include "block.h"
#include "kernels/gpu_refusal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace xc {

namespace {

StringRef symbolOf(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Add:
  case ReductionKind::FAdd:
    return "+";
  case ReductionKind::Mul:
  case ReductionKind::FMul:
    return "*";
  case ReductionKind::And:
    return "&";
  case ReductionKind::Or:
    return "|";
  case ReductionKind::Xor:
    return "^";
  case ReductionKind::SMin:
  case ReductionKind::UMin:
    return "min";
  case ReductionKind::SMax:
  case ReductionKind::UMax:
    return "max";
  case ReductionKind::Best:
    return "search";
  case ReductionKind::Kept:
  case ReductionKind::Last:
  case ReductionKind::Assigned:
  case ReductionKind::IsAssigned:
    return "";
  }
  llvm_unreachable("unknown reduction");
}

/// "2-dimensional grid, reductions + and max, checked at run time: a and b do not overlap".
std::string describe(const Block &block) {
  std::string text;
  raw_string_ostream OS(text);
  if (block.grid.size() == 1)
    OS << "one dimension";
  else
    OS << block.grid.size() << "-dimensional grid";
  auto isNamed = [](const Reduction &reduction) { return !symbolOf(reduction.kind).empty(); };
  if (size_t named = count_if(block.reductions, isNamed)) {
    OS << (named == 1 ? ", reduction " : ", reductions ");
    ListSeparator comma(" ");
    for (const Reduction &reduction : make_filter_range(block.reductions, isNamed))
      OS << comma << symbolOf(reduction.kind);
  }
  auto isLast = [](const Reduction &r) { return r.kind == ReductionKind::Last || r.kind == ReductionKind::Assigned; };
  if (size_t last = count_if(block.reductions, isLast))
    OS << (last == 1 ? ", last value" : ", last values");
  if (!block.previous.empty())
    OS << (block.previous.size() == 1 ? ", previous value" : ", previous values");
  if (!block.privates.empty())
    OS << ", private " << (block.privates.size() == 1 ? "array" : "arrays");
  ListSeparator also(", ");
  if (!block.guards.empty() || !block.overlapGuards.empty())
    OS << "; checked at run time: ";
  std::set<std::string> seen;
  for (auto [a, b] : block.overlapGuards)
    OS << also << "'" << block.arrays[a].name << "' and '" << block.arrays[b].name << "' do not overlap";
  for (const Guard &guard : block.guards)
    if (seen.insert(guard.requirement).second)
      OS << also << guard.requirement;
  return text;
}

/// The place in the user's own function: where an inlined loop was called from.
DebugLoc userLocation(DebugLoc location) {
  while (location && location.getInlinedAt())
    location = DebugLoc(location.getInlinedAt());
  return location;
}

/// Says where in the loop at `where` a reason was met, if that is not plain.
void addPlace(std::string &message, const DebugLoc &location, const DebugLoc &where) {
  DebugLoc culprit = userLocation(location);
  if (culprit && where && culprit.getLine() != userLocation(where).getLine() && !StringRef(message).contains("at line"))
    message += ", at line " + std::to_string(culprit.getLine());
}

DebugLoc locationOf(const Loop &loop) {
  if (DebugLoc start = loop.getStartLoc())
    return start;
  for (const Instruction &I : *loop.getHeader())
    if (I.getDebugLoc())
      return I.getDebugLoc();
  return {};
}

} // namespace

bool Reporter::wantsAll(const OptimizationRemarkEmitter &ORE) const { return warn || ORE.allowExtraAnalysis("par"); }

void Reporter::toUser(const DebugLoc &location, const std::string &message, StringRef kind) {
  StringRef directory, file;
  unsigned line = 0, column = 0;
  if (location) {
    auto *scope = cast<DIScope>(location.getScope());
    directory = scope->getDirectory();
    file = scope->getFilename();
    line = location.getLine();
    column = std::max(location.getCol(), 1u);
  }
  std::string place = (file + ":" + Twine(line) + ":" + Twine(column)).str();
  if (!said.insert(place + message).second)
    return;
  if (const FrontHooks *front = frontHooks()) {
    front->warn(directory, file, line, column, message, kind);
    return;
  }
  // In one piece: a link compiles in several threads.
  errs() << (line ? place + ": " : "") + "warning: " + message + " [-Wpar-" + kind.str() + "]\n";
}

void Reporter::lifted(const Block &block, OptimizationRemarkEmitter &ORE) {
  const Loop &loop = *block.loop;
  std::string description = describe(block);
  DebugLoc where = locationOf(loop);
  if (warn)
    toUser(where, "loop lifted: " + description);
  ORE.emit(
      [&] { return OptimizationRemark("par", "Lifted", where, loop.getHeader()) << "loop lifted: " << description; });
}

void Reporter::refused(const Loop &loop, const Refusal &refusal, OptimizationRemarkEmitter &ORE) {
  std::string message = (isDemotion(refusal.reason) ? "loop demoted: " : "loop declined: ");
  message += refusalText(refusal.reason);
  if (!refusal.detail.empty())
    message += " (" + refusal.detail + ")";
  DebugLoc where = locationOf(loop);
  addPlace(message, refusal.location, where);
  // Inlined loops are reported in their own function.
  if (warn && (!where || !where.getInlinedAt()))
    toUser(where, message);
  ORE.emit(
      [&] { return OptimizationRemarkMissed("par", refusalName(refusal.reason), where, loop.getHeader()) << message; });
}

void Reporter::staysOnCpu(const Function &F, const DebugLoc &where, const GpuRefusal &refusal,
                          OptimizationRemarkEmitter &ORE) {
  std::string message = ("block stays on the CPU: " + gpuRefusalText(refusal.reason)).str();
  if (!refusal.detail.empty())
    message += " (" + refusal.detail + ")";
  addPlace(message, refusal.location, where);
  if (warnGpu && (!where || !where.getInlinedAt()))
    toUser(where, message, "gpu");
  ORE.emit([&] {
    return OptimizationRemarkMissed("par", gpuRefusalName(refusal.reason), where, &F.getEntryBlock()) << message;
  });
}

} // namespace xc
