#include "sim_core/simulate/quiet_steps.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "sim_core/base/work.h"
#include "sim_core/linalg/all_finite.h"
#include "sim_core/simulate/progress_report.h"
#include "sim_core/simulate/step_failures.h"

namespace sim {

QuietSteps::QuietSteps(const Parts& parts) : parts_(parts), run_(parts.run) {
  if (run_.tolerances.grow())
    follow_tolerances_ = [&tolerances = run_.tolerances](std::span<const double> x, ErrorWeights& weights) {
      tolerances.follow(x, weights);
    };
}

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
  return watch_progress(error.worst, parts_.trials.outcome().rejected > 0, t_ - began, limit - began);
}

bool QuietSteps::watch_progress(int worst, bool rejected, double length, double left) {
  using Limit = ProgressWatch::Limit;
  const bool shortened = parts_.trials.kept_short(rejected, length, left);
  const auto found = parts_.progress.step(t_, shortened ? Limit::Error : Limit::Other,
                                          shortened ? run_.reporter.block_of_state(worst) : -1,
                                          parts_.recorder.recorded_numbers());
  return !found || tell_slow_progress(run_, *found);
}

// How many steps can be taken before anything has to be looked at. Loops are solved from where they were
// solved last: it counts what is evaluated in between.
std::size_t QuietSteps::steps_to_march() {
  if (run_.options.min_step > 0 || run_.projection.active() || !run_.program->loops.empty()) return 0;
  if (steps_until_march_ > 0) return --steps_until_march_, 0;
  const auto window = static_cast<std::uint64_t>(parts_.progress.steps_left());
  const auto steps =
      static_cast<std::size_t>(std::min({steps_at_once_, window, parts_.step_back.steps_until_due()}));
  const auto rows = static_cast<std::size_t>(parts_.recorder.rows_in_step(run_.options.refine));
  return parts_.recorder.writes_plainly(steps * rows) ? steps : 0;
}

QuietSteps::Marched QuietSteps::march(double stop) {
  parts_.step_back.keep();
  const std::size_t steps = steps_to_march();
  if (steps == 0) return Marched::NoStep;
  if (follow_tolerances_) largest_ = run_.tolerances.largest();
  const auto began = std::chrono::steady_clock::now();
  run_.stepper->march({run_.options.stop_time, stop, steps, parts_.recorder.rows_in_step(run_.options.refine),
                       follow_tolerances_},
                      march_);
  choose_steps_at_once(std::chrono::steady_clock::now() - began);
  if (march_.steps.empty()) return Marched::NoStep;
  if (parts_.recorder.log_rows({march_.times.data(), march_.rows}, march_.states)) {
    rest_ = 0;
    return write_down_march() ? Marched::SomeSteps : Marched::ToAnEnd;
  }
  // Something is to be said about a row: step by step, for a while.
  run_.stepper->forget_march();
  if (follow_tolerances_) run_.tolerances.set_largest(largest_);
  constexpr std::int64_t longest_rest = 4096;
  steps_until_march_ = rest_ = std::clamp<std::int64_t>(2 * rest_, 64, longest_rest);
  return Marched::NoStep;
}

// Where equations take long, whoever watches the run sees each step. The results are the same.
void QuietSteps::choose_steps_at_once(std::chrono::steady_clock::duration taken) {
  constexpr std::uint64_t most = 32;
  constexpr std::chrono::milliseconds long_enough(2);
  steps_at_once_ = taken > long_enough ? std::max<std::uint64_t>(1, steps_at_once_ / 4)
                                       : std::min(2 * steps_at_once_, most);
}

// What is left to do where the rows of these steps are in the log. False: the run has come to an end.
bool QuietSteps::write_down_march() {
  const double limit = run_.options.stop_time;
  run_.statistics.steps += march_.steps.size();
  run_.statistics.rejected += march_.rejected.size();
  run_.fixed_steps += static_cast<std::int64_t>(march_.steps.size());
  parts_.tracer.describe_march(march_, limit);
  const MarchedSteps::Step& last = march_.steps.back();
  // Those before the last, by the state that kept them short.
  constexpr int nothing = -2;
  int cause = nothing;
  std::int64_t alike = 0;
  const auto pass = [&] {
    const bool shortened = cause != nothing;
    parts_.progress.pass(shortened ? ProgressWatch::Limit::Error : ProgressWatch::Limit::Other,
                         shortened ? run_.reporter.block_of_state(cause) : -1, alike);
    alike = 0;
  };
  for (const MarchedSteps::Step& step : std::span(march_.steps).first(march_.steps.size() - 1)) {
    const bool shortened =
        parts_.trials.kept_short(step.rejected > 0, step.end - step.begin, limit - step.begin);
    const int worst = shortened ? step.error.worst : nothing;
    if (worst != cause) pass();
    cause = worst;
    ++alike;
  }
  pass();
  t_ = last.end;
  return watch_progress(last.error.worst, last.rejected > 0, last.end - last.begin, limit - last.begin);
}

void QuietSteps::end() {
  const std::span<const double> x = run_.stepper->state();
  run_.x.assign(x.begin(), x.end());
}

}  // namespace sim
