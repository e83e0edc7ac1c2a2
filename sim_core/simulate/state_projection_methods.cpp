// The projection methods that concern a whole step: symmetric projection and relaxation.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/simulate/relaxation.h"
#include "sim_core/simulate/state_projection.h"

namespace sim {

static constexpr double epsilon = std::numeric_limits<double>::epsilon();

std::optional<Diagnostic> StateProjection::refusal() const {
  if (!active()) return {};
  const std::string solver(method_.name);
  const bool bounds =
      projector_ && std::any_of(projector_->invariants().bounds.begin(),
                                projector_->invariants().bounds.end(), [](char b) { return b; });
  const auto refuse = [](std::string message, std::string remedy) {
    return error("Projection", std::move(message), std::move(remedy));
  };
  if (options_.method == ProjectionMethod::Symmetric) {
    if (method_.multistep)
      return refuse(
          "symmetric projection repeats a step from another start, and " + solver +
              " is a multistep method, whose steps start from its past",
          "choose a one-step solver, such as ode45, ode4 or radau5, or the projection method standard");
    if (bounds || !own_.empty())
      return refuse("symmetric projection is for invariants only, and the model has " +
                        std::string(bounds ? "bounds" : "blocks that project their own states"),
                    "choose the projection method standard");
  }
  if (options_.method == ProjectionMethod::Relaxation) {
    if (method_.tableau == nullptr || !method_.error_control)
      return refuse("relaxation changes the length of an explicit Runge-Kutta step, and " + solver +
                        (method_.tableau == nullptr ? " is no such method" : " has steps of given length"),
                    "choose ode45, ode23, tsit5 or dop853, or the projection method standard");
    if (bounds || !own_.empty() || active_rows_.size() != 1)
      return refuse("relaxation keeps one invariant, and the model has " +
                        (bounds          ? std::string("bounds")
                         : !own_.empty() ? std::string("blocks that project their own states")
                                         : std::to_string(active_rows_.size())),
                    "declare one only, or choose the projection method standard");
  }
  return {};
}

EvalStatus StateProjection::project_symmetrically(Stepper& stepper) {
  start_.assign(stepper.state().begin(), stepper.state().end());
  end_.assign(stepper.trial_state().begin(), stepper.trial_state().end());
  tolerances(stepper.weights(), start_, weights_);
  EvalStatus status = load_levels(trial_end_, end_);
  if (status != EvalStatus::Ok) return status;
  const auto step = [&](std::span<const double> shift, std::span<double> end) {
    const StepAttempt attempt = stepper.attempt_from(trial_end_, shift);
    std::copy(stepper.trial_state().begin(), stepper.trial_state().end(), end.begin());
    return attempt.status;
  };
  const auto result = symmetric_->project(trial_start_, start_, trial_end_, end_, weights_, levels_, step);
  if (result.status != EvalStatus::Ok) {
    note_evaluation_failed();
    return result.status;
  }
  not_converged_ = !result.converged;
  perturbation_ = result.size;
  const std::span<double> x = stepper.trial_state();
  for (std::size_t j = 0, worst = 0; j < end_.size(); ++j)
    if (std::fabs(end_[j] - x[j]) / weights_[j] >= std::fabs(end_[worst] - x[worst]) / weights_[worst])
      worst = j, worst_state_ = static_cast<int>(j);
  if (not_converged_)
    for (int row : active_rows_) ++failures_[at(row)];
  else
    for (int row : active_rows_) sizes_[at(row)] = result.size;
  if (wants_smaller_step()) {
    ++retries_;
    return EvalStatus::Recoverable;
  }
  if (not_converged_) return stepper.attempt(trial_end_).status;
  moved_ = result.size > 0;
  residuals_known_ = true;
  std::copy(end_.begin(), end_.end(), x.begin());
  // What the step's own iteration leaves.
  const ProjectionResult rest = projector_->project(trial_end_, x, targets_, weights_);
  if (rest.status == ProjectionResult::Status::EvaluationFailed) return rest.evaluation;
  if (moved_) stepper.trial_moved({});
  return EvalStatus::Ok;
}

// The gamma for which start + gamma h is `limit` to the last bit, where there is one near.
static double factor_to(double limit, double start, double h) {
  const double factor = (limit - start) / h;
  for (int k = 0; k < 9; ++k) {
    const int units = k % 2 == 0 ? -(k / 2) : (k + 1) / 2;  // 0, 1, -1, 2, -2, ...
    const double nudged = factor * (1 + epsilon * units);
    if (start + nudged * h == limit) return nudged;
  }
  return factor;
}

// Whether one gamma is as good as another that the invariant asks for.
static bool as_good(double gamma, const RelaxationFactor& wanted, double level) {
  const double by = std::fabs(gamma - wanted.value);
  return by * std::fabs(wanted.slope) <= 4 * epsilon * std::fabs(level) || by <= 64 * epsilon;
}

// A step that must end at a given instant, or would pass it, is computed again for the length that leads
// there when it is relaxed. One whose length the invariant does not determine is repeated smaller, and
// projected where that does not help.
EvalStatus StateProjection::relax(Stepper& stepper, bool& done) {
  constexpr int most_attempts = 6;
  const ProjectorOptions& options = options_;
  const double own = projector_->invariants().tolerances[0], left = limit_ - trial_start_;
  start_.assign(stepper.state().begin(), stepper.state().end());
  bool pinned = stepper.trial_time() >= limit_;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const double h = stepper.trial_time() - trial_start_;
    const std::span<double> end = stepper.trial_state();
    if (const EvalStatus status = load_levels(stepper.trial_time(), end); status != EvalStatus::Ok)
      return status;
    const RelaxationFactor factor =
        relaxation_factor(projector_->invariants(), own >= 0 ? own : options.tolerance, levels_[0],
                          trial_start_, h, start_, end);
    if (factor.status != EvalStatus::Ok) {
      note_evaluation_failed();
      return factor.status;
    }
    if (!factor.found) {
      ++failures_[at(active_rows_[0])];
      if (may_retry()) return ++retries_, EvalStatus::Recoverable;
      break;
    }
    pinned = pinned || trial_start_ + factor.value * h >= limit_;
    double value = factor.value;
    if (pinned) {
      value = factor_to(limit_, trial_start_, h);
      const bool there = trial_start_ + value * h == limit_ && as_good(value, factor, levels_[0]);
      if (!there) {
        const EvalStatus status = stepper.attempt(trial_start_ + left / factor.value).status;
        if (status != EvalStatus::Ok) return status;
        continue;
      }
    }
    done = residuals_known_ = true;
    if (value == 1) return EvalStatus::Ok;
    double& size = sizes_[at(active_rows_[0])];
    for (std::size_t j = 0; j < end.size(); ++j)
      size = std::max(size, std::fabs((value - 1) * (end[j] - start_[j])) / weights_[j]);
    moved_ = stepper.relax(value);
    return EvalStatus::Ok;
  }
  if (stepper.trial_time() == trial_end_) return EvalStatus::Ok;
  return stepper.attempt(trial_end_).status;
}

}  // namespace sim
