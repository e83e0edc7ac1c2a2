#pragma once
// The declarations of what leads from one physical domain to another, from blocks.def.
#include "sim_core/block/builder.h"

namespace sim::converters {

#define BLOCK(name) void name(BlockTypeBuilder&);
#include "plugins/converters/blocks.def"
#undef BLOCK

}  // namespace sim::converters
