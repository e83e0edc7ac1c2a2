#include "sim_core/simulate/state_projection.h"

#include <algorithm>
#include <cmath>

#include "sim_core/program_analysis/invariant_targets.h"
#include "sim_core/simulate/invariant_rows.h"

namespace sim {

StateProjection::StateProjection(ModelEquations& equations, const RunOptions& options)
    : equations_(equations),
      method_(*options.method),
      options_(options.projection),
      variable_step_(options.method->kind == StepKind::Variable),
      retries_too_large_(options.retry_projection) {
  const Program& program = equations.program();
  const std::size_t rows = program.invariants.size();
  residuals_.resize(rows);
  sizes_.assign(rows, 0.0);
  shown_.assign(rows, 0.0);
  failures_.assign(rows, 0);
  shows_ = std::any_of(program.invariants.begin(), program.invariants.end(),
                       [](const InvariantInfo& info) { return info.size_slot >= 0; });
  recaptures_ = !program.resets.empty() &&
                std::any_of(program.invariants.begin(), program.invariants.end(),
                            [](const InvariantInfo& info) { return info.recaptured && info.captured >= 0; });
  arguments_.resize(at(program.kernel(KernelKind::ProjectionArguments).size));
  if (options_.method == ProjectionMethod::None) return;
  for (const JointProjectionInfo& info : program.joint_projections) joint_.push_back(&info);
  for (const ProjectionInfo& info : program.projections) own_.push_back(&info);
  for (std::size_t k = 0; k < rows; ++k)
    if (program.invariants[k].active) active_rows_.push_back(static_cast<int>(k));
  weights_.resize(at(equations.solver_size()));
  before_.resize(at(equations.solver_size()));
  if (!active_rows_.empty() && program.state_count > 0) make_invariants(options);
}

void StateProjection::make_invariants(const RunOptions& options) {
  const Program& program = equations_.program();
  targets_.assign(active_rows_.size(), 0.0);
  levels_.assign(active_rows_.size(), 0.0);
  all_levels_.resize(program.invariants.size());
  levels_move_ = invariant_targets_move(program);
  Invariants invariants = invariant_rows(equations_, active_rows_, residuals_, gradients_);
  for (int row : active_rows_) {
    const InvariantInfo& info = program.invariants[at(row)];
    invariants.bounds.push_back(info.lower_bound);
    invariants.row_weights.push_back(info.weight);
    invariants.tolerances.push_back(info.tolerance);
  }
  if (options.projection.method == ProjectionMethod::Symmetric)
    symmetric_ = std::make_unique<SymmetricProjection>(invariants, options.projection);
  projector_ = std::make_unique<Projector>(std::move(invariants), options.projection);
}

void StateProjection::begin(Stepper& stepper) {
  if (stepper.time() != trial_start_ || stepper.trial_time() >= trial_end_) retries_ = 0;
  trial_start_ = stepper.time();
  trial_end_ = stepper.trial_time();
  moved_ = not_converged_ = contradictory_ = residuals_known_ = false;
  perturbation_ = 0;
  worst_state_ = failed_block_ = -1;
  std::fill(sizes_.begin(), sizes_.end(), 0.0);
}

EvalStatus StateProjection::project(Stepper& stepper) {
  begin(stepper);
  tolerances(stepper.weights(), stepper.trial_state(), weights_);
  // A step that will not pass need not be repeated for the sake of the invariants.
  const bool whole = stepper.trial_error().value <= 1;
  if (symmetric_) return whole ? project_symmetrically(stepper) : EvalStatus::Ok;
  if (options_.method == ProjectionMethod::Relaxation) {
    bool done = !whole;
    const EvalStatus status = whole ? relax(stepper, done) : EvalStatus::Ok;
    if (done || status != EvalStatus::Ok) return status;
  }
  return project_onto_invariants(stepper);
}

bool StateProjection::wants_smaller_step() const { return wrong() && variable_step_ && may_retry(); }

bool StateProjection::wrong() const { return not_converged_ || (perturbation_ > 1 && retries_too_large_); }

EvalStatus StateProjection::project_onto_invariants(Stepper& stepper) {
  const bool passes = stepper.trial_error().value <= 1;
  const EvalStatus status = project_state(trial_end_, stepper.trial_state(), stepper.error_estimate());
  if (status != EvalStatus::Ok) return status;
  // What is wrong with a step that does not pass anyway says nothing about the projection.
  if (!passes && not_converged_) {
    not_converged_ = false;
    return EvalStatus::Ok;
  }
  if (not_converged_)
    for (int row : active_rows_) ++failures_[at(row)];
  // The part of the error across the invariants is no longer in the estimate. How far the state was moved is
  // that part: what a step is rejected for has to decide on the next one, on its length and its order.
  const bool counts = retries_too_large_ && variable_step_ && may_retry();
  const bool repeats = wants_smaller_step();
  if (repeats) {
    ++retries_;
    retried_ = perturbation_;
    if (not_converged_) return EvalStatus::Recoverable;
  }
  if (moved_) stepper.trial_moved(counts ? ErrorNorm{perturbation_, worst_state_} : ErrorNorm{});
  // A method without an error estimate takes no notice.
  if (repeats && stepper.trial_error().value <= 1) return EvalStatus::Recoverable;
  return EvalStatus::Ok;
}

// x on the invariants, with weights_ set.
EvalStatus StateProjection::project_state(double t, std::span<double> x, std::span<double> error) {
  std::copy(x.begin(), x.end(), before_.begin());
  if (projector_) {
    if (const EvalStatus status = load_levels(t, x); status != EvalStatus::Ok) return status;
    const ProjectionResult result = projector_->project(t, x, targets_, weights_, error);
    if (result.status == ProjectionResult::Status::EvaluationFailed) {
      note_evaluation_failed();
      return result.evaluation;
    }
    not_converged_ = result.status == ProjectionResult::Status::NotConverged;
    contradictory_ = result.status == ProjectionResult::Status::Contradictory;
    moved_ = result.perturbation > 0 && !not_converged_;
    residuals_known_ = !not_converged_ && own_.empty() && joint_.empty();
    for (std::size_t k = 0; k < active_rows_.size(); ++k)
      sizes_[at(active_rows_[k])] = projector_->row_sizes()[k];
  }
  if (const EvalStatus status = project_own(t, x, error); status != EvalStatus::Ok) return status;
  measure(before_, x);
  return EvalStatus::Ok;
}

void StateProjection::project_truncated(Stepper& stepper) {
  const double t = stepper.trial_time();
  const std::span<double> x = stepper.trial_state();
  tolerances(stepper.weights(), x, weights_);
  const bool whole_failed = not_converged_;
  moved_ = not_converged_ = residuals_known_ = false;
  perturbation_ = 0;
  if (project_state(t, x, {}) == EvalStatus::Ok && moved_) stepper.trial_moved({});
  not_converged_ = not_converged_ || whole_failed;
}

void StateProjection::project_inside(double t, std::span<double> x) {
  if (!active()) return;
  std::vector<double> moved(x.begin(), x.end());
  if (projector_) {
    if (load_levels(t, x) != EvalStatus::Ok) return;
    const ProjectionResult result = projector_->project(t, moved, targets_, weights_);
    if (result.status == ProjectionResult::Status::EvaluationFailed) return;
  }
  const int failed = failed_block_;
  const bool ok = project_own(t, moved, {}) == EvalStatus::Ok;
  failed_block_ = failed;
  if (ok) std::copy(moved.begin(), moved.end(), x.begin());
}

EvalStatus StateProjection::load_levels(double t, std::span<const double> x) {
  if (levels_known_ && !levels_move_) return EvalStatus::Ok;
  const EvalStatus status = equations_.evaluate_inside(KernelKind::InvariantTargets, t, x, all_levels_);
  for (std::size_t k = 0; k < active_rows_.size(); ++k) levels_[k] = all_levels_[at(active_rows_[k])];
  projector_->set_levels(levels_);
  levels_known_ = status == EvalStatus::Ok;
  return status;
}

EvalStatus StateProjection::project_joint(const JointProjectionInfo& info, double t, std::span<double> x,
                                          bool first_of_run) {
  constexpr int most_passes = 40, most_at_start = 300;
  gathered_.resize(info.states.size());
  const auto gather = [&] {
    for (std::size_t k = 0; k < gathered_.size(); ++k) gathered_[k] = x[at(info.states[k])];
  };
  gather();
  gathered_before_ = gathered_;
  for (int pass = 0; pass < (first_of_run ? most_at_start : most_passes); ++pass) {
    const EvalStatus status = equations_.evaluate_inside(KernelKind::ProjectionArguments, t, x, arguments_);
    if (status != EvalStatus::Ok) return status;
    const auto outcome =
        info.method.pass({gathered_before_, std::span(arguments_).subspan(at(info.first), at(info.count)),
                          first_of_run, options_.tolerance},
                         gathered_);
    if (outcome == ir::StateProjectionMethod::Outcome::Failed) return EvalStatus::Recoverable;
    for (std::size_t k = 0; k < gathered_.size(); ++k) x[at(info.states[k])] = gathered_[k];
    if (outcome == ir::StateProjectionMethod::Outcome::Done) return EvalStatus::Ok;
  }
  return EvalStatus::Recoverable;
}

std::optional<StateProjection::Misfit> StateProjection::assemble(double t, std::span<double> x) {
  for (const JointProjectionInfo& info : equations_.program().joint_projections) {
    if (project_joint(info, t, x, true) == EvalStatus::Ok) continue;
    return Misfit{info.block,
                  info.method.complaint(std::span(arguments_).subspan(at(info.first), at(info.count)))};
  }
  return std::nullopt;
}

std::optional<StateProjection::Misfit> StateProjection::singular(double t, std::span<const double> x) {
  for (const JointProjectionInfo& info : equations_.program().joint_projections) {
    std::vector<double> all(x.begin(), x.end()), gathered;
    for (int state : info.states) gathered.push_back(x[at(state)]);
    const auto arguments = [&](std::span<const double> states, std::vector<double>& found) {
      for (std::size_t k = 0; k < states.size(); ++k) all[at(info.states[k])] = states[k];
      if (equations_.evaluate_inside(KernelKind::ProjectionArguments, t, all, arguments_) != EvalStatus::Ok)
        return false;
      const auto first = arguments_.begin() + info.first;
      found.assign(first, first + info.count);
      return true;
    };
    if (std::string text = info.method.singular(arguments, gathered); !text.empty())
      return Misfit{info.block, std::move(text)};
  }
  return std::nullopt;
}

EvalStatus StateProjection::project_own(double t, std::span<double> x, std::span<double> error) {
  if (own_.empty() && joint_.empty()) return EvalStatus::Ok;
  for (const JointProjectionInfo* info : joint_) {
    const EvalStatus status = project_joint(*info, t, x, false);
    if (status == EvalStatus::Ok) continue;
    failed_block_ = info->block;
    return status;
  }
  for (const ProjectionInfo* info : own_) {
    const EvalStatus status = equations_.evaluate_inside(KernelKind::ProjectionArguments, t, x, arguments_);
    if (status != EvalStatus::Ok) return status;
    const std::size_t first = at(info->first_state), count = at(info->state_count);
    const EvalStatus projected = info->method(
        t, x.subspan(first, count), error.empty() ? error : error.subspan(first, count),
        arguments_.data() + info->u_first, arguments_.data() + info->p_first, options_.tolerance);
    if (projected != EvalStatus::Ok) {
      failed_block_ = info->block;
      return projected;
    }
  }
  moved_ = moved_ || !std::equal(x.begin(), x.end(), before_.begin());
  return EvalStatus::Ok;
}

void StateProjection::note_evaluation_failed() {
  for (int row : active_rows_) {
    if (std::isfinite(residuals_[at(row)])) continue;
    failed_block_ = equations_.program().invariants[at(row)].block;
    return;
  }
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

std::vector<int> StateProjection::worst_rows() const {
  std::vector<int> rows;
  for (int row : active_rows_)
    if (not_converged_ || contradictory_ || sizes_[at(row)] > 0) rows.push_back(row);
  std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) { return sizes_[at(a)] > sizes_[at(b)]; });
  return rows;
}

void StateProjection::accepted(const Stepper& stepper, RunStatistics& statistics) {
  retries_ = 0;
  last_retry_failed_ = wrong();
  const Program& program = equations_.program();
  if (residuals_.empty() && !moved_) return;
  if (!residuals_known_ && !residuals_.empty())
    equations_.evaluate_inside(KernelKind::Invariants, stepper.time(), stepper.state(), residuals_);
  for (std::size_t k = 0; k < residuals_.size(); ++k) {
    const InvariantInfo& info = program.invariants[k];
    InvariantRecord& record = statistics.invariants[k];
    const double residual = info.lower_bound ? std::max(residuals_[k], 0.0) : std::fabs(residuals_[k]);
    if (residual > record.largest_residual) record.largest_residual = residual;
    record.failures = failures_[k];
    if (!projector_ || !info.active) continue;
    statistics.largest_residual = std::max(statistics.largest_residual, residual);
    record.largest_projection = std::max(record.largest_projection, sizes_[k]);
    if (sizes_[k] > 0) ++record.projections;
    shown_[k] = sizes_[k];
  }
  if (!moved_) return;
  ++statistics.projections;
  statistics.largest_projection = std::max(statistics.largest_projection, perturbation_);
}

EvalStatus StateProjection::show_sizes() {
  if (!shows_) return EvalStatus::Ok;
  const Program& program = equations_.program();
  for (std::size_t k = 0; k < shown_.size(); ++k)
    if (const int slot = program.invariants[k].size_slot; slot >= 0) equations_.set_discrete(slot, shown_[k]);
  return equations_.commit();
}

// Before outputs are computed, so that they show the new values with the new states.
EvalStatus StateProjection::recapture(double t, std::span<const double> x) {
  const Program& program = equations_.program();
  resets_.resize(program.resets.size());
  if (const EvalStatus status = equations_.evaluate(KernelKind::Resets, t, x, resets_);
      status != EvalStatus::Ok)
    return status;
  end_.assign(x.begin(), x.end());
  std::vector<int> slots;
  for (std::size_t k = 0; k < resets_.size(); ++k) {
    const int state = program.resets[k].state;
    if (x[at(state)] == resets_[k]) continue;
    end_[at(state)] = resets_[k];
    for (int row : program.invariant_pattern.column(state))
      if (const InvariantInfo& info = program.invariants[at(row)]; info.recaptured && info.captured >= 0)
        slots.push_back(info.captured);
  }
  if (slots.empty()) return EvalStatus::Ok;
  forget();
  return equations_.capture(t, end_, slots);
}

}  // namespace sim
