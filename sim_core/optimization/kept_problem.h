#pragma once
// Goals and parameters of an optimization stay with the model, in its file: the member "optimization"
// (docs/file-format.md). They never change a run.
#include <optional>
#include <string>

#include "sim_core/diagram/diagram.h"
#include "sim_core/optimization/optimization.h"

namespace sim {

inline constexpr const char* optimization_member = "optimization";  // of Diagram::unknown

// What the model has; nothing where it has none. What cannot be read is left out, and reported.
OptimizationProblem kept_optimization(const Diagram& diagram, Diagnostics* problems = nullptr);

// The member for this problem, as JSON text; nothing: the model has no need of one.
std::optional<std::string> optimization_text(const OptimizationProblem& problem);

// Gives a diagram, which is a copy or not in a document, this problem.
void keep_optimization(Diagram& diagram, const OptimizationProblem& problem);

}  // namespace sim
