#pragma once
// Which blocks cut a path from an input of a linear model to an output: what arrives at them moves, but not
// what leaves them (a saturated Saturation, a Relay, a block that is sampled).
#include <vector>

#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/linear_equations.h"
#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

class PointEvaluation;

// `original`: the diagram without point blocks, for names. Empty where it would take too long.
std::vector<CutPath> find_cuts(const InstrumentedModel& model, const LinearEquations& equations,
                               PointEvaluation& evaluation, const Diagram& original);

}  // namespace sim
