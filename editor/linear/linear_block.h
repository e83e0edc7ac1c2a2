#pragma once
// A linear model as a block of a diagram.
#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/linear_analysis/linear_model.h"

namespace fluxion {

// A State-Space block, or a discrete one, with its matrices; delays are what their blocks ask for as Pade
// approximations. It lies to the right of everything at the top level. Errors: a delay without such an order;
// no state, no input or no output.
sim::Result<sim::Block> stateSpaceBlock(const sim::LinearModel& model, const sim::Diagram& diagram);

}  // namespace fluxion
