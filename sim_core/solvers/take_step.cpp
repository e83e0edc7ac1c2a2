#include "sim_core/solvers/take_step.h"

#include <algorithm>

namespace sim {
namespace {

StepFailure::Reason reason_for(EvalStatus status) {
  switch (status) {
    case EvalStatus::Fatal:
      return StepFailure::Reason::Fatal;
    case EvalStatus::Recoverable:
      return StepFailure::Reason::Recoverable;
    case EvalStatus::Ok:
      break;
  }
  return StepFailure::Reason::TooSmall;
}

}  // namespace

StepOutcome take_step(const OdeProblem& problem, Stepper& stepper, const StepBounds& bounds,
                      const TrialHook& hook) {
  StepOutcome outcome;
  take_step(problem, stepper, bounds, hook, outcome);
  return outcome;
}

void take_step(const OdeProblem& problem, Stepper& stepper, const StepBounds& bounds, const TrialHook& hook,
               StepOutcome& outcome) {
  outcome.ready = false;
  outcome.rejected = 0;
  outcome.trials.clear();
  const double t = stepper.time();
  const double least = bounds.min_step > 0 ? bounds.min_step : smallest_step(t);
  for (;;) {
    if (problem.stop_requested && problem.stop_requested()) {
      outcome.failure = {StepFailure::Reason::Stopped, t, 0, -1};
      return;
    }
    const double h = std::max(stepper.next_step(), least);
    const double t_end = step_end(t, h, bounds.t_limit);
    StepAttempt trial = stepper.attempt(t_end);
    RejectedTrial::Reason why = RejectedTrial::Reason::Evaluation;
    RejectedTrial::Reason too_large = RejectedTrial::Reason::Error;
    if (trial.status == EvalStatus::Ok && hook) {
      if (trial.passes()) too_large = RejectedTrial::Reason::Projection;
      const EvalStatus status = hook(stepper);
      why = RejectedTrial::Reason::Projection;
      trial = {status, status == EvalStatus::Ok ? stepper.trial_error() : trial.error};
    }
    if (trial.passes()) {
      outcome.ready = true;
      return;
    }
    ++outcome.rejected;
    outcome.trials.push_back(trial.status == EvalStatus::Ok ? RejectedTrial{too_large, trial.error.worst}
                                                            : RejectedTrial{why, -1});
    if (trial.status == EvalStatus::Fatal || h <= least) {
      outcome.failure = {reason_for(trial.status), t, t_end - t, trial.error.worst};
      return;
    }
    stepper.reject(trial.status == EvalStatus::Ok ? Rejection::ErrorTooLarge : Rejection::EvaluationFailed);
  }
}

}  // namespace sim
