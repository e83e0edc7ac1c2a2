// The state of a run as a value: to go on from it in another run, or to step back to it in this one.
#include <algorithm>
#include <cmath>

#include "sim_core/simulate/simulator.h"

namespace sim {

OperatingPoint Simulator::operating_point() const {
  OperatingPoint point;
  point.time = stepper_->time();
  point.next_step = stepper_->next_step();
  point.solver = stepper_->memory();
  point.states.assign(stepper_->state().begin(), stepper_->state().end());
  if (tolerances_.grow()) point.largest = tolerances_.largest();
  point.discrete.assign(equations_.discrete().begin(), equations_.discrete().end());
  point.modes.assign(equations_.modes().begin(), equations_.modes().end());
  point.captured.assign(equations_.captured().begin(), equations_.captured().end());
  point.loop_solutions = equations_.loop_solutions();
  point.histories = histories_.save();
  point.relaxed = relaxed_;
  return point;
}

bool Simulator::fits(const OperatingPoint& point) const {
  return point.states.size() == x_work_.size() && point.discrete.size() == equations_.discrete().size() &&
         point.modes.size() == equations_.modes().size() &&
         point.captured.size() == equations_.captured().size() &&
         point.loop_solutions.size() == equations_.loop_solutions().size() &&
         histories_.fits(point.histories) && (!histories_.any() || point.histories.settled_at == point.time);
}

bool Simulator::start_from(const OperatingPoint& point) {
  if (!fits(point))
    return fail(-1, "the operating point belongs to another model, or to another solver",
                "start from one that this model gave, with the solver it has now");
  if (point.time < options_.start_time)
    return fail(-1, "the operating point is before the start time", "make the start time smaller");
  if (!(point.time < options_.stop_time))
    return fail(-1, "the operating point is not before the stop time", "make the stop time larger");
  options_.start_time = statistics_.start_time = point.time;
  return restore(point) && log_point(point.time, x_instant_);
}

bool Simulator::restore(const OperatingPoint& point) {
  const double t = point.time;
  equations_.restore(point.modes, point.discrete, point.captured, point.loop_solutions);
  // Between instants nothing is hit.
  if (program_->major_step_mode >= 0) equations_.set_mode(program_->major_step_mode, false);
  for (const RateInfo& rate : program_->rates) equations_.set_mode(rate.mode, false);
  if (program_->located_mode >= 0) equations_.set_mode(program_->located_mode, !located_.empty());
  histories_.restore(point.histories);
  hits_.resume_after(t);
  // A solver with other crossings to look for begins to relax anew.
  if (point.relaxed.size() == relaxed_.size())
    for (std::size_t k = 0; k < relaxed_.size(); ++k) relax(k, point.relaxed[k]);
  x_instant_ = point.states;
  bool changed = false;
  if (equations_.commit() != EvalStatus::Ok) return fail_evaluation(KernelKind::Updates, t, x_instant_);
  if (modes_.load_event_times(snapped_) != EvalStatus::Ok)
    return fail_evaluation(KernelKind::EventTimes, t, x_instant_);
  if (!settle_modes(t, x_instant_, changed)) return false;
  last_crossing_ = -std::numeric_limits<double>::infinity();
  consecutive_ = 0;
  consecutive_functions_.clear();
  crossings_in_step_ = 0;
  fixed_steps_ = grid_.first_after(t) - 1;
  tolerances_.set_largest(point.largest);
  if (!restart(t, point.next_step)) return false;
  stepper_->recall(point.solver);  // another solver than the one that saved it starts anew
  return true;
}

// Before every major step: what is asked of the run, and its pace. False: it is over.
bool Simulator::obey() {
  keep_point();
  for (;;) {
    if (control_.stop_requested()) return false;
    const PhaseScope phase(clock_.get(), Phase::Waiting);
    const auto show_where = [this] {
      show_watched();
      if (when_paused_) when_paused_();
    };
    switch (control_.next_command(show_where)) {
      case RunControl::Command::Go:
        return !control_.stop_requested();
      case RunControl::Command::Tune:
        return hand_over();
      case RunControl::Command::Back: {
        const bool restored = step_back();
        control_.stepped_back();
        if (!restored) return false;
      }
    }
  }
}

void Simulator::keep_point() {
  const auto [count, interval] = control_.kept_points();
  if (count == 0 || statistics_.steps % interval != 0) return;
  if (!kept_.empty() && kept_.back().point.time >= stepper_->time()) return;
  if (kept_.size() > count) kept_.erase(kept_.begin());
  kept_.push_back({operating_point(), log_.size(), since_logged_, statistics_.mark(),
                   trace_ ? trace_->totals() : StepTotals()});
}

// To the end of the major step before the last one: to the latest point kept from there or before, and from
// it forward again over the same steps. Where no such point is kept, nothing happens; where a parameter has
// been changed since, the same steps can no longer be taken, and the run stays at that point.
bool Simulator::step_back() {
  const double now = stepper_->time();
  const std::uint64_t wanted = statistics_.steps > 0 ? statistics_.steps - 1 : 0;
  while (!kept_.empty() && (kept_.back().statistics.counts.steps > wanted || kept_.back().point.time >= now))
    kept_.pop_back();
  if (kept_.empty()) {
    keep_point();
    return true;
  }
  const double from = kept_.back().point.time;
  if (!go_back_to(kept_.back())) return false;
  const bool same = std::ranges::none_of(statistics_.changes, [&](const auto& c) { return c.time >= from; });
  while (same && statistics_.steps < wanted && !control_.stop_requested())
    if (!major_step()) return false;
  publish();
  if (pauses_.any()) pauses_.look_again(moment());
  return true;
}

bool Simulator::go_back_to(const Kept& kept) {
  if (!restore(kept.point)) return false;
  log_.truncate(kept.rows);
  log_full_ = false;
  for (const auto& tap : taps_) tap->go_back_to(kept.point.time);
  if (trace_) trace_->go_back_to(kept.point.time, kept.totals);
  since_logged_ = kept.since_logged;
  // What was changed stays so: only the states go back.
  statistics_.go_back_to(kept.statistics);
  return true;
}

}  // namespace sim
