#include "sim_core/simulate/crossing_handler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/simulate/failures.h"

namespace sim {

static std::vector<CrossingDirection> directions_of(const Program& program) {
  std::vector<CrossingDirection> directions;
  for (const CrossingInfo& crossing : program.crossings) {
    if (!crossing.located) continue;
    directions.push_back(crossing.direction);
  }
  return directions;
}

CrossingHandler::CrossingHandler(RunParts& run, TrialSteps& trials)
    : run_(run), trials_(trials), locator_(directions_of(*run.program)) {
  const auto& crossings = run_.program->crossings;
  if (trials_.locates())
    for (std::size_t k = 0; k < crossings.size(); ++k)
      if (crossings[k].located) located_.push_back(static_cast<int>(k));
  z_all_.resize(crossings.size());
  z_before_.resize(located_.size());
  z_after_.resize(located_.size());
  relaxed_.resize(located_.size(), 0);
  function_ = [this](double t, std::span<double> z) {
    if (const EvalStatus status = run_.interpolate(t); status != EvalStatus::Ok) return status;
    const EvalStatus status = run_.equations.evaluate_inside(KernelKind::Crossings, t, run_.x_inside, z_all_);
    pick_located(z_all_, z);
    return status;
  };
}

int CrossingHandler::block_of(std::size_t located) const {
  return run_.program->crossings[static_cast<std::size_t>(located_[located])].block;
}

bool CrossingHandler::find(ZeroCrossing& crossing) {
  if (located_.empty() || !trials_.locates()) return true;
  return find_in_trial(crossing) && look_closer(crossing) && step_to_crossing(crossing);
}

// The functions that are located. Where a function has two signs zero counts as positive, as it does for its
// mode: to touch zero from above, or to rise from it, switches nothing and is no event. A function that
// crosses without end counts as not having crossed until it is beyond the threshold.
void CrossingHandler::pick_located(std::span<const double> all, std::span<double> picked) const {
  for (std::size_t k = 0; k < located_.size(); ++k) {
    const CrossingInfo& crossing = run_.program->crossings[static_cast<std::size_t>(located_[k])];
    double z = all[static_cast<std::size_t>(located_[k])];
    if (!relaxed_[k] && (z > 0 || z < 0)) {
      picked[k] = z;
      continue;
    }
    if (relaxed_[k])
      z += run_.equations.modes()[static_cast<std::size_t>(crossing.mode)] != 0
               ? run_.options.crossing_threshold
               : -run_.options.crossing_threshold;
    const CrossingInfo::Sides sides = crossing.sides(z);
    const double one_sided = std::isnan(z) ? 1 : std::numeric_limits<double>::min();
    if (std::isnan(z) || (z == 0 && !sides.below)) z = sides.above ? one_sided : -one_sided;
    picked[k] = z;
  }
}

bool CrossingHandler::find_in_trial(ZeroCrossing& crossing) {
  const PhaseScope phase(run_.clock.get(), Phase::Crossings);
  const double t0 = run_.stepper->time(), t1 = run_.stepper->trial_time();
  pick_located(run_.modes.functions(), z_before_);
  if (run_.equations.evaluate_inside(KernelKind::Crossings, t1, run_.stepper->trial_state(), z_all_) !=
      EvalStatus::Ok)
    return fail_evaluation(run_, KernelKind::Crossings, t1, run_.stepper->trial_state());
  pick_located(z_all_, z_after_);
  constexpr int points_inside = 4;
  const bool fixed = run_.fixed_steps_only();
  const int probes = run_.options.look_inside_steps ? points_inside : 0;
  if (probes == 0 && !locator_.any(z_before_, z_after_)) return true;
  const double tolerance = 4 * std::numeric_limits<double>::epsilon() * std::max(std::fabs(t1), t1 - t0);
  crossing = locator_.locate(function_, t0, t1, z_before_, z_after_, tolerance, probes,
                             fixed ? run_.options.most_bracketings : std::numeric_limits<int>::max());
  if (crossing.status == EvalStatus::Ok) return true;
  return fail_evaluation(run_, KernelKind::Crossings, t1, run_.stepper->trial_state());
}

bool CrossingHandler::take_again_to(double limit, ZeroCrossing& crossing) {
  ++run_.statistics.rejected;
  if (!trials_.take(limit)) return false;
  crossing = {};
  return find_in_trial(crossing);
}

// A loop that has no solution beyond the end of its branch, or a far one only, was solved on another one
// there: the step is not that of a smooth function, and what it gives at the crossing not as exact as its
// error says. So it is taken once more, to end there.
bool CrossingHandler::step_to_crossing(ZeroCrossing& crossing) {
  if (!crossing.found || crossing.t_after >= run_.stepper->trial_time()) return true;
  if (!trials_.left_branches() && !is_off_at(crossing.t_after)) return true;
  return take_again_to(crossing.t_after, crossing);
}

// A mechanism at an instant inside of a step that has gone over a kink, such as a point of a cam's table: off
// its constraints by more than the tolerance.
bool CrossingHandler::is_off_at(double t) {
  if (run_.program->joint_projections.empty() || !run_.projection.active() || run_.fixed_steps_only())
    return false;
  std::vector<double> x(run_.stepper->state().size()), off(x.size());
  if (run_.stepper->interpolate(t, x) != EvalStatus::Ok || run_.interpolate(t) != EvalStatus::Ok)
    return false;
  for (std::size_t k = 0; k < x.size(); ++k) off[k] = run_.x_inside[k] - x[k];
  return error_norm(run_.stepper->weights(), off, x, run_.x_inside).value > 1;
}

// What crosses right behind the start of a step may not: the solution between its ends is known to within
// the tolerance, and at the end of many bounces a body goes less far than that. A shorter step knows better.
bool CrossingHandler::look_closer(ZeroCrossing& crossing) {
  constexpr double near = 0x1p-10, least = 64 * std::numeric_limits<double>::epsilon();
  if (run_.fixed_steps_only()) return true;
  constexpr int most = 5;  // (2^-10)^5: nothing of a step is left
  for (int k = 0; crossing.found && k < most; ++k) {
    const double start = run_.stepper->time(), length = near * (run_.stepper->trial_time() - start);
    if (crossing.t_after - start > length ||
        length < std::max(least * std::fabs(start), run_.options.min_step))
      return true;
    if (!take_again_to(start + length, crossing)) return false;
  }
  return true;
}

void CrossingHandler::record(const ZeroCrossing& crossing, double t, StepTrace* trace) {
  for (std::size_t i = 0; i < crossing.indices.size(); ++i) {
    ++run_.statistics.zero_crossings;
    const auto k = static_cast<std::size_t>(crossing.indices[i]);
    const CrossingInfo& info = run_.program->crossings[static_cast<std::size_t>(located_[k])];
    const bool rising = crossing.rises[i] != 0;
    if (trace) trace->cross(info.block);
    crossed_.push_back(info.block);
    if (run_.statistics.keeps_event(EventKind::Crossing))
      run_.statistics.events.push_back({t, run_.reporter.path_of(info.block), rising});
  }
}

std::vector<int> CrossingHandler::functions_of(const ZeroCrossing& crossing) const {
  std::vector<int> functions;
  for (int index : crossing.indices) functions.push_back(located_[static_cast<std::size_t>(index)]);
  return functions;
}

bool CrossingHandler::count_consecutive(const ZeroCrossing& crossing, double t) {
  if (!(t - consecutive_.last < run_.options.consecutive_tolerance * std::fabs(t)))
    consecutive_ = {};
  else
    ++consecutive_.count;
  consecutive_.last = t;
  std::vector<int>& functions = consecutive_.functions;
  for (int index : crossing.indices)
    if (std::find(functions.begin(), functions.end(), index) == functions.end()) functions.push_back(index);
  if (consecutive_.count < run_.options.max_consecutive_crossings) return true;
  return go_on_within_threshold(t);
}

bool CrossingHandler::end_or_go_on(int block, const std::string& message) {
  const char* remedy =
      "the block switches without end at this instant: use the adaptive algorithm, switch off its "
      "zero-crossing detection, or give it hysteresis";
  if (run_.options.endless_crossings == Policy::Error) return run_.reporter.fail(block, message, remedy);
  consecutive_.count = 0;
  if (run_.options.endless_crossings == Policy::Warning)
    run_.reporter.warn_once("endless" + std::to_string(block), block, message, remedy);
  return true;
}

// The functions of blocks that have crossed without end are located less closely from now on, if that is
// wanted: all of a block, for they belong to one regime.
bool CrossingHandler::go_on_within_threshold(double t) {
  bool relaxed_more = false;
  const std::string message =
      std::to_string(consecutive_.count) +
      " zero crossings in a row, closer than the time tolerance, at t = " + told_time(t);
  for (int index : consecutive_.functions) {
    const auto k = static_cast<std::size_t>(index);
    if (run_.options.crossing_threshold == 0) return end_or_go_on(block_of(k), message);
    if (run_.options.ignored_crossing == Policy::Error)
      return run_.reporter.fail(block_of(k), message,
                                "its crossings would be ignored within the signal threshold from here on");
    if (relaxed_[k]) continue;
    relax_block(block_of(k), message);
    relaxed_more = true;
  }
  if (!relaxed_more)
    return run_.reporter.fail(
        block_of(static_cast<std::size_t>(consecutive_.functions.front())),
        "its crossings follow one another without end even beyond the signal threshold, at t = " +
            told_time(t),
        "make the threshold larger, or switch off its zero-crossing detection");
  consecutive_.count = 0;
  return true;
}

void CrossingHandler::relax_block(int block, const std::string& message) {
  for (std::size_t k = 0; k < relaxed_.size(); ++k)
    if (block_of(k) == block) relax(k, true);
  if (run_.options.ignored_crossing == Policy::Warning)
    run_.reporter.warn_once("ignored" + std::to_string(block), block,
                            message + "; from here on they are located to within " +
                                told(run_.options.crossing_threshold) + " only",
                            "this is the adaptive algorithm; give the block hysteresis to be exact");
}

// A block whose relaxed functions have all gone well beyond the threshold has come to another regime. One of
// them alone tells nothing: a ball at rest on the threshold falls through it at some speed.
void CrossingHandler::locate_closely_again() {
  std::set<int> staying;
  for (std::size_t k = 0; k < relaxed_.size(); ++k)
    if (relaxed_[k] && std::fabs(run_.modes.functions()[static_cast<std::size_t>(located_[k])]) <=
                           2 * run_.options.crossing_threshold)
      staying.insert(block_of(k));
  for (std::size_t k = 0; k < relaxed_.size(); ++k)
    if (relaxed_[k] && !staying.contains(block_of(k))) relax(k, false);
}

// Between the thresholds its mode stays as it is, at the end of a step too: else the bounces that are not
// located would be made there.
void CrossingHandler::relax(std::size_t located, bool relaxed) {
  relaxed_[located] = relaxed;
  run_.modes.set_slack(static_cast<std::size_t>(located_[located]),
                       relaxed ? run_.options.crossing_threshold : 0);
}

void CrossingHandler::resume(const std::vector<char>& relaxed, const ConsecutiveCrossings& consecutive) {
  const bool same = relaxed.size() == relaxed_.size();
  for (std::size_t k = 0; same && k < relaxed_.size(); ++k) relax(k, relaxed[k]);
  consecutive_ = same ? consecutive : ConsecutiveCrossings();
}

}  // namespace sim
