#pragma once
// The declarations of the standard library's blocks, from standard_blocks.def.
#include "sim_core/block/builder.h"

namespace sim::blocks {

#define BLOCK(name) void name(BlockTypeBuilder&);
#include "sim_core/blocks/standard_blocks.def"
#undef BLOCK

}  // namespace sim::blocks
