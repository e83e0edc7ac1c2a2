#pragma once
// A continuous subsystem, or model, as a plug-in block.
#include "sim_core/backends/c_source/plugin_text.h"
#include "sim_core/base/result.h"
#include "sim_core/code_generation/standalone_subsystem.h"
#include "sim_core/model_run/model_run.h"

namespace sim {

// `name`: of the block; `from`: what it is made of, for comments; `model`: with states for inputs, and the
// run of it.
Result<c_source::WrittenModel> plugin_code(const std::string& name, const std::string& from,
                                           const OpenModel& model, const ModelRun& run);

}  // namespace sim
