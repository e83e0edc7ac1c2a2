#include "sim_core/simulate/quiet_steps.h"

#include <algorithm>

#include "sim_core/base/work.h"
#include "sim_core/linalg/all_finite.h"
#include "sim_core/simulate/progress_report.h"
#include "sim_core/simulate/step_failures.h"

namespace sim {

bool QuietSteps::possible() const {
  return parts_.instant.is_quiet() && !run_.fixed_steps_only() && !run_.clock && !run_.watcher &&
         run_.program->energies.empty() && run_.program->invariants.empty() && run_.program->rates.empty() &&
         run_.program->time_events.empty() && parts_.recorder.records_every_step() &&
         !parts_.observers.pauses() && run_.control.is_undisturbed();
}

const Work* QuietSteps::begin() {
  t_ = run_.stepper->time();
  return Work::current();
}

bool QuietSteps::interrupted(const Work* work) const {
  return !run_.control.is_undisturbed() || (work && work->stop_requested());
}

bool QuietSteps::step() {
  Stepper& stepper = *run_.stepper;
  const double began = t_, limit = run_.options.stop_time;
  parts_.step_back.keep();
  if (!parts_.trials.take(limit)) return false;
  t_ = stepper.trial_time();
  const ErrorNorm error = stepper.trial_error();
  parts_.tracer.describe_trial(parts_.trials.outcome(), began, t_, limit);
  parts_.recorder.log_between(began, t_, run_.options.refine);
  stepper.accept();
  const std::span<const double> x = stepper.state();
  if (!all_finite(x)) return check_states(run_);
  ++run_.statistics.steps;
  ++run_.fixed_steps;
  if (run_.tolerances.grow()) run_.tolerances.follow(x, stepper.weights());
  if (!parts_.recorder.log_point(t_, x)) return false;
  parts_.tracer.end_step(t_, -1);
  return watch_progress(error, t_ - began, limit - began);
}

bool QuietSteps::watch_progress(const ErrorNorm& error, double length, double left) {
  const bool shortened = parts_.trials.kept_short(length, left);
  using Limit = ProgressWatch::Limit;
  const auto found = shortened
                         ? parts_.progress.step(t_, Limit::Error, run_.reporter.block_of_state(error.worst),
                                                parts_.recorder.recorded_numbers())
                         : parts_.progress.step(t_, Limit::Other, -1, parts_.recorder.recorded_numbers());
  return !found || tell_slow_progress(run_, *found);
}

void QuietSteps::end() {
  const std::span<const double> x = run_.stepper->state();
  run_.x.assign(x.begin(), x.end());
}

}  // namespace sim
