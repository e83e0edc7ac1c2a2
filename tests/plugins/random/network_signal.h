#pragma once
// A signal of a network (network_spec.h) at an instant.
#include <cmath>
#include <numbers>

#include "tests/plugins/random/network_spec.h"

namespace sim {

// From this instant on. Of a sine the "slope" is the cosine.
struct SignalValue {
  long double value = 1, slope = 0;
};
inline SignalValue signal_at(const NetworkSignal& s, long double t) {
  if (s.is_sine()) {
    const long double angle = 2 * std::numbers::pi_v<long double> * s.frequency * t + s.phase;
    return {s.amplitude * std::sin(angle), s.amplitude * std::cos(angle)};
  }
  std::size_t k = 0;
  while (k < s.times.size() && s.times[k] <= t) ++k;
  SignalValue at{s.values[k == 0 ? 0 : k - 1], 0};
  if (k == 0 || k == s.times.size()) return at;
  using Real = long double;
  at.slope = (Real(s.values[k]) - s.values[k - 1]) / (Real(s.times[k]) - s.times[k - 1]);
  at.value += at.slope * (t - s.times[k - 1]);
  return at;
}

}  // namespace sim
