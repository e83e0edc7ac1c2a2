#include "sim_core/simulate/progress_watch.h"

#include <algorithm>
#include <cmath>

namespace sim {

std::optional<ProgressWatch::Finding> ProgressWatch::step(double t, Limit limit, int block, double recorded) {
  if (told_) return std::nullopt;
  if (limit != Limit::Other) count({limit, block});
  if (++steps_ < window) return std::nullopt;
  Finding found = finding(t);
  std::int64_t kept_short = 0, most = 0;
  for (const auto& [cause, count] : kept_short_) {
    kept_short += count;
    if (count <= most) continue;
    most = count;
    found.limit = cause.first;
    found.block = cause.second;
  }
  const double left = found.steps_left / static_cast<double>(window);
  found.fills_log = std::isfinite(stop_) && recorded + (recorded - recorded_before_) * left > most_recorded_;
  const bool mostly = kept_short * 5 >= window * 4;
  told_ = mostly && (found.steps_left > many_steps || found.fills_log);
  begin_ = t;
  recorded_before_ = recorded;
  steps_ = 0;
  kept_short_.clear();
  last_count_ = nullptr;
  return told_ ? std::optional(found) : std::nullopt;
}

void ProgressWatch::pass(Limit limit, int block, std::int64_t steps) {
  if (told_ || steps == 0) return;
  if (limit != Limit::Other) count({limit, block}, steps);
  steps_ += steps;
}

void ProgressWatch::count(Cause cause, std::int64_t steps) {
  if (!last_count_ || cause != last_cause_) {
    last_cause_ = cause;
    last_count_ = &kept_short_[cause];
  }
  *last_count_ += steps;
}

ProgressWatch::Finding ProgressWatch::finding(double t) const {
  Finding found;
  found.since = begin_;
  found.until = t;
  const double left = std::isfinite(stop_) ? stop_ - t : t - start_;
  const double least = std::numeric_limits<double>::min();
  found.steps_left = std::max(left, 0.0) / std::max(t - begin_, least) * static_cast<double>(window);
  return found;
}

}  // namespace sim
