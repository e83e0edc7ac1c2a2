#pragma once
// Whether the states depend on how fast an input changes where the compiler could not write that: what it
// drives would not follow the input, and the run would be wrong.
#include "sim_core/simulate/run_parts.h"

namespace sim {

// At every instant, with the states run.x: a limit that was not at work may be now, without a mode that says
// so. Fails where they do.
bool check_unknown_rates(RunParts& run, double t);

}  // namespace sim
