// What a run does because somebody asks for it while it goes on: other parameters, and pauses by itself.
#include <algorithm>
#include <bit>
#include <utility>

#include "sim_core/simulate/simulator.h"

namespace sim {

// The last row with the parameters as they were.
bool Simulator::hand_over() {
  const double t = stepper_->time();
  if ((log_.size() == 0 || log_.time(log_.size() - 1) < t) && !log_point(t, stepper_->state())) return false;
  invariants_before_.resize(program_->invariants.size());
  if (!invariants_before_.empty() &&
      equations_.evaluate(KernelKind::Invariants, t, stepper_->state(), invariants_before_) != EvalStatus::Ok)
    return fail_evaluation(KernelKind::Invariants, t, stepper_->state());
  hands_over_ = true;
  return false;
}

void Simulator::take_over(Simulator& before, std::vector<ParameterChange> changes) {
  taken_over_ = before.operating_point();
  taken_over_->next_step = 0;  // the equations are others
  taken_over_->solver.clear();
  invariants_before_ = std::move(before.invariants_before_);
  statistics_ = std::move(before.statistics_);
  earlier_costs_ = statistics_;
  for (ParameterChange& change : changes) {
    change.time = taken_over_->time;
    statistics_.changes.push_back(std::move(change));
  }
  diagnostics_ = std::move(before.diagnostics_);
  warned_ = std::move(before.warned_);
  kept_ = std::move(before.kept_);
  since_logged_ = before.since_logged_;
  pauses_ = std::move(before.pauses_);
  taps_ = std::move(before.taps_);
  watched_ = std::move(before.watched_);
  board_ = before.board_;
  trace_ = before.trace_;
  earlier_profile_ = before.profile();
  equations_.add_evaluations(before.evaluations());
}

// The instant at which the parameters change: what switches, and is updated, because of that.
bool Simulator::go_on() {
  const OperatingPoint point = *std::exchange(taken_over_, std::nullopt);
  if (!restore(point) || !recapture_changed() || !instant(Logging::Always)) return false;
  return !equations_.derivatives_changed() || restart(stepper_->time(), 0);
}

// Invariants that are otherwise now keep the levels that they have from here on.
bool Simulator::recapture_changed() {
  if (program_->invariants.empty()) return true;
  const double t = stepper_->time();
  std::vector<double> now(program_->invariants.size());
  if (equations_.evaluate(KernelKind::Invariants, t, x_instant_, now) != EvalStatus::Ok)
    return fail_evaluation(KernelKind::Invariants, t, x_instant_);
  std::vector<int> slots;
  for (std::size_t k = 0; k < now.size(); ++k)
    if (const int slot = program_->invariants[k].captured;
        slot >= 0 &&
        std::bit_cast<std::uint64_t>(now[k]) != std::bit_cast<std::uint64_t>(invariants_before_[k]))
      slots.push_back(slot);
  if (slots.empty()) return true;
  if (equations_.capture(t, x_instant_, slots) != EvalStatus::Ok)
    return fail_evaluation(KernelKind::Captures, t, x_instant_);
  projection_.forget();
  return true;
}

PauseConditions::Moment Simulator::moment() {
  const double t = stepper_->time();
  std::span<const double> looked_at;
  if (pauses_.reads_all_signals())
    looked_at = watched_.all(equations_, t, stepper_->state());
  else if (!pauses_.read_signals().empty())
    looked_at = watched_.some(pauses_.read_signals(), equations_, t, stepper_->state());
  return {t, looked_at, statistics_.zero_crossings, statistics_.rejected, crossed_};
}

// Behind a major step.
void Simulator::look_for_pauses() {
  if (auto asked = control_.take_pause_conditions()) pauses_.set(*std::move(asked));
  if (!pauses_.any() || failed_) return;
  if (const auto hits = pauses_.met(moment()); !hits.empty()) control_.pause_for(hits);
}

// Where there is no value, none is shown.
void Simulator::show_watched() {
  if (!board_ || !watched_.any()) return;
  const PhaseScope phase(clock_.get(), Phase::Window);
  const auto values = watched_.all(equations_, stepper_->time(), stepper_->state());
  if (watched_.known()) board_->write(stepper_->time(), values);
}

// Those that are new begin with where the run is, unless that is yet to come.
void Simulator::take_taps() {
  auto asked = control_.take_taps();
  if (!asked) return;
  const auto begun = std::exchange(taps_, *std::move(asked));
  for (const auto& tap : taps_) {
    if (std::find(begun.begin(), begun.end(), tap) != begun.end()) continue;
    tap->stop_when([&control = control_] { return control.stop_requested(); });
    if (log_.size() > 0)
      tap->append(program_, equations_, stepper_->time(), stepper_->state(), options_.most_recorded);
  }
}

// A row of the log, and of what is recorded beside it.
void Simulator::record(double t, std::span<const double> x) {
  if (!append_to_log(t, logged_)) end_recording(t);
  for (const auto& tap : taps_) tap->append(program_, equations_, t, x, options_.most_recorded);
}

bool Simulator::append_to_log(double t, std::span<const double> values) {
  const int before = log_.thinning().times;
  const bool appended = log_.append(t, values);
  if (log_.thinning().times != before)
    for (Kept& kept : kept_) kept.rows = log_.row_behind_thinning(kept.rows);
  return appended;
}

}  // namespace sim
