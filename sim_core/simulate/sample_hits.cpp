#include "sim_core/simulate/sample_hits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

SampleHits::SampleHits(std::span<const RateInfo> rates, double start) {
  for (const RateInfo& rate : rates) {
    grids_.emplace_back(rate.period, rate.offset);
    next_.push_back(std::max<std::int64_t>(0, grids_.back().first_at_or_after(start)));
  }
}

double SampleHits::next_time() const {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < grids_.size(); ++k) next = std::min(next, grids_[k].time(next_[k]));
  return next;
}

void SampleHits::resume_after(double t) {
  for (std::size_t k = 0; k < grids_.size(); ++k)
    next_[k] = std::max<std::int64_t>(0, grids_[k].first_after(t));
}

double SampleHits::snapped(double t) const {
  if (!std::isfinite(t)) return t;
  double first = std::numeric_limits<double>::infinity();
  for (const TimeGrid& grid : grids_)
    if (const auto hit = grid.first_at_or_after(t); hit >= 0 && grid.is_hit(t, hit))
      first = std::min(first, grid.time(hit));
  return std::isfinite(first) ? first : t;
}

std::vector<int> SampleHits::due_at(double t) const {
  std::vector<int> due;
  for (std::size_t k = 0; k < grids_.size(); ++k)
    if (const auto hit = grids_[k].first_at_or_after(t); hit >= 0 && grids_[k].is_hit(t, hit))
      due.push_back(static_cast<int>(k));
  return due;
}

const std::vector<int>& SampleHits::take(double t) {
  due_.clear();
  for (std::size_t k = 0; k < grids_.size(); ++k) {
    if (t < grids_[k].time(next_[k]) && !grids_[k].is_hit(t, next_[k])) continue;
    due_.push_back(static_cast<int>(k));
    next_[k] = grids_[k].first_after(t);
  }
  return due_;
}

}  // namespace sim
