// The zero crossings of a step: which functions are looked at, where the first of them crosses, and what
// happens where they cross without end.
#include <algorithm>
#include <cmath>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/simulate/simulator.h"

namespace sim {

// The functions that are located. Where a function has two signs zero counts as positive, as it does for its
// mode: to touch zero from above, or to rise from it, switches nothing and is no event. A function that
// crosses without end counts as not having crossed until it is beyond the threshold.
void Simulator::pick_located(std::span<const double> all, std::span<double> picked) const {
  for (std::size_t k = 0; k < located_.size(); ++k) {
    const CrossingInfo& crossing = program_->crossings[static_cast<std::size_t>(located_[k])];
    double z = all[static_cast<std::size_t>(located_[k])];
    if (relaxed_[k])
      z += equations_.modes()[static_cast<std::size_t>(crossing.mode)] != 0 ? options_.crossing_threshold
                                                                            : -options_.crossing_threshold;
    const CrossingInfo::Sides sides = crossing.sides(z);
    const double one_sided = std::isnan(z) ? 1 : std::numeric_limits<double>::min();
    if (std::isnan(z) || (z == 0 && !sides.below)) z = sides.above ? one_sided : -one_sided;
    picked[k] = z;
  }
}

// What is compared with something that is not a number has no order: the comparison is false.
void Simulator::warn_of_undefined_comparisons(double t) {
  const auto functions = modes_.functions();
  for (std::size_t k = 0; k < functions.size(); ++k)
    if (std::isnan(functions[k]))
      warn_once(
          "unordered" + std::to_string(program_->crossings[k].block), program_->crossings[k].block,
          "what it compares is not a number at t = " + to_text(t) + ", and the comparison counts as false",
          "check what it divides by, or where its input comes from");
}

bool Simulator::find_crossing(ZeroCrossing& crossing) {
  const PhaseScope phase(clock_.get(), Phase::Crossings);
  const double t0 = stepper_->time(), t1 = stepper_->trial_time();
  pick_located(modes_.functions(), z_before_);
  if (equations_.evaluate_inside(KernelKind::Crossings, t1, stepper_->trial_state(), z_all_) !=
      EvalStatus::Ok)
    return fail_evaluation(KernelKind::Crossings, t1, stepper_->trial_state());
  pick_located(z_all_, z_after_);
  constexpr int points_inside = 4;
  const bool fixed = options_.method->kind == StepKind::Fixed;
  const int probes = options_.look_inside_steps ? points_inside : 0;
  if (probes == 0 && !locator_.any(z_before_, z_after_)) return true;
  const double tolerance = 4 * std::numeric_limits<double>::epsilon() * std::max(std::fabs(t1), t1 - t0);
  crossing = locator_.locate(crossing_function_, t0, t1, z_before_, z_after_, tolerance, probes,
                             fixed ? options_.most_bracketings : std::numeric_limits<int>::max());
  if (crossing.status == EvalStatus::Ok) return true;
  return fail_evaluation(KernelKind::Crossings, t1, stepper_->trial_state());
}

// A loop that has no solution beyond the end of its branch, or a far one only, was solved on another one
// there: the step is not that of a smooth function, and what it gives at the crossing not as exact as its
// error says. So it is taken once more, to end there.
bool Simulator::step_to_crossing(ZeroCrossing& crossing) {
  if (equations_.loop_statistics().off_branch == off_branch_ || crossing.t_after >= stepper_->trial_time())
    return true;
  const double least = options_.method->kind == StepKind::Fixed ? options_.fixed_step : options_.min_step;
  const StepOutcome outcome = take_trials(crossing.t_after, least);
  statistics_.rejected += static_cast<std::uint64_t>(outcome.rejected) + 1;
  if (!outcome.ready && !goes_on_against_tolerance(outcome.failure)) return fail_step(outcome.failure);
  crossing = {};
  return find_crossing(crossing);
}

void Simulator::record_crossings(const ZeroCrossing& crossing, double t) {
  for (std::size_t i = 0; i < crossing.indices.size(); ++i) {
    ++statistics_.zero_crossings;
    const auto k = static_cast<std::size_t>(crossing.indices[i]);
    const CrossingInfo& info = program_->crossings[static_cast<std::size_t>(located_[k])];
    const bool rising = crossing.rises[i] != 0;
    if (trace_) trace_->cross(info.block);
    crossed_.push_back(info.block);
    if (statistics_.keeps_event(EventKind::Crossing))
      statistics_.events.push_back({t, path_of(info.block), rising});
  }
}

bool Simulator::count_consecutive(double t, const std::vector<int>& crossed) {
  if (!(t - last_crossing_ < options_.consecutive_tolerance * std::fabs(t))) {
    consecutive_ = 0;
    consecutive_functions_.clear();
  } else {
    ++consecutive_;
  }
  last_crossing_ = t;
  for (int index : crossed)
    if (std::find(consecutive_functions_.begin(), consecutive_functions_.end(), index) ==
        consecutive_functions_.end())
      consecutive_functions_.push_back(index);
  if (consecutive_ < options_.max_consecutive_crossings) return true;
  return go_on_within_threshold(t);
}

bool Simulator::end_or_go_on(int block, const std::string& message) {
  const char* remedy =
      "the block switches without end at this instant: use the adaptive algorithm, switch off its "
      "zero-crossing detection, or give it hysteresis";
  if (options_.endless_crossings == Policy::Error) return fail(block, message, remedy);
  consecutive_ = 0;
  if (options_.endless_crossings == Policy::Warning)
    warn_once("endless" + std::to_string(block), block, message, remedy);
  return true;
}

// The functions of blocks that have crossed without end are located less closely from now on, if that is
// wanted: all of a block, for they belong to one regime.
bool Simulator::go_on_within_threshold(double t) {
  bool relaxed_more = false;
  for (int index : consecutive_functions_) {
    const auto k = static_cast<std::size_t>(index);
    const CrossingInfo& info = program_->crossings[static_cast<std::size_t>(located_[k])];
    const std::string message =
        std::to_string(consecutive_) +
        " zero crossings in a row, closer than the time tolerance, at t = " + to_text(t);
    if (options_.crossing_threshold == 0) return end_or_go_on(info.block, message);
    if (options_.ignored_crossing == Policy::Error)
      return fail(info.block, message,
                  "its crossings would be ignored within the signal threshold from here on");
    if (relaxed_[k]) continue;
    for (std::size_t other = 0; other < relaxed_.size(); ++other)
      if (program_->crossings[static_cast<std::size_t>(located_[other])].block == info.block)
        relax(other, true);
    relaxed_more = true;
    if (options_.ignored_crossing == Policy::Warning)
      warn_once("ignored" + std::to_string(info.block), info.block,
                message + "; from here on they are located to within " +
                    to_text(options_.crossing_threshold) + " only",
                "this is the adaptive algorithm; give the block hysteresis to be exact");
  }
  if (!relaxed_more)
    return fail(
        program_
            ->crossings[static_cast<std::size_t>(
                located_[static_cast<std::size_t>(consecutive_functions_.front())])]
            .block,
        "its crossings follow one another without end even beyond the signal threshold, at t = " + to_text(t),
        "make the threshold larger, or switch off its zero-crossing detection");
  consecutive_ = 0;
  return true;
}

// A block whose relaxed functions have all gone well beyond the threshold has come to another regime. One of
// them alone tells nothing: a ball at rest on the threshold falls through it at some speed.
void Simulator::locate_closely_again() {
  const auto block_of = [&](std::size_t k) {
    return program_->crossings[static_cast<std::size_t>(located_[k])].block;
  };
  std::set<int> staying;
  for (std::size_t k = 0; k < relaxed_.size(); ++k)
    if (relaxed_[k] && std::fabs(modes_.functions()[static_cast<std::size_t>(located_[k])]) <=
                           2 * options_.crossing_threshold)
      staying.insert(block_of(k));
  for (std::size_t k = 0; k < relaxed_.size(); ++k)
    if (relaxed_[k] && !staying.contains(block_of(k))) relax(k, false);
}

// Between the thresholds its mode stays as it is, at the end of a step too: else the bounces that are not
// located would be made there.
void Simulator::relax(std::size_t located, bool relaxed) {
  relaxed_[located] = relaxed;
  modes_.set_slack(static_cast<std::size_t>(located_[located]), relaxed ? options_.crossing_threshold : 0);
}

}  // namespace sim
