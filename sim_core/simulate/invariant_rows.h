#pragma once
// Some rows of a model's invariants as what a Projector works on.
#include <vector>

#include "sim_core/simulate/model_equations.h"
#include "sim_core/simulate/projector.h"

namespace sim {

// The values of `rows` are minus their residuals, so that all targets are 0; gradients by row. Both work in
// `residuals` and `gradients`, which get room for all rows of the model; these and the equations must outlive
// the result. Bounds, weights and tolerances are the caller's to add.
Invariants invariant_rows(ModelEquations& equations, const std::vector<int>& rows,
                          std::vector<double>& residuals, std::vector<double>& gradients);

}  // namespace sim
