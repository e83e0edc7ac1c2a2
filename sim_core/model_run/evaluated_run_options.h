#pragma once
// The settings of a model, evaluated: the numbers that a run works with.
#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

// One diagnostic for each setting that is wrong; the path is the setting's name.
Result<RunOptions> run_options(const Diagram& diagram);

// Whether the settings are worth the same whatever the variables of the model are.
bool settings_are_numbers(const Diagram& diagram);

}  // namespace sim
