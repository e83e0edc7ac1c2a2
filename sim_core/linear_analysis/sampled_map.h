#pragma once
// A model with sample times as a discrete linear system: the exact linear map from one instant to the next
// over a period that all sample times divide (lifting; T. Chen, B. A. Francis, Optimal Sampled-Data Control
// Systems, 1995, ch. 8). Between sample hits the continuous states follow the matrix exponential; at a hit
// the discrete states are updated from the outputs there. Inputs change at the beginning of a period and are
// held. Derivatives are those at the operating point.
#include "sim_core/base/result.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/linear_equations.h"
#include "sim_core/linear_analysis/linear_model.h"
#include "sim_core/simulate/operating_point.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

// Period 0: the smallest that all sample times divide. Discrete states that nothing depends on are left out.
// Errors: no sample times and no period; a sample time that does not divide it; too many hits or states.
Result<LinearModel> sampled_map(const InstrumentedModel& model, const LinearEquations& equations,
                                const RunOptions& options, const OperatingPoint& point, double period);

// The smallest period in s that all sample times of a model divide; 0: there is none, or no sample time.
double common_period(const Program& program);

}  // namespace sim
