#include "sim_core/simulate/mode_keeper.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

ModeKeeper::ModeKeeper(ModelEquations& equations) : equations_(equations) {
  const Program& program = equations.program();
  times_.resize(program.time_events.size());
  functions_.resize(program.crossings.size());
  slack_.resize(program.crossings.size());
  for (std::size_t k = 0; k < program.crossings.size(); ++k)
    (program.crossings[k].rules_execution ? rules_ : others_).push_back(k);
}

namespace {

// A number of its own for each mode (SplitMix64): the sum modulo two of those that differ tells choices
// apart.
std::uint64_t key(int mode) {
  std::uint64_t z = (static_cast<std::uint64_t>(mode) + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace

bool ModeKeeper::set(int mode, bool on) {
  if (is_on(mode) == on) return false;
  choice_ ^= key(mode);
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
  equations_.follow_in_loops(true);
  changes_.assign(functions_.size(), 0);
  tried_.assign(1, choice_);
  returned_ = false;
  if (!settle_together(t, x, outcome)) search(t, x, outcome);
  equations_.follow_in_loops(false);
  return outcome;
}

EvalStatus ModeKeeper::evaluate(double t, std::span<const double> x) {
  bounds_.clear();
  const EvalStatus status = equations_.commit();
  return status == EvalStatus::Ok ? equations_.evaluate(KernelKind::Crossings, t, x, functions_) : status;
}

// All modes at once. False: they go to and fro, or something cannot be evaluated on a branch.
bool ModeKeeper::settle_together(double t, std::span<const double> x, Outcome& outcome) {
  // A chain of modes settles in as many rounds as it is long, and each may wait for a control block; more is
  // a ring.
  const int most = 2 * equations_.program().mode_count + 2;
  for (int round = 0; round <= most; ++round) {
    outcome.status = evaluate(t, x);
    if (outcome.status != EvalStatus::Ok) return false;
    const int changed_block = follow_functions(t, x);
    if (changed_block < 0) return true;
    outcome.changed = true;
    outcome.changed_block = changed_block;
    note_choice();
  }
  return false;
}

// Sets the modes as the functions say. What is executed comes first: a signal of a subsystem whose states are
// about to be reset says nothing yet.
int ModeKeeper::follow_functions(double t, std::span<const double> x) {
  const int changed = follow(rules_, t, x);
  return changed >= 0 ? changed : follow(others_, t, x);
}

int ModeKeeper::follow(std::span<const std::size_t> functions, double t, std::span<const double> x) {
  const auto& crossings = equations_.program().crossings;
  int changed_block = -1;
  for (const std::size_t k : functions) {
    if (stays(crossings[k], functions_[k])) continue;
    const Sides wanted = wanted_sides(k);
    if (wanted == sides(k) || (returned_ && changes_[k] > 1 && is_round_off(k, t, x))) continue;
    take(k, wanted);
    ++changes_[k];
    changed_block = crossings[k].block;
  }
  return changed_block;
}

// Whether the function is plainly on the side that its modes say. What is not so plain is looked at closely.
bool ModeKeeper::stays(const CrossingInfo& crossing, double function) const {
  const bool above = is_on(crossing.mode), below = crossing.below_mode >= 0 && is_on(crossing.below_mode);
  return above ? function > 0 && !below : function < 0 && (below || crossing.below_mode < 0);
}

ModeKeeper::Sides ModeKeeper::sides(std::size_t crossing) const {
  const CrossingInfo& info = equations_.program().crossings[crossing];
  const bool above = is_on(info.mode);
  return {above, info.below_mode < 0 ? !above : is_on(info.below_mode)};
}

ModeKeeper::Sides ModeKeeper::wanted_sides(std::size_t crossing) const {
  const CrossingInfo& info = equations_.program().crossings[crossing];
  const double function = functions_[crossing], slack = slack_[crossing];
  const Sides now = sides(crossing), wanted = info.sides(function + (now.above ? slack : -slack));
  if (info.below_mode < 0) return wanted;
  return {wanted.above, info.sides(function - (now.below ? slack : -slack)).below};
}

void ModeKeeper::take(std::size_t crossing, Sides sides) {
  const CrossingInfo& info = equations_.program().crossings[crossing];
  set(info.mode, sides.above);
  if (info.below_mode >= 0) set(info.below_mode, sides.below);
}

// Without loops of modes no choice comes twice: a function of exactly zero says then what it says.
void ModeKeeper::note_choice() {
  returned_ = returned_ || std::find(tried_.begin(), tried_.end(), choice_) != tried_.end();
  if (!returned_) tried_.push_back(choice_);
}

// Whether the function is zero but for rounding. From then on it counts as being where its mode says: what
// leads it to the other side is a crossing.
bool ModeKeeper::is_round_off(std::size_t crossing, double t, std::span<const double> x) {
  constexpr double margin = 4, beside_zero = std::numeric_limits<double>::min();
  if (bounds_.empty()) {
    bounds_.resize(functions_.size());
    equations_.rounding(KernelKind::Crossings, t, x, bounds_);
  }
  if (!(std::fabs(functions_[crossing]) <= margin * bounds_[crossing])) return false;
  const Sides now = sides(crossing);
  functions_[crossing] = now.above == now.below ? 0 : now.above ? beside_zero : -beside_zero;
  return true;
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
