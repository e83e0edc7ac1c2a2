// How a run begins: from its initial conditions, or from an operating point.
#include <algorithm>
#include <cmath>

#include "sim_core/base/told_number.h"
#include "sim_core/simulate/failures.h"
#include "sim_core/simulate/projection_report.h"
#include "sim_core/simulate/simulator.h"
#include "sim_core/simulate/step_watcher.h"

namespace sim {

// States and slots, then modes, then captured values, which modes may depend on in turn.
bool Simulator::initialize() {
  const double t = run_.options.start_time;
  if (auto refusal = run_.projection.refusal()) {
    run_.reporter.fail(std::move(*refusal));
    return false;
  }
  std::vector<double> x(static_cast<std::size_t>(run_.problem.size), 0.0), dx(x.size());
  const std::vector<int> due = run_.hits.due_at(t);
  if (run_.histories.prepare(t) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::BeforeStart, t, x);
  run_.mark_hits(true, due);  // nothing is computed with them before the first values are there
  if (!settle_start(t, x)) return false;
  if (run_.equations.capture(t, x) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Captures, t, x);
  if (!settle_start(t, x) || !assemble(t, x)) return false;
  if (run_.watcher) run_.watcher->begin(run_, t, x);
  if (!run_.set_hits(false, due)) return false;
  for (int i = 0; i < run_.program->state_count; ++i)
    if (const double value = x[static_cast<std::size_t>(i)]; !std::isfinite(value))
      return run_.reporter.fail(run_.reporter.block_of_state(i),
                                "the initial value of " + run_.program->state_name(i) + " is " + told(value),
                                "give a finite initial condition");
  const EvalStatus status = run_.equations.derivatives(t, x, dx);
  if (status != EvalStatus::Ok ||
      !std::all_of(dx.begin(), dx.end(), [](double v) { return std::isfinite(v); }))
    return fail_evaluation(run_, KernelKind::Derivatives, t, x);
  run_.tolerances.follow(x, run_.stepper->weights());
  if (run_.stepper->restart(t, x) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Derivatives, t, x);
  run_.equations.forget_changes();
  check_invariants(run_, t, x);
  if (!instant_.take(Instant::Logging::Start)) return false;
  if (run_.watcher) run_.watcher->settled(run_, t, run_.x);
  return !run_.equations.derivatives_changed() || run_.restart_solver(t, 0);
}

// Initial values may depend on modes, and modes on them; and what is primed on both.
bool Simulator::settle_start(double t, std::span<double> x) {
  bool changed = true, primed = true;
  for (int round = 0; (changed || primed) && round <= 2 * run_.program->mode_count + 2; ++round) {
    if (run_.updates.initialize(t, x) != EvalStatus::Ok) {
      const bool of_state = run_.equations.non_finite(KernelKind::InitialState, t, x).block >= 0;
      return fail_evaluation(run_, of_state ? KernelKind::InitialState : KernelKind::Updates, t, x);
    }
    if (run_.modes.load_event_times(run_.snapped_) != EvalStatus::Ok)
      return fail_evaluation(run_, KernelKind::EventTimes, t, x);
    if (!run_.settle_modes(t, x, changed)) return false;
    if (run_.updates.prime(t, x, primed) != EvalStatus::Ok)
      return fail_evaluation(run_, KernelKind::Updates, t, x);
  }
  return true;
}

// Positions of bodies are guessed; modes and captured values are those of where they are.
bool Simulator::assemble(double t, std::span<double> x) {
  if (run_.program->joint_projections.empty()) return true;
  if (const auto misfit = run_.projection.assemble(t, x))
    return run_.reporter.fail(misfit->block, misfit->text,
                              "give initial positions nearer to where the bodies fit, or other lengths");
  if (const auto found = run_.projection.singular(t, x)) {
    run_.reporter.warn_once("singular position", found->block, found->text, "start the mechanism elsewhere");
    singular_.begin();
  }
  bool changed = false;
  if (!run_.settle_modes(t, x, changed)) return false;
  return run_.equations.capture(t, x) == EvalStatus::Ok || fail_evaluation(run_, KernelKind::Captures, t, x);
}

bool Simulator::start_from(const OperatingPoint& point) {
  const auto refuse = [this](const char* message, const char* remedy) {
    return run_.reporter.fail(-1, message, remedy);
  };
  if (!state_fits(run_, point))
    return refuse("the operating point belongs to another model, or to another solver",
                  "start from one that this model gave, with the solver it has now");
  if (point.time < run_.options.start_time)
    return refuse("the operating point is before the start time", "make the start time smaller");
  if (!(point.time < run_.options.stop_time))
    return refuse("the operating point is not before the stop time", "make the stop time larger");
  run_.options.start_time = run_.statistics.start_time = point.time;
  return restore_state(run_, crossings_, point) && recorder_.log_point(point.time, run_.x);
}

// RelTol and AbsTol are also what a projection is measured in.
void Simulator::note_idle_settings() {
  for (const IdleSetting& setting : run_.options.idle_settings) {
    if (run_.projection.active() && (setting.name == "RelTol" || setting.name == "AbsTol")) continue;
    run_.reporter.note("the setting " + setting.name + " has no meaning: " + setting.reason, setting.remedy);
  }
}

}  // namespace sim
