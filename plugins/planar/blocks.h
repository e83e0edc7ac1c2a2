#pragma once
// The declarations of the planar library's blocks, from blocks.def.
#include "sim_core/block/builder.h"

namespace sim::planar {

#define BLOCK(name) void name(BlockTypeBuilder&);
#include "plugins/planar/blocks.def"
#undef BLOCK

}  // namespace sim::planar
