#pragma once
// Times as whole ticks: hit k is offset + k * period, where both are the ratios that they stand for
// (base/ratio.h), rounded once. So a thousand periods of 0.1 s end where they should, hits of several rates
// that fall together are the same double, and so is an instant that is written down as a decimal. Where a
// period or an offset stands for no ratio, such as pi, its double is taken for exact.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim_core/base/ratio.h"

namespace sim {

class TimeGrid {
 public:
  // s, the period > 0.
  explicit TimeGrid(double period, double offset = 0);

  double time(std::int64_t hit) const;
  // Hit k is (first + k step) / base; base 0: there is no such base.
  struct Ticks {
    std::int64_t first = 0, step = 0, base = 0;
  };
  Ticks ticks() const { return {first_, step_, base_}; }

  // The first hit at or after t. A time that misses a hit by rounding only (`slack` periods) is that hit.
  std::int64_t first_at_or_after(double t) const {
    // Ticks beyond 2^53 are no longer told apart.
    const auto hit =
        static_cast<std::int64_t>(std::clamp(std::ceil((t - offset_) / period_ - slack(t)), -0x1p53, 0x1p53));
    return time(hit) < t && !is_hit(t, hit) ? hit + 1 : hit;
  }
  std::int64_t first_after(double t) const {
    const std::int64_t hit = first_at_or_after(t);
    return is_hit(t, hit) || time(hit) <= t ? hit + 1 : hit;
  }
  // Whether t is hit `hit`, up to rounding.
  bool is_hit(double t, std::int64_t hit) const { return std::abs(t - time(hit)) <= slack(t) * period_; }

 private:
  // A few units in the last place of t and offset, in periods.
  double slack(double t) const {
    return 4 * std::numeric_limits<double>::epsilon() * (std::abs(t) + std::abs(offset_)) / period_;
  }

  double period_, offset_;
  // Hit k is (first_ + k step_) / base_; base_ 0: there is no such base.
  std::int64_t first_ = 0, step_ = 0, base_ = 0;
};

}  // namespace sim
