#pragma once
// A model that is ready to run, as C source (backends/c_source).
#include <map>
#include <string>

#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/base/result.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/model_run/model_run.h"

namespace sim {

// `name`: of the model, for comments; `unit`: of the time that main.c writes; `inputs`: the blocks that are
// inputs, and the inputs' names; `library`, `precision`, `per_rate`: of c_source::FixedStepRun. Errors say
// what cannot be written as C, all of it at once.
Result<c_source::WrittenModel> c_code_of(const ModelRun& run, const std::string& name, const TimeUnit& unit,
                                         const std::map<Id, std::string>& inputs, const std::string& library,
                                         c_source::Precision precision, bool per_rate = false);

}  // namespace sim
