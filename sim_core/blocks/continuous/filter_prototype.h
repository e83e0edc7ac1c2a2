#pragma once
// Low-pass filters of a given order whose pass band ends at 1 rad/s, as sections of first and second order.
//
//   Butterworth        |H|^2 = 1 / (1 + w^(2n)): as flat as can be
//   Chebyshev          |H|^2 = 1 / (1 + r^2 T_n(w)^2): ripples of `ripple` decibels up to 1 rad/s, then steep
//   Bessel             the delay is as flat as can be; -3 dB at 1 rad/s
//   CriticalDamping    n equal real poles: never overshoots; -3 dB at 1 rad/s
//
// L. D. Paarmann, Design and Analysis of Analog Filters, Kluwer 2001.
#include <vector>

namespace sim::blocks {

enum class FilterDesign { Butterworth, Chebyshev, Bessel, CriticalDamping };
inline constexpr int highest_filter_order = 12;

// omega / (S + omega), or omega^2 / (S^2 + damping S + omega^2).
struct FilterSection {
  int order = 1;
  double omega = 1, damping = 0;
};
struct FilterPrototype {
  std::vector<FilterSection> sections;  // those that resonate least first
  double gain = 1;
};
FilterPrototype filter_prototype(FilterDesign design, int order, double ripple);

}  // namespace sim::blocks
