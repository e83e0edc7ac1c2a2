#pragma once
// The blocks a command knows: the standard library, and those of plug-ins in ../lib/fluxion/plugins beside
// the program's folder and in the folders of the environment variable FLUXION_PLUGIN_PATH, separated by
// colons.
#include "sim_core/base/diagnostic.h"
#include "sim_core/block/block_library.h"

namespace fluxion {

// Those of the program alone.
sim::BlockLibrary builtInLibrary();
// What could not be loaded is added to `warnings`.
sim::BlockLibrary loadLibrary(sim::Diagnostics& warnings);

}  // namespace fluxion
