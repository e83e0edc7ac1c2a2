#pragma once
// The declarations of the magnetic library's blocks, from blocks.def.
#include "sim_core/block/builder.h"

namespace sim::magnetic {

#define BLOCK(name) void name(BlockTypeBuilder&);
#include "plugins/magnetic/blocks.def"
#undef BLOCK

}  // namespace sim::magnetic
