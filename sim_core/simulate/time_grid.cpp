#include "sim_core/simulate/time_grid.h"

#include <numeric>

namespace sim {

TimeGrid::TimeGrid(double period, double offset) : period_(period), offset_(offset) {
  const auto p = ratio_of(period), o = ratio_of(offset);
  if (!p || !o) return;
  constexpr double most = 0x1p53;
  const std::int64_t g = std::gcd(p->denominator, o->denominator);
  const std::int64_t of_offset = p->denominator / g, of_period = o->denominator / g;
  const auto product = [](std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) * static_cast<double>(b);
  };
  if (product(of_offset, o->denominator) > most || std::fabs(product(o->numerator, of_offset)) > most ||
      product(p->numerator, of_period) > most)
    return;
  base_ = of_offset * o->denominator;
  first_ = o->numerator * of_offset;
  step_ = p->numerator * of_period;
}

double TimeGrid::time(std::int64_t hit) const {
  constexpr double most = 0x1p62;
  if (base_ > 0 && std::fabs(static_cast<double>(hit)) * static_cast<double>(step_) < most)
    return nearest_double(first_ + hit * step_, base_);
  return std::fma(static_cast<double>(hit), period_, offset_);
}

}  // namespace sim
