#include "sim_core/solvers/integrate.h"

#include <algorithm>
#include <cassert>

namespace sim {

SolveResult solve(const OdeProblem& problem, const Method& method, double t0, double t1,
                  std::span<const double> x0, SolveOptions options, const Observer& observer) {
  assert(static_cast<int>(x0.size()) == problem.size);
  if (options.stepper.weights.absolute.empty()) options.stepper.weights.absolute.assign(x0.size(), 1e-6);
  const auto stepper = method.make(problem, options.stepper);
  SolveResult result;

  const EvalStatus started = stepper->restart(t0, x0);
  if (started != EvalStatus::Ok) {
    const auto reason =
        started == EvalStatus::Fatal ? StepFailure::Reason::Fatal : StepFailure::Reason::Recoverable;
    result.failure = {reason, t0, 0, -1};
  }
  const bool on_grid = method.kind == StepKind::Fixed && options.fixed_step > 0;
  bool running = started == EvalStatus::Ok;
  while (running && stepper->time() < t1) {
    const double next = on_grid ? t0 + static_cast<double>(result.steps + 1) * options.fixed_step : t1;
    // A grid that misses t1 by rounding only ends in it.
    const bool last = next >= t1 - 1e-9 * options.fixed_step;
    const StepBounds bounds{.t_limit = last ? t1 : next,
                            .min_step = on_grid ? options.fixed_step : options.min_step};
    const StepOutcome outcome = take_step(problem, *stepper, bounds, options.hook);
    result.rejected += outcome.rejected;
    if (!outcome.ready) {
      result.failure = outcome.failure;
      break;
    }
    stepper->accept();
    ++result.steps;
    if (observer) running = observer(*stepper);
  }
  result.t = stepper->time();
  result.x.assign(stepper->state().begin(), stepper->state().end());
  result.finished = started == EvalStatus::Ok && (!running || result.t >= t1);
  result.statistics = stepper->statistics();
  return result;
}

}  // namespace sim
