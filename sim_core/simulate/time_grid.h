#pragma once
// Times as integer ticks, so that a thousand periods of 0.1 s end where they should: hit k is offset + k *
// period, computed as such, never accumulated.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sim {

struct TimeGrid {
  double period = 1;  // s, > 0
  double offset = 0;  // s

  double time(std::int64_t hit) const { return offset + static_cast<double>(hit) * period; }

  // The first hit at or after t. A time that misses a hit by rounding only (`slack` periods) is that hit.
  std::int64_t first_at_or_after(double t) const {
    // Ticks beyond 2^53 are no longer told apart.
    const auto hit =
        static_cast<std::int64_t>(std::clamp(std::ceil((t - offset) / period - slack(t)), -0x1p53, 0x1p53));
    return time(hit) < t && !is_hit(t, hit) ? hit + 1 : hit;
  }
  std::int64_t first_after(double t) const {
    const std::int64_t hit = first_at_or_after(t);
    return is_hit(t, hit) || time(hit) <= t ? hit + 1 : hit;
  }
  // Whether t is hit `hit`, up to rounding.
  bool is_hit(double t, std::int64_t hit) const { return std::abs(t - time(hit)) <= slack(t) * period; }

 private:
  // A few units in the last place of t and offset, in periods.
  double slack(double t) const {
    return 4 * std::numeric_limits<double>::epsilon() * (std::abs(t) + std::abs(offset)) / period;
  }
};

}  // namespace sim
