#pragma once
// The declarations of the hydraulic library's blocks, from blocks.def.
#include "sim_core/block/builder.h"

namespace sim::hydraulic {

#define BLOCK(name) void name(BlockTypeBuilder&);
#include "plugins/hydraulic/blocks.def"
#undef BLOCK

}  // namespace sim::hydraulic
