#include "sim_core/simulate/instant.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/program/jump_kind.h"
#include "sim_core/simulate/failures.h"
#include "sim_core/simulate/signal_exchange.h"
#include "sim_core/simulate/step_watcher.h"
#include "sim_core/simulate/unknown_rates.h"

namespace sim {

static bool happens_nothing(const RunParts& run) {
  const Program& program = *run.program;
  return !run.hybrid && program.mode_count == 0 && program.latches.empty() && program.jumps.empty() &&
         program.checks.empty() && program.unknown_rates.empty() && !run.histories.any() &&
         !run.projection.active();
}

Instant::Instant(RunParts& run, RunRecorder& recorder)
    : run_(run), recorder_(recorder), quiet_(happens_nothing(run)), checks_(run.program->checks.size()) {}

bool Instant::arrive() {
  if (is_quiet()) {
    run_.equations.forget_changes();
    return true;
  }
  const PhaseScope phase(run_.clock.get(), Phase::Instants);
  const double t = run_.stepper->time();
  if (run_.histories.accepted(*run_.stepper) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Recorded, t, run_.stepper->state());
  if (run_.updates.latch(t, run_.stepper->state()) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Latches, t, run_.stepper->state());
  run_.equations.forget_changes();
  if (run_.projection.show_sizes() != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Updates, t, run_.stepper->state());
  if (run_.histories.arrive(t)) run_.equations.note_derivatives_changed();
  return true;
}

bool Instant::take(Logging logging) {
  const PhaseScope phase(run_.clock.get(), Phase::Instants);
  const double t = run_.stepper->time();
  run_.x.assign(run_.stepper->state().begin(), run_.stepper->state().end());
  run_.tolerances.follow(run_.x, run_.stepper->weights());
  if (is_quiet()) return outputs(t, 0, logging);
  record_time_events(t);
  if (run_.exchange && !receive(t)) return false;
  std::vector<int> due;
  bool again = true;
  int block = -1;
  for (std::int64_t round = 0; again; ++round) {
    if (round > run_.options.max_consecutive_crossings)
      return run_.reporter.fail(
          block, std::to_string(round) + " events follow one another at the instant t = " + told_time(t),
          "each brings about the next: put a delay or hysteresis between them");
    if (run_.control.stop_requested() && round > 0) return run_.reporter.fail(block, "stopped", "");
    if (round == 0) {
      due = run_.hits.take(t);
      record_hits(t, due);
    }
    if (run_.hybrid && !run_.set_hits(true, due)) return false;
    bool changed = false;
    if (!run_.settle_modes(t, run_.x, changed)) return false;
    if (run_.projection.recaptures() && run_.projection.recapture(t, run_.x) != EvalStatus::Ok)
      return fail_evaluation(run_, KernelKind::Captures, t, run_.x);
    double jump = no_jump;
    if (!look_at_jumps(t, jump)) return false;
    const bool logs = !is_between_sides(jump, round, logging);
    if (logs ? !outputs(t, round, logging) : !run_checks(t)) return false;
    again = jump != no_jump;
    if (run_.hybrid && (!update(t, again, block) || !run_.set_hits(false, due))) return false;
    due.clear();
    if (!run_.hybrid || ended_by_model_) break;
    if (run_.program->event_times_move && run_.modes.load_event_times(run_.snapped_) != EvalStatus::Ok)
      return fail_evaluation(run_, KernelKind::EventTimes, t, run_.x);
    const ModeKeeper::Outcome settled = run_.modes.settle(t, run_.x);
    if (settled.status != EvalStatus::Ok || settled.unsettled_block >= 0)
      return run_.settle_modes(t, run_.x, changed);
    if (settled.changed) again = true, block = settled.changed_block;
  }
  warn_of_undefined_comparisons(t);
  if (run_.exchange) run_.exchange->send(t, run_.equations);
  return check_unknown_rates(run_, t) && settle_histories(t);
}

// What arrives is as new as it can be: a paced run waits for the instant first.
bool Instant::receive(double t) {
  run_.control.keep_pace(t);
  run_.exchange->receive(run_.equations);
  return run_.equations.commit() == EvalStatus::Ok ||
         fail_evaluation(run_, KernelKind::Updates, t, run_.stepper->state());
}

// What is recorded from here on, now that nothing changes any more.
bool Instant::settle_histories(double t) {
  if (run_.histories.settled(t, run_.x, run_.equations.derivatives_changed()) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Recorded, t, run_.x);
  for (Diagnostic& d : run_.histories.take_messages()) run_.reporter.add(std::move(d));
  return !run_.reporter.failed();
}

// What is computed before a jump, with modes and signals behind it, is on neither side: where the left side
// has its row, it has none.
bool Instant::is_between_sides(double jump, std::int64_t round, Logging logging) const {
  if (jump == no_jump || round > 0 || !run_.hybrid) return false;
  if (logging == Logging::Start) return jump < jump_of_states;
  return logging == Logging::Event || recorder_.has_left_limit() || recorder_.logs_held_only();
}

bool Instant::outputs(double t, std::int64_t round, Logging logging) {
  const bool row = round > 0 || logging != Logging::Decimated || recorder_.is_due(t);
  if (row && !recorder_.log_point(t, run_.x)) return false;
  recorder_.drop_left_limit();
  return run_checks(t);
}

bool Instant::update(double t, bool& again, int& block) {
  record_jumps(t);
  if (run_.watcher) run_.watcher->update(run_, t, run_.x);
  const DiscreteUpdates::Outcome outcome = run_.updates.update(t, run_.x);
  if (outcome.status != EvalStatus::Ok) return fail_evaluation(run_, KernelKind::Updates, t, run_.x);
  if (!outcome.states_reset) return true;
  run_.equations.note_derivatives_changed();
  again = true;
  block = outcome.reset_block;
  return true;
}

bool Instant::run_checks(double t) {
  if (run_.program->checks.empty()) return true;
  if (run_.equations.evaluate(KernelKind::Checks, t, run_.x, checks_) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Checks, t, run_.x);
  for (std::size_t k = 0; k < checks_.size(); ++k) {
    if (checks_[k] == 0) continue;
    const CheckInfo& check = run_.program->checks[k];
    const std::string message = check.message + " at t = " + told_time(t);
    if (check.action == CheckAction::Stop) {
      if (!ended_by_model_) ended_by_ = run_.reporter.path_of(check.block);
      ended_by_model_ = true;
    } else if (check.action == CheckAction::Error) {
      return run_.reporter.fail(check.block, message, "");
    } else {
      // What is wrong with one element, or one copy, is wrong with all.
      run_.reporter.warn_once(
          std::to_string(to_number(run_.program->blocks[static_cast<std::size_t>(check.block)].id)) +
              check.message,
          check.block, message, "");
    }
  }
  return true;
}

// The most that the updates are about to bring about.
bool Instant::look_at_jumps(double t, double& most) {
  if (run_.program->jumps.empty()) return true;
  jumps_.resize(static_cast<std::size_t>(run_.program->kernel(KernelKind::Jumps).size));
  if (run_.equations.evaluate(KernelKind::Jumps, t, run_.x, jumps_) != EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Jumps, t, run_.x);
  for (const JumpInfo& info : run_.program->jumps)
    most = std::max(most, jumps_[static_cast<std::size_t>(info.first)]);
  return true;
}

void Instant::record_jumps(double t) {
  constexpr double least_impulse = 1e-14;  // what rounding makes of none
  for (const JumpInfo& info : run_.program->jumps) {
    const double* values = jumps_.data() + info.first;
    const auto larger = [](double a, double b) { return std::fabs(a) < std::fabs(b); };
    const double* impulses = values + 2;
    const double* most = std::max_element(impulses, impulses + info.elements.size(), larger);
    if (values[0] < jump_of_states || info.elements.empty()) continue;
    if (std::fabs(*most) < least_impulse && std::fabs(values[1]) < least_impulse) continue;
    run_.statistics.energy_lost += values[1];
    if (run_.statistics.jumps.size() >= max_recorded_events) continue;
    const int element = info.elements[static_cast<std::size_t>(most - impulses)];
    run_.statistics.jumps.push_back(
        {t, run_.reporter.path_of(info.block), values[1], *most, run_.reporter.path_of(element)});
  }
}

// Those whose time has come since the modes last followed them: fixed steps see them late.
void Instant::record_time_events(double t) {
  const auto times = run_.modes.event_times();
  for (std::size_t k = 0; k < times.size(); ++k) {
    const TimeEventInfo& event = run_.program->time_events[k];
    const bool known = run_.equations.modes()[static_cast<std::size_t>(event.mode)] != 0;
    if (times[k] <= t && !known && t > run_.options.start_time &&
        run_.statistics.keeps_event(EventKind::TimeEvent))
      run_.statistics.events.push_back({t, run_.reporter.path_of(event.block), true, EventKind::TimeEvent});
  }
}

void Instant::record_hits(double t, std::span<const int> rates) {
  if (!(t > run_.options.start_time)) return;
  for (int index : rates) {
    const RateInfo& rate = run_.program->rates[static_cast<std::size_t>(index)];
    const EventKind kind = rate.block < 0 ? EventKind::SampleHit : EventKind::TimeEvent;
    run_.statistics.sample_hits += kind == EventKind::SampleHit;
    if (!run_.statistics.keeps_event(kind)) continue;
    run_.statistics.recorded_hits += kind == EventKind::SampleHit;
    run_.statistics.events.push_back(
        {t, run_.reporter.path_of(rate.block), true, kind, rate.block < 0 ? rate.period : 0});
  }
}

// What is compared with something that is not a number has no order: the comparison is false.
void Instant::warn_of_undefined_comparisons(double t) {
  const auto functions = run_.modes.functions();
  for (std::size_t k = 0; k < functions.size(); ++k)
    if (std::isnan(functions[k]))
      run_.reporter.warn_once(
          "unordered" + std::to_string(run_.program->crossings[k].block), run_.program->crossings[k].block,
          "what it compares is not a number at t = " + told_time(t) + ", and the comparison counts as false",
          "check what it divides by, or where its input comes from");
}

}  // namespace sim
