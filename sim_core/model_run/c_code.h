#pragma once
// A model that is ready to run, as C source (backends/c_source).
#include <string>
#include <vector>

#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/base/result.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/model_run/model_run.h"

namespace sim {

// `name`: of the model, for comments; `unit`: of the time that main.c writes. Errors say what cannot be
// written as C, all of it at once.
Result<std::vector<c_source::GeneratedFile>> c_code_of(const ModelRun& run, const std::string& name,
                                                       const TimeUnit& unit);

}  // namespace sim
