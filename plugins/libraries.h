#pragma once
// The block libraries of physical networks that are built in: driveline, electrical,
// thermal, hydraulic, magnetic and planar, and what leads from one domain to another.
#include "sim_core/block/block_library.h"

namespace sim {

void add_network_libraries(BlockLibrary& library);

}  // namespace sim
