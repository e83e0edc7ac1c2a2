#pragma once
// The blocks that come with the program, in the order of the library's tree.
#include "sim_core/block/block_library.h"

namespace sim {

BlockLibrary standard_library();

}  // namespace sim
