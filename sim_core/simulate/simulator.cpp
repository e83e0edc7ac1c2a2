#include "sim_core/simulate/simulator.h"

#include <algorithm>
#include <utility>

#include "sim_core/base/told_number.h"
#include "sim_core/base/work.h"
#include "sim_core/simulate/failures.h"
#include "sim_core/simulate/progress_report.h"
#include "sim_core/simulate/projection_report.h"
#include "sim_core/simulate/step_failures.h"
#include "sim_core/simulate/step_watcher.h"

namespace sim {

static double most_recorded(const RunOptions& options) {
  return options.overflow == SignalLog::Overflow::ThinOldest ? std::numeric_limits<double>::infinity()
                                                             : static_cast<double>(options.most_recorded);
}

Simulator::Simulator(std::shared_ptr<const Program> program, const RunOptions& options, RunControl& control,
                     SignalLog& log)
    : run_(std::move(program), options, control),
      trials_(run_),
      crossings_(run_, trials_),
      recorder_(run_, log),
      instant_(run_, recorder_),
      observers_(run_, crossings_),
      tracer_(run_),
      step_back_(run_, crossings_, recorder_, tracer_),
      energy_(run_),
      progress_(options.start_time, options.stop_time, most_recorded(options)),
      quiet_({run_, trials_, instant_, recorder_, observers_, tracer_, step_back_, progress_}) {
  run_.statistics.solver = std::string(options.method->name);
  run_.statistics.start_time = run_.statistics.end_time = options.start_time;
  note_idle_settings();
  const Program& of = *run_.program;
  for (std::size_t k = 0; k < of.invariants.size(); ++k)
    run_.statistics.invariants.push_back(
        {of.invariant_name(static_cast<int>(k)),
         of.invariants[k].active && options.projection.method != ProjectionMethod::None});
}

Simulator::End Simulator::run(const OperatingPoint* from) {
  try {
    return run_on(from);
  } catch (const WorkStopped&) {  // within a step, which does not count
    run_.reporter.set_cut_short();
    count_costs();
    publish();
    while (run_.control.stepping_back()) run_.control.stepped_back();
    recorder_.tell_thinning();
    return End::Stopped;
  }
}

Simulator::End Simulator::run_on(const OperatingPoint* from) {
  if (run_.clock) run_.clock->start();
  if (!taken_over_) recorder_.take_taps();
  if (!(taken_over_ ? go_on() : from ? start_from(*from) : initialize()))
    return run_.reporter.failed() ? End::Failed : End::Stopped;
  tracer_.begin();
  energy_.begin(run_.stepper->time(), run_.stepper->state());
  publish();
  observers_.look_for_pauses();
  run_.control.keep_pace(run_.stepper->time());
  const double stop = std::min(run_.options.stop_time, run_.control.last_time());
  while (run_.stepper->time() < stop && !instant_.ended_by_model()) {
    if (!quiet_.go(stop, [this] { publish(); })) break;
    if (run_.stepper->time() >= stop || !handle_requests()) break;
    recorder_.take_taps();
    if (!major_step()) break;
    const PhaseScope phase(run_.clock.get(), Phase::Waiting);
    observers_.look_for_pauses();
    run_.control.keep_pace(run_.stepper->time());
    publish();
  }
  energy_.end(run_.stepper->time(), run_.stepper->state());
  count_costs();
  publish();
  const bool failed = run_.reporter.failed();
  if (hands_over_ && !failed) return End::Retuned;
  while (run_.control.stepping_back()) run_.control.stepped_back();  // nobody will
  // Stopped within the last instant, it has the time of its end, but not its rows.
  const bool finished = !run_.reporter.cut_short() &&
                        (instant_.ended_by_model() || run_.stepper->time() >= run_.options.stop_time);
  if (!failed) observers_.show_last();
  recorder_.tell_thinning();
  return failed ? End::Failed : finished ? End::Finished : End::Stopped;
}

// `delays`: how far those let a variable-step solver go.
double Simulator::step_limit(double delays) const {
  const double t = run_.stepper->time();
  if (!run_.fixed_steps_only())
    return std::min({run_.options.stop_time, run_.modes.next_event_time(t), run_.hits.next_time(), delays});
  // A fixed-step solver sees events at its samples, unless it may cut its steps at them. A grid that misses
  // the end by rounding only ends in it.
  const double next = run_.grid.time(run_.fixed_steps + 1), close = 1e-9 * run_.options.fixed_step;
  const double end = next >= run_.options.stop_time - close ? run_.options.stop_time : next;
  if (run_.cuts_in_step >= run_.options.crossings_per_fixed_step) return end;
  const double event = run_.modes.next_event_time(t);
  return event < end - close ? event : end;
}

bool Simulator::major_step() {
  const double began = run_.stepper->time(), delays = run_.histories.limit(began), limit = step_limit(delays);
  if (!(limit > began))
    return run_.reporter.fail(
        -1, "the time cannot go on from t = " + told_time(began),
        "numbers of this size are too far apart for the steps and sample times: use longer ones, or "
        "begin nearer to 0");
  const bool by_delay = run_.histories.any() && limit == delays;
  const int delayed = by_delay ? run_.histories.limiting_block() : -1;
  run_.projection.set_limit(limit);
  trials_.watch_branches();
  if (!trials_.take(limit)) return false;
  crossings_.begin_step();
  const double end = run_.stepper->trial_time(), length = end - began;
  const bool shortened = trials_.kept_short(length, limit - began);
  const int worst = run_.stepper->trial_error().worst;
  tracer_.describe_trial(trials_.outcome(), began, end, limit);
  if (!end_step()) return false;
  const int crossed = crossings_.first_crossed_block();
  tracer_.end_step(run_.stepper->time(), crossed);
  if (run_.fixed_steps_only()) return true;
  if (crossed >= 0) return watch_progress(ProgressWatch::Limit::Crossing, crossed);
  if (shortened)
    return singular_.step(run_, worst) &&
           watch_progress(ProgressWatch::Limit::Error, run_.reporter.block_of_state(worst));
  return by_delay ? watch_progress(ProgressWatch::Limit::Delay, delayed)
                  : watch_progress(ProgressWatch::Limit::Other, -1);
}

// A trial step stands: crossings in it, modes behind it, the log.
bool Simulator::end_step() {
  ZeroCrossing crossing;
  if (!crossings_.find(crossing)) return false;
  return crossing.found ? accept_to_crossing(crossing) : accept_to_end();
}

bool Simulator::accept_to_end() {
  const double t_end = run_.stepper->trial_time();
  const bool fixed = run_.fixed_steps_only();
  if (run_.watcher) run_.watcher->step(run_, run_.stepper->time(), t_end);
  recorder_.log_between(run_.stepper->time(), t_end, run_.options.refine);
  energy_.step(t_end);
  run_.stepper->accept();
  run_.projection.accepted(*run_.stepper, run_.statistics);
  if (!report_projection(run_) || !check_states(run_)) return false;
  ++run_.statistics.steps;
  if (fixed && t_end < std::min(run_.options.stop_time, run_.grid.time(run_.fixed_steps + 1))) {
    ++run_.cuts_in_step;  // at an event whose time was known
  } else {
    ++run_.fixed_steps;
    run_.cuts_in_step = 0;
  }
  if (run_.options.crossing_threshold > 0) crossings_.locate_closely_again();
  const auto times = run_.modes.event_times();
  const bool time_event =
      std::find(times.begin(), times.end(), t_end) != times.end() || run_.histories.jumps_at(t_end);
  if (time_event && !recorder_.log_point(t_end, run_.stepper->state())) return false;
  const bool late =
      fixed && !run_.program->jumps.empty();  // what a fixed step has gone past jumps at its end
  if (!time_event && (late || t_end == run_.hits.next_time())) recorder_.take_left_limit(t_end);
  using Logging = Instant::Logging;
  if (!take_instant(time_event ? Logging::Event : Logging::Decimated, {})) return false;
  // A delay that is shorter than a fixed step reads the step itself, which has become past: its slope at the
  // end is another now.
  const bool slope_is_old = fixed && run_.histories.any() && run_.options.method->tableau;
  return (!run_.equations.derivatives_changed() && !slope_is_old) ||
         run_.restart_solver(t_end, run_.stepper->next_step());
}

// Up to the crossing and over it: the log has a point on each side, the solver restarts behind it.
bool Simulator::accept_to_crossing(const ZeroCrossing& crossing) {
  Stepper& stepper = *run_.stepper;
  if (run_.watcher) run_.watcher->step(run_, stepper.time(), crossing.t_after);
  if (crossing.t_before > stepper.time()) {
    recorder_.log_between(stepper.time(), crossing.t_before, run_.options.refine);
    if (run_.interpolate(crossing.t_before) != EvalStatus::Ok)
      return fail_evaluation(run_, KernelKind::Derivatives, crossing.t_before, run_.x_inside);
    if (!recorder_.log_point(crossing.t_before, run_.x_inside)) return false;
  }
  // Output times that the instant of the crossing, which is known to within rounding, passes over.
  recorder_.log_between(std::max(crossing.t_before, stepper.time()), crossing.t_after, 1);
  energy_.step(crossing.t_after);
  if (crossing.t_after < stepper.trial_time()) {
    if (stepper.truncate(crossing.t_after) != EvalStatus::Ok)
      return fail_evaluation(run_, KernelKind::Derivatives, crossing.t_after, stepper.trial_state());
    const PhaseScope phase(run_.clock.get(), Phase::Projection);
    if (run_.projection.active()) run_.projection.project_truncated(stepper);
  }
  stepper.accept();
  run_.projection.accepted(stepper, run_.statistics);
  if (!report_projection(run_)) return false;
  ++run_.statistics.steps;
  ++run_.cuts_in_step;
  const double t = stepper.time();
  if (run_.fixed_steps_only() && t >= run_.grid.time(run_.fixed_steps + 1)) {
    ++run_.fixed_steps;  // it crosses at the very end of the step
    run_.cuts_in_step = 0;
  }
  crossings_.record(crossing, t, tracer_.trace());
  const auto crossed = run_.watcher ? crossings_.functions_of(crossing) : std::vector<int>();
  if (!take_instant(Instant::Logging::Event, crossed)) return false;
  if (!crossings_.count_consecutive(crossing, t)) return false;
  return run_.restart_solver(t, run_.equations.derivatives_changed() ? 0 : stepper.next_step());
}

// What happens at the end of a step.
bool Simulator::take_instant(Instant::Logging logging, const std::vector<int>& crossed) {
  const double t = run_.stepper->time();
  if (run_.watcher) run_.watcher->arrive(run_, t, run_.stepper->state(), crossed);
  if (!energy_.arrive(t, run_.stepper->state())) return false;
  if (!instant_.arrive() || !instant_.take(logging)) return false;
  energy_.settled(t, run_.x);
  if (run_.watcher) run_.watcher->settled(run_, t, run_.x);
  return true;
}

bool Simulator::watch_progress(ProgressWatch::Limit limit, int block) {
  const auto found = progress_.step(run_.stepper->time(), limit, block, recorder_.recorded_numbers());
  return !found || tell_slow_progress(run_, *found);
}

void Simulator::count_costs() {
  const StepperStatistics& cost = run_.stepper->statistics();
  const RunStatistics& earlier = earlier_costs_;
  RunStatistics& now = run_.statistics;
  const auto total = [](std::uint64_t before, long more) {
    return before + static_cast<std::uint64_t>(more);
  };
  now.rhs_evaluations = total(earlier.rhs_evaluations, cost.rhs_evaluations);
  now.jacobians = total(earlier.jacobians, cost.jacobian_evaluations);
  now.jacobian_rhs_evaluations = total(earlier.jacobian_rhs_evaluations, cost.jacobian_rhs_evaluations);
  now.oldest_jacobian = std::max(earlier.oldest_jacobian, static_cast<std::uint64_t>(cost.oldest_jacobian));
  now.factorizations = total(earlier.factorizations, cost.factorizations);
  now.newton_iterations = total(earlier.newton_iterations, cost.newton_iterations);
  const BackendUse use = run_.equations.backend_use();
  now.native_kernels = static_cast<std::uint64_t>(use.native);
  now.backend = described(run_.options.backend, use);
  now.loop_solves = earlier.loop_solves + run_.equations.loop_statistics().solves;
  now.loop_iterations = earlier.loop_iterations + run_.equations.loop_statistics().iterations;
  now.end_time = run_.stepper->time();
}

RunProfile Simulator::profile() const {
  RunProfile profile = earlier_profile_;
  profile.max_step = run_.options.max_step;
  profile.relative_tolerance = run_.options.relative_tolerance;
  tracer_.add_costs(profile);
  return profile;
}

void Simulator::publish() {
  RunStatistics& now = run_.statistics;
  now.end_time = run_.stepper->time();
  const auto jacobians = static_cast<std::uint64_t>(run_.stepper->statistics().jacobian_evaluations);
  run_.control.publish({run_.stepper->time(), now.steps, now.rejected, now.zero_crossings,
                        earlier_costs_.jacobians + jacobians});
  observers_.publish_watched();
}

}  // namespace sim
