#pragma once
// The blocks a command knows: the standard library, and the plug-ins beside the program.
#include "sim_core/base/diagnostic.h"
#include "sim_core/block/block_library.h"

namespace fluxion {

// What could not be loaded is added to `warnings`.
sim::BlockLibrary loadLibrary(sim::Diagnostics& warnings);

}  // namespace fluxion
