#include "sim_core/simulate/step_tracer.h"

#include <algorithm>

namespace sim {

// What bounds a step that ends at `limit`, see step_limit().
StepLimit StepTracer::bound_at(double limit) {
  if (limit == run_.options.stop_time) return StepLimit::StopTime;
  if (run_.fixed_steps_only())
    return !run_.program->time_events.empty() && limit == run_.modes.next_event_time(run_.stepper->time())
               ? StepLimit::Event
               : StepLimit::FixedStep;
  if (limit == run_.hits.next_time()) return StepLimit::SampleHit;
  return limit == run_.modes.next_event_time(run_.stepper->time()) ? StepLimit::Event : StepLimit::Delay;
}

void StepTracer::begin() {
  if (!run_.options.profile || run_.program->state_count == 0 || !run_.options.method->error_control) return;
  const PhaseScope phase(run_.clock.get(), Phase::Waiting);
  probe_ = std::make_unique<StiffnessProbe>(run_.equations, run_.histories.any() ? &run_.histories : nullptr);
}

void StepTracer::describe_trial(const StepOutcome& outcome, double began, double end, double limit) {
  if (!trace_) return;
  step_ = {};
  began_ = began;
  const ErrorNorm error = run_.stepper->trial_error();
  step_.error = static_cast<float>(error.value);
  step_.state = error.worst;
  step_.order = static_cast<std::uint8_t>(run_.stepper->order());
  for (const RejectedTrial& trial : outcome.trials) {
    if (trial.reason == RejectedTrial::Reason::Error) {
      ++step_.rejected_by_error;
      trace_->reject(trial.component);
    } else {
      ++(trial.reason == RejectedTrial::Reason::Projection ? step_.rejected_by_projection
                                                           : step_.rejected_by_evaluation);
    }
  }
  step_.limit = limit_of(!outcome.trials.empty(), began, end, limit);
}

StepLimit StepTracer::limit_of(bool rejected, double began, double end, double limit) {
  // A step of nearly half of what is left is meant to be followed by one like it (see take_step.h).
  constexpr double nearly_half = 0.4, nearly = 0.99;
  const double length = end - began;
  if (run_.fixed_steps_only() || end == limit) return bound_at(limit);
  if (step_.rejected_by_error > 0) return StepLimit::Error;
  if (step_.rejected_by_projection > 0) return StepLimit::Projection;
  if (rejected) return StepLimit::Evaluation;
  if (length >= nearly * run_.options.max_step) return StepLimit::MaxStep;
  return length >= nearly_half * (limit - began) ? bound_at(limit) : StepLimit::Error;
}

// Of a step that its error limits, where the next one may have this length.
StepLimit StepTracer::limit_behind(double next_step) const {
  const bool growing = step_.limit == StepLimit::Error && step_.rejected_by_error == 0 &&
                       std::min(next_step, run_.options.max_step) >= 1.9 * step_.longest;
  return growing ? StepLimit::Growing : step_.limit;
}

void StepTracer::describe_march(const MarchedSteps& march, double limit) {
  if (!trace_) return;
  for (const int component : march.rejected) trace_->reject(component);
  for (const MarchedSteps::Step& step : march.steps) {
    step_ = {};
    step_.t = step.end;
    step_.shortest = step_.longest = step.end - step.begin;
    step_.error = static_cast<float>(step.error.value);
    step_.state = step.error.worst;
    step_.order = static_cast<std::uint8_t>(run_.stepper->order());
    step_.rejected_by_error = static_cast<std::uint16_t>(step.rejected);
    step_.limit = limit_of(step.rejected > 0, step.begin, step.end, limit);
    step_.limit = limit_behind(step.next);
    trace_->add(step_);
  }
}

void StepTracer::end_step(double t, int crossed_block) {
  if (!trace_) return;
  step_.t = t;
  step_.shortest = step_.longest = step_.t - began_;
  step_.block = crossed_block;
  step_.projection = static_cast<float>(run_.projection.active() ? run_.projection.perturbation() : 0);
  if (crossed_block >= 0)
    step_.limit = StepLimit::Crossing;
  else
    step_.limit = limit_behind(run_.stepper->next_step());
  const StepperStatistics& cost = run_.stepper->statistics();
  const auto since = [](long now, long& before) {
    const long more = now - before;
    before = now;
    return more;
  };
  step_.newton_iterations =
      static_cast<std::uint32_t>(since(cost.newton_iterations, traced_.newton_iterations));
  step_.jacobians = static_cast<std::uint16_t>(
      std::min(since(cost.jacobian_evaluations, traced_.jacobian_evaluations), 65535L));
  step_.factorizations =
      static_cast<std::uint16_t>(std::min(since(cost.factorizations, traced_.factorizations), 65535L));
  trace_->add(step_);
  if (!probe_) return;
  const PhaseScope phase(run_.clock.get(), Phase::Waiting);  // it is none of the run's
  probe_->step(run_.equations, step_.t, step_.longest, run_.stepper->state(), run_.stepper->weights());
}

void StepTracer::add_costs(RunProfile& profile) const {
  if (run_.clock) {
    profile.timed = true;
    for (std::size_t k = 0; k < phase_count; ++k)
      profile.seconds[k] += run_.clock->seconds(static_cast<Phase>(k));
  }
  if (!probe_) return;
  const auto samples = probe_->samples();
  profile.stiffness.insert(profile.stiffness.end(), samples.begin(), samples.end());
}

}  // namespace sim
