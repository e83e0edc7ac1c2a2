#include "sim_core/simulate/saved_state.h"

#include "sim_core/simulate/failures.h"

namespace sim {

OperatingPoint save_state(const RunParts& run, const CrossingHandler& crossings) {
  OperatingPoint point;
  point.time = run.stepper->time();
  point.next_step = run.stepper->next_step();
  point.solver = run.stepper->memory();
  point.states.assign(run.stepper->state().begin(), run.stepper->state().end());
  if (run.tolerances.grow()) point.largest = run.tolerances.largest();
  point.discrete.assign(run.equations.discrete().begin(), run.equations.discrete().end());
  point.modes.assign(run.equations.modes().begin(), run.equations.modes().end());
  point.captured.assign(run.equations.captured().begin(), run.equations.captured().end());
  point.loop_solutions = run.equations.loop_solutions();
  point.histories = run.histories.save();
  point.relaxed = crossings.relaxed();
  point.consecutive = crossings.consecutive();
  return point;
}

bool state_fits(const RunParts& run, const OperatingPoint& point) {
  return point.states.size() == run.x_inside.size() &&
         point.discrete.size() == run.equations.discrete().size() &&
         point.modes.size() == run.equations.modes().size() &&
         point.captured.size() == run.equations.captured().size() &&
         point.loop_solutions.size() == run.equations.loop_solutions().size() &&
         run.histories.fits(point.histories) &&
         (!run.histories.any() || point.histories.settled_at == point.time);
}

bool restore_state(RunParts& run, CrossingHandler& crossings, const OperatingPoint& point) {
  const double t = point.time;
  run.equations.restore(point.modes, point.discrete, point.captured, point.loop_solutions);
  // Between instants nothing is hit.
  if (run.program->major_step_mode >= 0) run.equations.set_mode(run.program->major_step_mode, false);
  for (const RateInfo& rate : run.program->rates) run.equations.set_mode(rate.mode, false);
  if (run.program->located_mode >= 0) run.equations.set_mode(run.program->located_mode, crossings.any());
  run.histories.restore(point.histories);
  run.hits.resume_after(t);
  crossings.resume(point.relaxed, point.consecutive);
  run.x = point.states;
  bool changed = false;
  if (run.equations.commit() != EvalStatus::Ok) return fail_evaluation(run, KernelKind::Updates, t, run.x);
  if (run.modes.load_event_times(run.snapped_) != EvalStatus::Ok)
    return fail_evaluation(run, KernelKind::EventTimes, t, run.x);
  if (!run.settle_modes(t, run.x, changed)) return false;
  run.cuts_in_step = 0;
  run.fixed_steps = run.grid.first_after(t) - 1;
  run.tolerances.set_largest(point.largest);
  if (!run.restart_solver(t, point.next_step)) return false;
  run.stepper->recall(point.solver);  // another solver than the one that saved it restarts
  return true;
}

}  // namespace sim
