#pragma once
// The declarations of the electrical library's blocks, from blocks.def.
#include "sim_core/block/builder.h"

namespace sim::electrical {

#define BLOCK(name) void name(BlockTypeBuilder&);
#include "plugins/electrical/blocks.def"
#undef BLOCK

}  // namespace sim::electrical
