#pragma once
// A model that is ready to run, as C source (backends/c_source).
#include <set>
#include <string>
#include <vector>

#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/base/result.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/model_run/model_run.h"

namespace sim {

// The diagram in which top-level Inports without an expression or a table are constants, which the code has
// as inputs; what a run of it computes is what it does with inputs of zero.
struct OpenInputs {
  Diagram diagram;
  std::set<Id> blocks;
};
OpenInputs with_open_inputs(const Diagram& diagram);

// `name`: of the model, for comments; `unit`: of the time that main.c writes; `inputs`: the blocks that are
// inputs. Errors say what cannot be
// written as C, all of it at once.
Result<std::vector<c_source::GeneratedFile>> c_code_of(const ModelRun& run, const std::string& name,
                                                       const TimeUnit& unit, const std::set<Id>& inputs);

}  // namespace sim
