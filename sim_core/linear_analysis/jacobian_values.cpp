#include "sim_core/linear_analysis/jacobian_values.h"

#include "sim_core/linear_analysis/point_evaluation.h"

namespace sim {

std::vector<double> jacobian_at_start(const ModelRun& run) {
  const auto point = run.initial_point();
  if (!point) return {};
  PointEvaluation evaluation(std::make_shared<const Program>(run.program()), run.options(), *point);
  return evaluation.problems().empty() ? evaluation.jacobian() : std::vector<double>();
}

}  // namespace sim
