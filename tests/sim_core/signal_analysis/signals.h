#pragma once
// Signals whose measurements are known in closed form.
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

#include "sim_core/signal_analysis/samples.h"

namespace sim::analysis {

struct Recorded {
  std::vector<double> times, values;
  bool held = false;
  Samples samples() const { return {times, values, held}; }
  void add(double time, double value) {
    times.push_back(time);
    values.push_back(value);
  }
};

// At `rows` unevenly spaced times in [from, to], ends included.
inline Recorded record(const std::function<double(double)>& signal, double from, double to, std::size_t rows,
                       unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> gap(0.2, 1.8);
  std::vector<double> at{0};
  while (at.size() < rows) at.push_back(at.back() + gap(random));
  Recorded out;
  for (const double a : at) {
    const double t = from + (to - from) * a / at.back();
    out.add(t, signal(t));
  }
  return out;
}

// 0 and `high`, `periods` of them from t = 0 on, at `high` for the first `duty` of each; by jumps of two
// rows.
inline Recorded square_wave(double period, double duty, double high, int periods) {
  Recorded out;
  for (int k = 0; k < periods; ++k) {
    const double t = k * period;
    out.add(t, 0), out.add(t, high), out.add(t + duty * period, high), out.add(t + duty * period, 0);
  }
  out.add(periods * period, 0);
  return out;
}

}  // namespace sim::analysis
