#pragma once
// What the user is told of a run that hardly advances.
#include "sim_core/simulate/progress_watch.h"
#include "sim_core/simulate/run_parts.h"

namespace sim {

// False: the run ends, as at this rate it never would.
bool tell_slow_progress(RunParts& run, const ProgressWatch::Finding& found);

}  // namespace sim
