#include "sim_core/simulate/trial_steps.h"

#include "sim_core/base/told_number.h"
#include "sim_core/simulate/step_failures.h"

namespace sim {

TrialSteps::TrialSteps(RunParts& run) : run_(run), locates_at_all_(locates()) {
  if (run_.projection.active())
    hook_ = [&run](Stepper& stepper) {
      const PhaseScope phase(run.clock.get(), Phase::Projection);
      return run.projection.project(stepper);
    };
  followed_ = followed_branches(*run_.program, locates_at_all_);
  if (locates_at_all_ && run_.fixed_steps_only()) {
    all_followed_ = followed_branches(*run_.program, false);
    run_.equations.follow(followed_);
  } else {
    run_.equations.always_follow(followed_);
  }
  if (run_.program->located_mode >= 0) run_.equations.set_mode(run_.program->located_mode, locates_at_all_);
}

bool TrialSteps::locates() const {
  return !run_.fixed_steps_only() || run_.cuts_in_step < run_.options.crossings_per_fixed_step;
}

bool TrialSteps::take(double limit) {
  {
    const PhaseScope phase(run_.clock.get(), Phase::Solver);
    run_.equations.follow(locates_at_all_ && !locates() ? all_followed_ : followed_);
    const double least = run_.fixed_steps_only() ? run_.options.fixed_step : run_.options.min_step;
    take_step(run_.problem, *run_.stepper, {limit, least}, hook_, outcome_);
  }
  run_.statistics.rejected += static_cast<std::uint64_t>(outcome_.rejected);
  if (outcome_.ready)
    min_steps_ = 0;
  else if (!accepts_against_tolerance(outcome_.failure))
    return fail_step(run_, outcome_.failure);
  return true;
}

// The tolerance wants a shorter step than the shortest that the user allows: the trial stands as it is.
bool TrialSteps::accepts_against_tolerance(const StepFailure& failure) {
  if (failure.reason != StepFailure::Reason::TooSmall || run_.options.min_step == 0) return false;
  if (++min_steps_ <= run_.options.max_consecutive_min_steps) return true;
  if (run_.options.min_step_violation == Policy::Error) return false;
  if (run_.options.min_step_violation == Policy::Warning)
    run_.reporter.warn_once(
        "min step", run_.reporter.block_of_state(failure.component),
        too_small(run_, failure) + ", " + std::to_string(min_steps_) +
            " times in a row; the run goes on with this step, here with an effective tolerance of " +
            told(run_.options.relative_tolerance * run_.stepper->trial_error().value),
        "allow a smaller minimum step, or loosen the tolerances");
  return true;
}

}  // namespace sim
