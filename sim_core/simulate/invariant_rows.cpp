#include "sim_core/simulate/invariant_rows.h"

#include <algorithm>

namespace sim {

Invariants invariant_rows(ModelEquations& equations, const std::vector<int>& rows,
                          std::vector<double>& residuals, std::vector<double>& gradients) {
  const Program& program = equations.program();
  const std::size_t n = static_cast<std::size_t>(program.state_count);
  residuals.resize(program.invariants.size());
  gradients.resize(program.invariants.size() * n);
  Invariants invariants;
  invariants.count = static_cast<int>(rows.size());
  invariants.states = program.state_count;
  invariants.values = [&equations, &residuals, rows](double t, std::span<const double> x,
                                                     std::span<double> values) {
    const EvalStatus status = equations.evaluate_inside(KernelKind::Invariants, t, x, residuals);
    for (std::size_t k = 0; k < rows.size(); ++k) values[k] = -residuals[static_cast<std::size_t>(rows[k])];
    return status;
  };
  invariants.gradient = [&equations, &gradients, rows, n](double t, std::span<const double> x,
                                                          std::span<double> gradient) {
    if (gradient.size() == gradients.size()) return equations.invariant_gradients(t, x, gradient);
    const EvalStatus status = equations.invariant_gradients(t, x, gradients);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::size_t from = static_cast<std::size_t>(rows[k]) * n;
      std::copy_n(gradients.data() + from, n, gradient.data() + k * n);
    }
    return status;
  };
  return invariants;
}

}  // namespace sim
