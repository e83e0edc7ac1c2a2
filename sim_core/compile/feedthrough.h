#pragma once
// Finds which inputs, and which outputs of its controller, each output of an instance reads at the same
// instant: Instance::reads and reads_controller. A mode is frozen while outputs are computed, so what decides
// it is not read in this sense.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

void find_feedthrough(Model& model, Instance& instance);

}  // namespace sim::compile_phases
