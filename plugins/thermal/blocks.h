#pragma once
// The declarations of the thermal library's blocks, from blocks.def.
#include "sim_core/block/builder.h"

namespace sim::thermal {

#define BLOCK(name) void name(BlockTypeBuilder&);
#include "plugins/thermal/blocks.def"
#undef BLOCK

}  // namespace sim::thermal
