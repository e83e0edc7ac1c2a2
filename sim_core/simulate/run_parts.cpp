#include "sim_core/simulate/run_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/base/told_number.h"
#include "sim_core/simulate/failures.h"
#include "sim_core/simulate/step_failures.h"
#include "sim_core/simulate/step_watcher.h"

namespace sim {

RunParts::RunParts(std::shared_ptr<const Program> the_program, const RunOptions& the_options,
                   RunControl& the_control)
    : program(std::move(the_program)),
      options(the_options),
      control(the_control),
      reporter(program, control),
      clock(options.profile ? std::make_unique<PhaseClock>() : nullptr),
      watcher(WatchSteps::current()),
      equations(program, options.backend),
      modes(equations),
      updates(equations),
      hits(program->rates, options.start_time),
      hybrid(updates.any() || !program->rates.empty() || program->major_step_mode >= 0),
      grid(options.fixed_step > 0 ? options.fixed_step : 1, options.start_time),
      snapped_([this](double t) { return snapped(t); }),
      histories(equations, options, snapped_),
      projection(equations, options),
      tolerances(*program, options) {
  // The control, not the run: watched signals outlive it where another takes over (Simulator::take_over).
  const auto stop = [&control = control] { return control.stop_requested(); };
  equations.measure_with(clock.get());
  problem = equations.problem(stop);
  equations.stop_when(stop);
  x_inside.resize(static_cast<std::size_t>(problem.size));
  stepper = options.method->make(problem, stepper_options());
  options.stop_time = snapped(options.stop_time);
  for (double& t : options.output_times) t = snapped(t);
}

StepperOptions RunParts::stepper_options() {
  StepperOptions stepping;
  stepping.weights = ErrorWeights(options.relative_tolerance, tolerances.initial());
  if (options.method->kind == StepKind::Variable) stepping.max_step = options.max_step;
  stepping.initial_step = options.initial_step;
  stepping.jacobian = options.jacobian;
  stepping.max_order = options.max_order;
  stepping.backward_differences = options.backward_differences;
  stepping.renew_at_restart = options.renew_jacobian;
  stepping.extrapolation_order = options.extrapolation_order;
  stepping.newton_iterations = options.newton_iterations;
  stepping.preserve_shape = options.preserve_shape;
  stepping.report = [this](double t, std::string_view message) {
    statistics.solver_choices.push_back("t = " + told_time(t) + ": " + std::string(message));
  };
  if (program->state_count == 0 && stepping.initial_step == 0) stepping.initial_step = options.max_step;
  stepping.report_unsolved = [this](const UnsolvedStep& step) { warn_unsolved(*this, step); };
  return stepping;
}

double RunParts::snapped(double t) const {
  if (!std::isfinite(t)) return t;
  if (fixed_steps_only())
    if (const auto step = grid.first_at_or_after(t); grid.is_hit(t, step)) return grid.time(step);
  return hits.snapped(t);
}

EvalStatus RunParts::interpolate(double t) {
  const EvalStatus status = stepper->interpolate(t, x_inside);
  if (status == EvalStatus::Ok && projection.active()) projection.project_inside(t, x_inside);
  return status;
}

bool RunParts::restart_solver(double t, double first_step) {
  const PhaseScope phase(clock.get(), Phase::Solver);
  if (equations.branch_changed()) stepper->forget_jacobian();
  equations.forget_changes();
  projection.forget();
  tolerances.follow(x, stepper->weights());
  if (stepper->restart(t, x, first_step) == EvalStatus::Ok) return true;
  return fail_evaluation(*this, KernelKind::Derivatives, t, x);
}

bool RunParts::settle_modes(double t, std::span<const double> states, bool& changed) {
  const ModeKeeper::Outcome outcome = modes.settle(t, states);
  changed = outcome.changed;
  if (outcome.status != EvalStatus::Ok) return fail_evaluation(*this, KernelKind::Crossings, t, states);
  return outcome.unsettled_block < 0 || fail_unsettled(*this, outcome, t);
}

void RunParts::mark_hits(bool on, std::span<const int> rates) {
  if (program->major_step_mode >= 0) equations.set_mode(program->major_step_mode, on);
  for (int rate : rates) equations.set_mode(program->rates[static_cast<std::size_t>(rate)].mode, on);
}

bool RunParts::set_hits(bool on, std::span<const int> rates) {
  mark_hits(on, rates);
  if (equations.commit() == EvalStatus::Ok) return true;
  return fail_evaluation(*this, KernelKind::Updates, stepper->time(), stepper->state());
}

}  // namespace sim
