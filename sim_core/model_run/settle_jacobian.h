#pragma once
// How a run obtains df/dx, decided from what its program offers and what its settings ask for.
#include "sim_core/base/diagnostic.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/solvers/jacobian_choice.h"

namespace sim {

// The method for a run of `program` with these options, whatever their solver.
JacobianChoice jacobian_choice(const Program& program, const RunOptions& options);

// Puts the method at work in place of the one asked for. Warns where an implicit solver will not use what was
// asked for.
Diagnostics settle_jacobian(const Program& program, RunOptions& options);

}  // namespace sim
