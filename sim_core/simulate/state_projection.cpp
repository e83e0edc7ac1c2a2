#include "sim_core/simulate/state_projection.h"

#include <algorithm>
#include <cmath>

namespace sim {

// How often a step is repeated because the projection was too large or did not converge. A residual that does
// not come from the step (a given value that the initial state does not have) is not cured by smaller steps.
static constexpr int max_retries = 3;

StateProjection::StateProjection(ModelEquations& equations, const RunOptions& options)
    : equations_(equations),
      variable_step_(options.method->kind == StepKind::Variable),
      tolerance_(options.projection.tolerance) {
  if (options.projection.method == ProjectionMethod::None) return;
  const Program& program = equations.program();
  const auto n = static_cast<std::size_t>(program.state_count);
  for (const ProjectionInfo& info : program.projections) own_.push_back(&info);
  for (std::size_t k = 0; k < program.invariants.size(); ++k)
    if (program.invariants[k].active) active_rows_.push_back(static_cast<int>(k));
  residuals_.resize(program.invariants.size());
  gradients_.resize(program.invariants.size() * n);
  arguments_.resize(static_cast<std::size_t>(program.kernel(KernelKind::ProjectionArguments).size));
  targets_.assign(active_rows_.size(), 0.0);
  weights_.resize(static_cast<std::size_t>(equations.solver_size()));
  before_.resize(static_cast<std::size_t>(equations.solver_size()));
  if (active_rows_.empty() || n == 0) return;

  Invariants invariants;
  invariants.count = static_cast<int>(active_rows_.size());
  invariants.states = program.state_count;
  invariants.values = [this](double t, std::span<const double> x, std::span<double> values) {
    const EvalStatus status = equations_.evaluate(KernelKind::Invariants, t, x, residuals_);
    for (std::size_t k = 0; k < active_rows_.size(); ++k)
      values[k] = -residuals_[static_cast<std::size_t>(active_rows_[k])];
    return status;
  };
  invariants.gradient = [this, n](double t, std::span<const double> x, std::span<double> gradient) {
    const EvalStatus status = equations_.invariant_gradients(t, x, gradients_);
    for (std::size_t k = 0; k < active_rows_.size(); ++k)
      std::copy_n(
          gradients_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(active_rows_[k]) * n), n,
          gradient.begin() + static_cast<std::ptrdiff_t>(k * n));
    return status;
  };
  projector_ = std::make_unique<Projector>(std::move(invariants), options.projection);
}

EvalStatus StateProjection::project(Stepper& stepper) {
  if (stepper.time() != trial_start_ || stepper.trial_time() >= trial_end_) retries_ = 0;
  trial_start_ = stepper.time();
  trial_end_ = stepper.trial_time();
  moved_ = not_converged_ = false;
  perturbation_ = residual_ = 0;
  worst_state_ = failed_block_ = -1;
  tolerances(stepper.weights(), stepper.trial_state(), weights_);
  std::copy(stepper.trial_state().begin(), stepper.trial_state().end(), before_.begin());
  if (projector_) {
    const ProjectionResult result =
        projector_->project(trial_end_, stepper.trial_state(), targets_, weights_, stepper.error_estimate());
    if (result.status == ProjectionResult::Status::EvaluationFailed) return result.evaluation;
    not_converged_ = result.status == ProjectionResult::Status::NotConverged;
    moved_ = result.perturbation > 0;
    residual_ = result.residual;
  }
  if (const EvalStatus status = project_own(stepper); status != EvalStatus::Ok) return status;
  measure(before_, stepper.trial_state());
  if ((perturbation_ > 1 || not_converged_) && variable_step_ && retries_ < max_retries) {
    ++retries_;
    return EvalStatus::Recoverable;
  }
  if (moved_) stepper.trial_moved();
  return EvalStatus::Ok;
}

EvalStatus StateProjection::project_own(Stepper& stepper) {
  if (own_.empty()) return EvalStatus::Ok;
  std::span<double> x = stepper.trial_state(), error = stepper.error_estimate();
  for (const ProjectionInfo* info : own_) {
    const EvalStatus status = equations_.evaluate(KernelKind::ProjectionArguments, trial_end_, x, arguments_);
    if (status != EvalStatus::Ok) return status;
    const auto first = static_cast<std::size_t>(info->first_state),
               count = static_cast<std::size_t>(info->state_count);
    const EvalStatus projected =
        info->method(trial_end_, x.subspan(first, count), error.empty() ? error : error.subspan(first, count),
                     arguments_.data() + info->u_first, arguments_.data() + info->p_first, tolerance_);
    if (projected != EvalStatus::Ok) {
      failed_block_ = info->block;
      return projected;
    }
  }
  moved_ = moved_ || !std::equal(before_.begin(), before_.end(), x.begin());
  return EvalStatus::Ok;
}

void StateProjection::measure(std::span<const double> before, std::span<const double> after) {
  for (std::size_t i = 0; i < after.size(); ++i) {
    const double size = std::fabs(after[i] - before[i]) / weights_[i];
    if (size > perturbation_) {
      perturbation_ = size;
      worst_state_ = static_cast<int>(i);
    }
  }
}

void StateProjection::accepted(RunStatistics& statistics) {
  retries_ = 0;
  if (!moved_) return;
  ++statistics.projections;
  statistics.largest_projection = std::max(statistics.largest_projection, perturbation_);
  statistics.largest_residual = std::max(statistics.largest_residual, residual_);
}

}  // namespace sim
