// What happens at one instant, once the states there are known: the end of a major step.
#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/simulate/simulator.h"

namespace sim {

// The step has ended: what follows a signal takes its left limit, before anything switches.
bool Simulator::arrive() {
  const PhaseScope phase(clock_.get(), Phase::Instants);
  const double t = stepper_->time();
  if (histories_.accepted(*stepper_) != EvalStatus::Ok)
    return fail_evaluation(KernelKind::Recorded, t, stepper_->state());
  if (updates_.latch(t, stepper_->state()) != EvalStatus::Ok)
    return fail_evaluation(KernelKind::Latches, t, stepper_->state());
  equations_.forget_changes();
  if (projection_.show_sizes() != EvalStatus::Ok)
    return fail_evaluation(KernelKind::Updates, t, stepper_->state());
  if (histories_.arrive(t)) equations_.note_derivatives_changed();
  return true;
}

// Outputs are computed with the rates that are due, then all updates from these outputs. Where that switches
// a mode or resets a state, a major step of length zero follows. Leaves the states in x_instant_.
bool Simulator::instant(Logging logging) {
  const PhaseScope phase(clock_.get(), Phase::Instants);
  const double t = stepper_->time();
  x_instant_.assign(stepper_->state().begin(), stepper_->state().end());
  tolerances_.follow(x_instant_, stepper_->weights());
  record_time_events(t);
  std::vector<int> due;
  bool again = true;
  int block = -1;
  for (std::int64_t round = 0; again; ++round) {
    if (round > options_.max_consecutive_crossings)
      return fail(block,
                  std::to_string(round) + " events follow one another at the instant t = " + to_text(t),
                  "each brings about the next: put a delay or hysteresis between them");
    if (control_.stop_requested() && round > 0) return fail(block, "stopped", "");
    if (round == 0) {
      due = hits_.take(t);
      record_hits(t, due);
    }
    if (hybrid_ && !set_hits(true, due)) return false;
    bool changed = false;
    if (!settle_modes(t, x_instant_, changed)) return false;
    if (projection_.recaptures() && projection_.recapture(t, x_instant_) != EvalStatus::Ok)
      return fail_evaluation(KernelKind::Captures, t, x_instant_);
    if (!outputs(t, round > 0, logging)) return false;
    again = false;
    if (hybrid_ && (!update(t, again, block) || !set_hits(false, due))) return false;
    due.clear();
    if (!hybrid_ || ended_by_model_) break;
    if (program_->event_times_move && modes_.load_event_times(snapped_) != EvalStatus::Ok)
      return fail_evaluation(KernelKind::EventTimes, t, x_instant_);
    const ModeKeeper::Outcome settled = modes_.settle(t, x_instant_);
    if (settled.status != EvalStatus::Ok || settled.unsettled_block >= 0)
      return settle_modes(t, x_instant_, changed);
    if (settled.changed) again = true, block = settled.changed_block;
  }
  warn_of_undefined_comparisons(t);
  return check_unknown_rates(t) && settle_histories(t);
}

// What is recorded from here on, now that nothing changes any more.
bool Simulator::settle_histories(double t) {
  if (histories_.settled(t, x_instant_, equations_.derivatives_changed()) != EvalStatus::Ok)
    return fail_evaluation(KernelKind::Recorded, t, x_instant_);
  for (Diagnostic& d : histories_.take_messages()) {
    failed_ = failed_ || d.severity == Severity::Error;
    diagnostics_.push_back(std::move(d));
  }
  return !failed_;
}

bool Simulator::outputs(double t, int round, Logging logging) {
  const bool row = round > 0 || logging == Logging::Always || t >= options_.stop_time ||
                   ++since_logged_ % static_cast<std::uint64_t>(options_.decimation) == 0 ||
                   (options_.output != RunOptions::Output::Steps && is_output_time(t));
  if (row && !log_point(t, x_instant_)) return false;
  has_left_ = false;
  return program_->checks.empty() || run_checks(t);
}

bool Simulator::update(double t, bool& again, int& block) {
  if (!program_->jumps.empty() && !record_jumps(t)) return false;
  const DiscreteUpdates::Outcome outcome = updates_.update(t, x_instant_);
  if (outcome.status != EvalStatus::Ok) return fail_evaluation(KernelKind::Updates, t, x_instant_);
  if (!outcome.states_reset) return true;
  equations_.note_derivatives_changed();
  again = true;
  block = outcome.reset_block;
  return true;
}

// Makes the modes of these rates, and that of major steps, 1 or 0.
bool Simulator::set_hits(bool on, std::span<const int> rates) {
  if (program_->major_step_mode >= 0) equations_.set_mode(program_->major_step_mode, on);
  for (int rate : rates) equations_.set_mode(program_->rates[static_cast<std::size_t>(rate)].mode, on);
  if (equations_.commit() == EvalStatus::Ok) return true;
  return fail_evaluation(KernelKind::Updates, stepper_->time(), stepper_->state());
}

bool Simulator::run_checks(double t) {
  if (equations_.evaluate(KernelKind::Checks, t, x_instant_, checks_) != EvalStatus::Ok)
    return fail_evaluation(KernelKind::Checks, t, x_instant_);
  for (std::size_t k = 0; k < checks_.size(); ++k) {
    if (checks_[k] == 0) continue;
    const CheckInfo& check = program_->checks[k];
    const std::string message = check.message + " at t = " + to_text(t);
    if (check.action == CheckAction::Stop) {
      if (!ended_by_model_) ended_by_ = path_of(check.block);
      ended_by_model_ = true;
    } else if (check.action == CheckAction::Error) {
      return fail(check.block, message, "");
    } else {
      // What is wrong with one element, or one copy, is wrong with all.
      warn_once(std::to_string(to_number(program_->blocks[static_cast<std::size_t>(check.block)].id)) +
                    check.message,
                check.block, message, "");
    }
  }
  return true;
}

// What the updates are about to bring about.
bool Simulator::record_jumps(double t) {
  constexpr double least_impulse = 1e-14;  // what rounding makes of none
  jumps_.resize(static_cast<std::size_t>(program_->kernel(KernelKind::Jumps).size));
  if (equations_.evaluate(KernelKind::Jumps, t, x_instant_, jumps_) != EvalStatus::Ok)
    return fail_evaluation(KernelKind::Jumps, t, x_instant_);
  for (const JumpInfo& info : program_->jumps) {
    const double* values = jumps_.data() + info.first;
    const auto larger = [](double a, double b) { return std::fabs(a) < std::fabs(b); };
    const double* impulses = values + 2;
    const double* most = std::max_element(impulses, impulses + info.elements.size(), larger);
    if (values[0] == 0 || info.elements.empty()) continue;
    if (std::fabs(*most) < least_impulse && std::fabs(values[1]) < least_impulse) continue;
    statistics_.energy_lost += values[1];
    if (statistics_.jumps.size() >= max_recorded_events) continue;
    const int element = info.elements[static_cast<std::size_t>(most - impulses)];
    statistics_.jumps.push_back({t, path_of(info.block), values[1], *most, path_of(element)});
  }
  return true;
}

// Those whose time has come since the modes last followed them: fixed steps see them late.
void Simulator::record_time_events(double t) {
  const auto times = modes_.event_times();
  for (std::size_t k = 0; k < times.size(); ++k) {
    const TimeEventInfo& event = program_->time_events[k];
    const bool known = equations_.modes()[static_cast<std::size_t>(event.mode)] != 0;
    if (times[k] <= t && !known && t > options_.start_time && statistics_.keeps_event(EventKind::TimeEvent))
      statistics_.events.push_back({t, path_of(event.block), true, EventKind::TimeEvent});
  }
}

void Simulator::record_hits(double t, std::span<const int> rates) {
  if (!(t > options_.start_time)) return;
  for (int index : rates) {
    const RateInfo& rate = program_->rates[static_cast<std::size_t>(index)];
    const EventKind kind = rate.block < 0 ? EventKind::SampleHit : EventKind::TimeEvent;
    statistics_.sample_hits += kind == EventKind::SampleHit;
    if (!statistics_.keeps_event(kind)) continue;
    statistics_.recorded_hits += kind == EventKind::SampleHit;
    statistics_.events.push_back({t, path_of(rate.block), true, kind, rate.block < 0 ? rate.period : 0});
  }
}

}  // namespace sim
