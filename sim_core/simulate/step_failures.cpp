#include "sim_core/simulate/step_failures.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/simulate/failures.h"
#include "sim_core/simulate/non_finite_text.h"

namespace sim {

static std::string remedy_for_undefined(const RunParts& run) {
  const bool fixed = run.fixed_steps_only();
  return std::string(
             "the solution leaves the range where the equations are defined; limit what the block reads") +
         (fixed ? ", use a shorter FixedStep, or a variable-step solver" : "");
}

static std::string remedy_for_lost_states(const RunParts& run) {
  const std::string cause = "the solution diverges or is not defined there; ";
  if (run.fixed_steps_only()) return cause + "use a shorter FixedStep or a variable-step solver";
  if (!run.options.method->error_control)
    return cause + "use a shorter MaxStep or a solver with error control";
  if (run.options.min_step > 0) return cause + "allow a smaller minimum step, or check the equations";
  return cause + "check the equations, or use a smaller MaxStep";
}

std::string too_small(const RunParts& run, const StepFailure& failure) {
  const bool known = failure.component >= 0 && run.program->state_count > 0;
  return "no step of at least " + told(failure.h) + " s keeps the error of " +
         (known ? run.program->state_name(failure.component) : "the states") +
         " within the tolerance at t = " + told_time(failure.t);
}

// Where a fixed step has led to, nobody has looked yet.
static bool fail_behind_step(RunParts& run, const StepFailure& failure) {
  const auto x = run.stepper->state();
  const NonFinite found = run.fixed_steps_only() && failure.t > run.options.start_time &&
                                  run.equations.failing_loop(KernelKind::Derivatives, failure.t, x) == nullptr
                              ? run.equations.non_finite(KernelKind::Derivatives, failure.t, x)
                              : NonFinite();
  if (found.block < 0) return fail_evaluation(run, KernelKind::Derivatives, failure.t, x);
  return run.reporter.fail(found.block,
                           "it gives " + told(found.value) + " at t = " + told_time(failure.t) +
                               ", where a step of " + told(run.options.fixed_step) + " s has led" + by(found),
                           remedy_for_undefined(run));
}

// The step is tried once more, to see which block is the first to give no number on the way.
static bool fail_undefined(RunParts& run, const StepFailure& failure) {
  NonFinite found;
  double at = failure.t;
  OdeProblem::Rhs rhs = std::move(run.problem.rhs);
  const auto machine_code = std::exchange(run.problem.machine_code, {});
  run.problem.rhs = [&](double t, std::span<const double> x, std::span<double> dx) {
    const EvalStatus status = rhs(t, x, dx);
    if (found.block >= 0 || status != EvalStatus::Ok ||
        std::all_of(dx.begin(), dx.end(), [](double v) { return std::isfinite(v); }))
      return status;
    found = run.equations.non_finite(KernelKind::Derivatives, t, x);
    at = t;
    return status;
  };
  run.stepper->attempt(failure.t + failure.h);
  run.problem.rhs = std::move(rhs);
  run.problem.machine_code = machine_code;
  const bool fixed = run.fixed_steps_only();
  const std::string step = "a step of " + told(failure.h) + " s from t = " + told_time(failure.t);
  const std::string remedy = remedy_for_undefined(run);
  if (found.block >= 0)
    return run.reporter.fail(found.block,
                             "it gives " + told(found.value) + " at t = " + told_time(at) + " within " +
                                 step + (fixed ? "" : ", and shorter steps do no better") + by(found),
                             remedy);
  if (run.equations.failed_block() < 0 && run.options.method->implicit)
    return run.reporter.fail(-1, "the equations of " + step + " cannot be solved",
                             remedy_for_lost_states(run));
  return run.reporter.fail(run.equations.failed_block(), "it cannot be evaluated within " + step, remedy);
}

bool fail_step(RunParts& run, const StepFailure& failure) {
  if (failure.reason == StepFailure::Reason::Stopped) return false;
  const auto x = run.stepper->state();
  const LoopFailure* last = run.equations.last_failed_loop();
  const LoopFailure loop = last ? *last : LoopFailure{};
  std::vector<double> dx(x.size());
  const bool defined = run.equations.derivatives(failure.t, x, dx) == EvalStatus::Ok &&
                       std::all_of(dx.begin(), dx.end(), [](double v) { return std::isfinite(v); });
  const std::string when = "at t = " + told_time(failure.t);
  if (defined && run.projection.failed_block() >= 0 && failure.reason != StepFailure::Reason::TooSmall)
    return run.reporter.fail(
        run.projection.failed_block(),
        "the projection cannot be evaluated beyond t = " + told_time(failure.t),
        "see the block's documentation; check what its expression divides by or takes the logarithm of");
  if (!defined || failure.reason == StepFailure::Reason::Fatal) return fail_behind_step(run, failure);
  if (failure.reason == StepFailure::Reason::Recoverable) {
    if (loop.loop >= 0 && loop.finite_inputs) return fail_loop(run, loop, failure.t);
    return fail_undefined(run, failure);
  }
  if (!std::isfinite(run.stepper->trial_error().value)) return fail_undefined(run, failure);
  if (const auto found = run.projection.singular(failure.t, x))
    return run.reporter.fail(found->block, found->text + " (" + when + ")",
                             "keep the mechanism away from it, or let something else drive it");
  return run.reporter.fail(
      run.reporter.block_of_state(failure.component), too_small(run, failure),
      std::string("the solution may have a singularity or a jump there; loosen the tolerances") +
          (run.options.min_step > 0 ? ", or allow a smaller minimum step" : ""));
}

bool check_states(RunParts& run) {
  const auto x = run.stepper->state();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isfinite(x[i])) continue;
    const NonFinite found = run.equations.non_finite(KernelKind::Derivatives, run.stepper->time(), x);
    return run.reporter.fail(found.block < 0 ? run.reporter.block_of_state(static_cast<int>(i)) : found.block,
                             "the state " + run.program->state_name(static_cast<int>(i)) + " became " +
                                 told(x[i]) + " at t = " + told_time(run.stepper->time()) + by(found),
                             remedy_for_lost_states(run));
  }
  return true;
}

// Where the corrections grow, more of them only make it worse.
void warn_unsolved(RunParts& run, const UnsolvedStep& step) {
  const bool known = step.component >= 0 && run.program->state_count > 0;
  const int count = run.options.newton_iterations;
  const std::string shorter =
      std::string("use a shorter ") + (run.fixed_steps_only() ? "FixedStep" : "MaxStep");
  run.reporter.warn_once(
      "unsolved", known ? run.reporter.block_of_state(step.component) : -1,
      "the step of " + told(step.h) + " s from t = " + told_time(step.t) + " is not solved by " +
          std::to_string(count) + (count == 1 ? " Newton iteration" : " Newton iterations") +
          ": corrections of " + (known ? run.program->state_name(step.component) : "the states") +
          " do not get small, " + told(step.first) + " and then " + told(step.second) +
          "; the results may be far off from there on",
      std::fabs(step.second) < std::fabs(step.first) ? shorter + ", or more NumberNewtonIterations"
                                                     : shorter + ": more iterations would diverge");
}

}  // namespace sim
