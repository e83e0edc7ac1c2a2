#include "sim_core/simulate/step_back.h"

#include <limits>

namespace sim {

StepBack::StepBack(RunParts& run, CrossingHandler& crossings, RunRecorder& recorder, StepTracer& tracer)
    : run_(run), crossings_(crossings), recorder_(recorder), tracer_(tracer) {
  recorder_.when_thinned([this] {
    for (Kept& kept : kept_) kept.log.rows = recorder_.log().row_behind_thinning(kept.log.rows);
  });
}

void StepBack::keep() {
  const auto [count, interval] = run_.control.kept_points();
  if (count == 0 || run_.statistics.steps % interval != 0) return;
  if (!kept_.empty() && kept_.back().point.time >= run_.stepper->time()) return;
  if (kept_.size() > count) kept_.erase(kept_.begin());
  kept_.push_back({save_state(run_, crossings_), recorder_.mark(), run_.statistics.mark(), tracer_.totals()});
}

std::uint64_t StepBack::steps_until_due() const {
  const auto [count, interval] = run_.control.kept_points();
  return count == 0 ? std::numeric_limits<std::uint64_t>::max() : interval - run_.statistics.steps % interval;
}

StepBack::Result StepBack::go_back(double now, std::uint64_t steps) {
  while (!kept_.empty() && (kept_.back().statistics.counts.steps > steps || kept_.back().point.time >= now))
    kept_.pop_back();
  if (kept_.empty()) {
    keep();
    return Result::Nowhere;
  }
  const Kept& kept = kept_.back();
  if (!restore_state(run_, crossings_, kept.point)) return Result::Failed;
  recorder_.go_back_to(kept.log, kept.point.time);
  tracer_.go_back_to(kept.point.time, kept.totals);
  // Parameters that were changed stay so: only the states go back.
  run_.statistics.go_back_to(kept.statistics);
  return Result::Restored;
}

}  // namespace sim
