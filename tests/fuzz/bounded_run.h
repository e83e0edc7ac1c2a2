#pragma once
// Runs that end, however long the model says they take.
#include "sim_core/block/block_library.h"
#include "sim_core/model_run/model_run.h"

namespace sim::fuzz {

// All built-in blocks.
const BlockLibrary& library();

// Executes the run, and asks it to stop after this many milliseconds; what the inputs of fuzz targets ask for
// is done long before.
RunResult execute_briefly(ModelRun& run, int milliseconds = 50);

}  // namespace sim::fuzz
