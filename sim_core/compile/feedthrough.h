#pragma once
// Finds which inputs, and which outputs of its controller, each output of an instance reads at the same
// instant: BlockEquations::reads and reads_controller. A mode is frozen while outputs are computed, so what
// decides it is not read in this sense.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

void find_feedthrough(const EquationSystem& model, const Instance& instance, BlockEquations& equations);

}  // namespace sim::compile_phases
