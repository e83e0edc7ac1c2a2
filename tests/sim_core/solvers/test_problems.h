#pragma once
// Small problems with known solutions.
#include <cmath>
#include <ostream>
#include <vector>

#include "sim_core/solvers/methods/registry.h"

namespace sim {
inline void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }
}  // namespace sim

namespace sim::test {

// Non-autonomous and non-linear, smooth: x0 = exp(sin t), x1 = 1 / (1 + 3 exp(-t)).
inline OdeProblem growth() {
  return {.size = 2, .rhs = [](double t, auto x, auto dx) {
            dx[0] = x[0] * std::cos(t);
            dx[1] = x[1] * (1 - x[1]);
            return EvalStatus::Ok;
          }};
}
inline std::vector<double> growth_at(double t) { return {std::exp(std::sin(t)), 1 / (1 + 3 * std::exp(-t))}; }

// Position and velocity of a unit oscillator that starts at (1, 0).
inline OdeProblem oscillator() {
  return {.size = 2, .rhs = [](double, auto x, auto dx) {
            dx[0] = x[1];
            dx[1] = -x[0];
            return EvalStatus::Ok;
          }};
}
inline std::vector<double> oscillator_at(double t) { return {std::cos(t), -std::sin(t)}; }

inline double distance(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace sim::test
