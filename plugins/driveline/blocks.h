#pragma once
// The declarations of the driveline library's blocks, from blocks.def.
#include "sim_core/block/builder.h"

namespace sim::driveline {

#define BLOCK(name) void name(BlockTypeBuilder&);
#include "plugins/driveline/blocks.def"
#undef BLOCK

}  // namespace sim::driveline
