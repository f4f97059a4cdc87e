#include "entry.h"

using namespace llvm;

namespace xc {

std::optional<Entry> entryOf(const BasicBlock &block) {
  auto *from = const_cast<BasicBlock *>(block.getSinglePredecessor()); // With one edge to the block.
  auto *branch = from ? dyn_cast<BranchInst>(from->getTerminator()) : nullptr;
  if (!branch)
    return std::nullopt;
  if (branch->isUnconditional())
    return Entry{from, nullptr, true};
  return Entry{from, branch->getCondition(), branch->getSuccessor(0) == &block};
}

} // namespace xc
