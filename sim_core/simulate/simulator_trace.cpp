// Why each step was as long as it was, and what it cost.
#include <algorithm>

#include "sim_core/simulate/simulator.h"
#include "sim_core/solvers/take_step.h"

namespace sim {

// What bounds a step that ends at `limit`, see step_limit().
StepLimit Simulator::bound_at(double limit) {
  if (limit == options_.stop_time) return StepLimit::StopTime;
  if (options_.method->kind == StepKind::Fixed)
    return !program_->time_events.empty() && limit == modes_.next_event_time(stepper_->time())
               ? StepLimit::Event
               : StepLimit::FixedStep;
  if (limit == hits_.next_time()) return StepLimit::SampleHit;
  return limit == modes_.next_event_time(stepper_->time()) ? StepLimit::Event : StepLimit::Delay;
}

// A trial stands that will be accepted, wholly or up to a crossing in it.
StepRecord Simulator::describe_trial(const StepOutcome& outcome, double limit) {
  StepRecord step;
  const double length = stepper_->trial_time() - stepper_->time();
  const ErrorNorm error = stepper_->trial_error();
  step.error = static_cast<float>(error.value);
  step.state = error.worst;
  step.order = static_cast<std::uint8_t>(stepper_->order());
  for (const RejectedTrial& trial : outcome.trials) {
    if (trial.reason == RejectedTrial::Reason::Error) {
      ++step.rejected_by_error;
      trace_->reject(trial.component);
    } else {
      ++(trial.reason == RejectedTrial::Reason::Projection ? step.rejected_by_projection
                                                           : step.rejected_by_evaluation);
    }
  }
  // A step of nearly half of what is left is meant to be followed by one like it (see take_step.h).
  constexpr double nearly_half = 0.4, nearly = 0.99;
  if (options_.method->kind == StepKind::Fixed || stepper_->trial_time() == limit)
    step.limit = bound_at(limit);
  else if (step.rejected_by_error > 0)
    step.limit = StepLimit::Error;
  else if (!outcome.trials.empty())
    step.limit = step.rejected_by_projection > 0 ? StepLimit::Projection : StepLimit::Evaluation;
  else if (length >= nearly * options_.max_step)
    step.limit = StepLimit::MaxStep;
  else if (length >= nearly_half * (limit - stepper_->time()))
    step.limit = bound_at(limit);
  return step;
}

// The step has ended.
void Simulator::trace_step(StepRecord step, double began) {
  step.t = stepper_->time();
  step.shortest = step.longest = step.t - began;
  step.block = crossed_block_;
  step.projection = static_cast<float>(projection_.active() ? projection_.perturbation() : 0);
  if (crossed_block_ >= 0)
    step.limit = StepLimit::Crossing;
  else if (step.limit == StepLimit::Error && step.rejected_by_error == 0 &&
           std::min(stepper_->next_step(), options_.max_step) >= 1.9 * step.longest)
    step.limit = StepLimit::Growing;
  const StepperStatistics& cost = stepper_->statistics();
  const auto since = [](long now, long& before) {
    const long more = now - before;
    before = now;
    return more;
  };
  step.newton_iterations =
      static_cast<std::uint32_t>(since(cost.newton_iterations, traced_.newton_iterations));
  step.jacobians = static_cast<std::uint16_t>(
      std::min(since(cost.jacobian_evaluations, traced_.jacobian_evaluations), 65535L));
  step.factorisations =
      static_cast<std::uint16_t>(std::min(since(cost.factorizations, traced_.factorizations), 65535L));
  trace_->add(step);
  if (!probe_) return;
  const PhaseScope phase(clock_.get(), Phase::Waiting);  // it is none of the run's
  probe_->step(equations_, step.t, step.longest, stepper_->state(), stepper_->weights());
}

RunProfile Simulator::profile() const {
  RunProfile profile = earlier_profile_;
  profile.max_step = options_.max_step;
  profile.relative_tolerance = options_.relative_tolerance;
  if (clock_) {
    profile.timed = true;
    for (std::size_t k = 0; k < phase_count; ++k)
      profile.seconds[k] += clock_->seconds(static_cast<Phase>(k));
  }
  if (probe_) {
    const auto samples = probe_->samples();
    profile.stiffness.insert(profile.stiffness.end(), samples.begin(), samples.end());
  }
  return profile;
}

}  // namespace sim
