// What a run does because somebody asks for it while it goes on: pauses, steps back, other parameters.
#include <algorithm>
#include <bit>
#include <utility>

#include "sim_core/base/work.h"
#include "sim_core/simulate/failures.h"
#include "sim_core/simulate/simulator.h"

namespace sim {

// Before every major step. False: the run is over.
bool Simulator::handle_requests() {
  // A run inside of other work, such as a search for parameters, stops with it.
  if (const Work* work = Work::current(); work && work->stop_requested()) run_.control.request_stop();
  step_back_.keep();
  for (;;) {
    if (run_.control.stop_requested()) return false;
    const PhaseScope phase(run_.clock.get(), Phase::Waiting);
    const auto show_where = [this] {
      observers_.show_watched();
      if (when_paused_) when_paused_();
    };
    switch (run_.control.next_command(show_where)) {
      case RunControl::Command::Go:
        return !run_.control.stop_requested();
      case RunControl::Command::Tune:
        return hand_over();
      case RunControl::Command::Back: {
        const bool restored = step_back();
        run_.control.stepped_back();
        if (!restored) return false;
      }
    }
  }
}

// To the end of the major step before the last one: to the latest point kept from there or before, and from
// it forward again over the same steps. Where no such point is kept, nothing happens; where a parameter has
// been changed since, the same steps can no longer be taken, and the run stays at that point.
bool Simulator::step_back() {
  const RunStatistics& now = run_.statistics;
  const std::uint64_t wanted = now.steps > 0 ? now.steps - 1 : 0;
  const StepBack::Result result = step_back_.go_back(run_.stepper->time(), wanted);
  if (result != StepBack::Result::Restored) return result == StepBack::Result::Nowhere;
  const double from = run_.stepper->time();
  energy_.go_back(from, run_.stepper->state());
  const bool same = std::ranges::none_of(now.changes, [&](const auto& c) { return c.time >= from; });
  while (same && now.steps < wanted && !run_.control.stop_requested())
    if (!major_step()) return false;
  publish();
  observers_.look_again();
  return true;
}

// The last row with the parameters as they were.
bool Simulator::hand_over() {
  const double t = run_.stepper->time();
  const auto x = run_.stepper->state();
  const SignalLog& log = recorder_.log();
  if ((log.size() == 0 || log.time(log.size() - 1) < t) && !recorder_.log_point(t, x)) return false;
  invariants_before_.resize(run_.program->invariants.size());
  if (!invariants_before_.empty() &&
      run_.equations.evaluate(KernelKind::Invariants, t, x, invariants_before_) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Invariants, t, x);
  hands_over_ = true;
  return false;
}

void Simulator::take_over(Simulator& before, std::vector<ParameterChange> changes) {
  taken_over_ = before.operating_point();
  taken_over_->next_step = 0;  // the equations are others
  taken_over_->solver.clear();
  invariants_before_ = std::move(before.invariants_before_);
  run_.statistics = std::move(before.run_.statistics);
  earlier_costs_ = run_.statistics;
  for (ParameterChange& change : changes) {
    change.time = taken_over_->time;
    run_.statistics.changes.push_back(std::move(change));
  }
  run_.reporter.take_over(before.run_.reporter);
  step_back_.take_over(before.step_back_);
  recorder_.take_over(before.recorder_);
  observers_.take_over(before.observers_);
  tracer_.write_to(before.tracer_.trace());
  earlier_profile_ = before.profile();
  run_.equations.add_evaluations(before.evaluations());
}

// The instant at which the parameters change: what switches, and is updated, because of that.
bool Simulator::go_on() {
  const OperatingPoint point = *std::exchange(taken_over_, std::nullopt);
  if (!restore_state(run_, crossings_, point) || !recapture_changed()) return false;
  if (!instant_.take(Instant::Logging::Start)) return false;
  return !run_.equations.derivatives_changed() || run_.restart_solver(run_.stepper->time(), 0);
}

// Invariants that are otherwise now keep the levels that they have from here on.
bool Simulator::recapture_changed() {
  if (run_.program->invariants.empty()) return true;
  const double t = run_.stepper->time();
  std::vector<double> now(run_.program->invariants.size());
  if (run_.equations.evaluate(KernelKind::Invariants, t, run_.x, now) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Invariants, t, run_.x);
  std::vector<int> slots;
  for (std::size_t k = 0; k < now.size(); ++k)
    if (const int slot = run_.program->invariants[k].captured;
        slot >= 0 &&
        std::bit_cast<std::uint64_t>(now[k]) != std::bit_cast<std::uint64_t>(invariants_before_[k]))
      slots.push_back(slot);
  if (slots.empty()) return true;
  if (run_.equations.capture(t, run_.x, slots) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Captures, t, run_.x);
  run_.projection.forget();
  return true;
}

}  // namespace sim
