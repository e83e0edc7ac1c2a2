#include "sim_core/simulate/mode_keeper.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sim {

ModeKeeper::ModeKeeper(ModelEquations& equations) : equations_(equations) {
  const Program& program = equations.program();
  times_.resize(program.time_events.size());
  functions_.resize(program.crossings.size());
  slack_.resize(program.crossings.size());
  for (std::size_t k = 0; k < program.crossings.size(); ++k)
    (program.crossings[k].rules_execution ? rules_ : others_).push_back(k);
}

bool ModeKeeper::set(int mode, bool on) {
  if (is_on(mode) == on) return false;
  equations_.set_mode(mode, on);
  return true;
}

ModeKeeper::Outcome ModeKeeper::settle(double t, std::span<const double> x) {
  const Program& program = equations_.program();
  Outcome outcome;
  if (program.mode_count == 0) return outcome;
  for (std::size_t k = 0; k < times_.size(); ++k)
    outcome.changed |= set(program.time_events[k].mode, t >= times_[k]);
  if (outcome.changed && (outcome.status = equations_.commit()) != EvalStatus::Ok) return outcome;
  // A chain of modes settles in as many rounds as it is long, and each may wait for a control block; more is
  // a ring.
  const int most = 2 * program.mode_count + 2;
  for (int round = 0; round <= most; ++round) {
    outcome.status = equations_.evaluate(KernelKind::Crossings, t, x, functions_);
    if (outcome.status != EvalStatus::Ok) return outcome;
    const int changed_block = follow_functions();
    if (changed_block < 0) return outcome;
    outcome.changed = true;
    outcome.changed_block = changed_block;
    outcome.status = equations_.commit();
    if (outcome.status != EvalStatus::Ok) return outcome;
    if (round == most) outcome.unsettled_block = changed_block;
  }
  return outcome;
}

// Sets the modes as the functions say. What is executed comes first: a signal of a subsystem whose states are
// about to begin anew says nothing yet.
int ModeKeeper::follow_functions() {
  const int changed = follow(rules_);
  return changed >= 0 ? changed : follow(others_);
}

int ModeKeeper::follow(std::span<const std::size_t> functions) {
  const auto& crossings = equations_.program().crossings;
  int changed_block = -1;
  for (const std::size_t k : functions) {
    const auto [mode, below] = std::pair(crossings[k].mode, crossings[k].below_mode);
    const bool ordered = !std::isnan(functions_[k]);
    bool changed = set(mode, ordered ? functions_[k] + (is_on(mode) ? slack_[k] : -slack_[k]) >= 0
                                     : crossings[k].unordered);
    if (below >= 0) changed |= set(below, functions_[k] - (is_on(below) ? slack_[k] : -slack_[k]) <= 0);
    if (changed) changed_block = crossings[k].block;
  }
  return changed_block;
}

EvalStatus ModeKeeper::load_event_times(const std::function<double(double)>& snapped) {
  const EvalStatus status = equations_.evaluate(KernelKind::EventTimes, 0, {}, times_);
  for (double& time : times_) time = snapped(time);
  return status;
}

double ModeKeeper::next_event_time(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (double time : times_)
    if (time > t) next = std::min(next, time);
  return next;
}

}  // namespace sim
