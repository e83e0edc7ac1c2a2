#pragma once
// Linear models connected to larger ones. Delays stay exact.
#include <optional>
#include <vector>

#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

// One beside the other: inputs, outputs and states of `a`, then those of `b`. Of the same sample time.
LinearModel side_by_side(const LinearModel& a, const LinearModel& b);

// u = F y + r, where r are the inputs from now on; `gains` is F, inputs x outputs. Nothing: the outputs
// depend on themselves without delay in a way that has no solution.
std::optional<LinearModel> with_feedback(const LinearModel& model, const LinearMatrix& gains);

// Only these outputs and inputs, in this order; -1 - k is output k with the other sign.
LinearModel chosen_ports(const LinearModel& model, const std::vector<int>& outputs,
                         const std::vector<int>& inputs);

}  // namespace sim
