/// \file Which loops of a block may run their iterations side by side through an inner loop.
#pragma once

#include "../block.h"

namespace xc {

/// Finds the loops in the block, its innermost dimension among them, around loops that walk down columns: where next
/// iterations of the outer one touch next elements, of the inner one distant ones. Those are taken whose iterations are
/// independent, by proof or by the block's guards, and all of whose memory belongs to the block's arrays. Before
/// validateRanges: a proof may add conditions.
void validateInterchange(Block &block);

} // namespace xc
