#include "sim_core/solvers/iteration_matrix.h"

#include <algorithm>
#include <cmath>

namespace sim {

IterationMatrix::IterationMatrix(const OdeProblem& problem, const StepperOptions& options, bool new_each_step,
                                 StepperStatistics& statistics)
    : problem_(problem),
      jacobian_(problem, options.jacobian, new_each_step),
      solver_(jacobian_.pattern(), jacobian_.linear_solver()),
      matrix_(jacobian_.size()),
      statistics_(statistics) {}

EvalStatus IterationMatrix::evaluate(double t, std::span<const double> x, std::span<const double> f,
                                     const ErrorWeights& weights) {
  const EvalStatus status = jacobian_.evaluate(t, x, f, weights, statistics_);
  known_ = fresh_ = status == EvalStatus::Ok;
  factored_ = false;
  return status;
}

void IterationMatrix::serve_step() {
  grow_old();
  jacobian_.serve_step(statistics_);
}

EvalStatus IterationMatrix::factor(double c, double most_off) {
  asked_ = c;
  if (factored_ && std::fabs(c / c_ - 1) <= most_off) return EvalStatus::Ok;
  const PhaseScope phase(problem_.clock, Phase::LinearAlgebra);
  jacobian_.combine(1, c, matrix_);
  ++statistics_.factorizations;
  factored_ = solver_.factor(matrix_);
  c_ = c;
  return factored_ ? EvalStatus::Ok : EvalStatus::Recoverable;
}

void IterationMatrix::correct(std::span<double> d) {
  solve(d);
  if (asked_ == c_) return;
  const double scale = 2 / (1 + ratio());
  for (double& v : d) v *= scale;
}

void IterationMatrix::save(std::vector<double>& memory) const {
  memory.insert(memory.end(), {known_ ? 1.0 : 0.0, fresh_ ? 1.0 : 0.0, factored_ ? c_ : 0.0, asked_});
  if (known_) memory.insert(memory.end(), jacobian_.values().begin(), jacobian_.values().end());
}

bool IterationMatrix::load(std::span<const double>& memory) {
  if (memory.size() < 4) return false;
  const bool known = memory[0] == 1, fresh = memory[1] == 1;
  const double c = memory[2], asked = memory[3];
  memory = memory.subspan(4);
  if (known) {
    if (memory.size() < jacobian_.size()) return false;
    jacobian_.set_values(memory.first(jacobian_.size()));
    memory = memory.subspan(jacobian_.size());
  }
  known_ = known;
  fresh_ = fresh;
  factored_ = false;
  if (known && c > 0) factor(c);
  asked_ = asked;
  return true;
}

}  // namespace sim
