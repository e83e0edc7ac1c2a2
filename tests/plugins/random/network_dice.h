#pragma once
// What random networks are drawn with; all numbers are around 1. The same seed draws the same.
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "tests/plugins/random/network_spec.h"

namespace sim {

class NetworkDice {
 protected:
  explicit NetworkDice(unsigned seed) : random_(seed) {}

  int number(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }
  bool chance(int percent) { return number(1, 100) <= percent; }
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 5) / 134217728.0;
  }
  double size() { return std::exp(between(std::log(0.3), std::log(3))); }
  double sign() { return chance(50) ? 1 : -1; }

  NetworkSignal steps(double low, double high, int most) {
    NetworkSignal s = NetworkSignal::constant(between(low, high));
    for (int k = number(1, most); k > 0; --k) {
      s.times.push_back(s.times.back() + between(0.1, 1.2));
      s.values.push_back(s.values.back());
      s.times.push_back(s.times.back());
      s.values.push_back(between(low, high));
    }
    return s;
  }
  NetworkSignal ramps(double low, double high, int most) {
    NetworkSignal s = NetworkSignal::constant(between(low, high));
    for (int k = number(1, most); k > 0; --k) {
      s.times.push_back(s.times.back() + between(0.1, 1.2));
      s.values.push_back(between(low, high));
    }
    return s;
  }
  NetworkSignal signal(double most) {
    const int kind = number(0, 3);
    if (kind == 0) return NetworkSignal::constant(between(-most, most));
    if (kind == 1) return steps(-most, most, 3);
    if (kind == 2) return ramps(-most, most, 3);
    return {{0}, {0}, between(0.3, 1) * most, between(0.2, 1.5), between(0, 6)};
  }

  std::mt19937 random_;
};

}  // namespace sim
