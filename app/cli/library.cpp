#include "app/cli/library.h"

#include "sim_core/blocks/standard_library.h"

namespace fluxion {

sim::BlockLibrary loadLibrary(sim::Diagnostics&) { return sim::standard_library(); }

}  // namespace fluxion
