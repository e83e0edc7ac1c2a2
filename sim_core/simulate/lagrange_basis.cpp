#include "sim_core/simulate/lagrange_basis.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace sim {

std::vector<double> lobatto_points(int count) {
  assert(count >= 2);
  std::vector<double> points(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] =
        0.5 - 0.5 * std::cos(std::numbers::pi * static_cast<double>(i) / static_cast<double>(count - 1));
  points.front() = 0;
  points.back() = 1;
  return points;
}

LagrangeBasis::LagrangeBasis(std::span<const double> points) : size_(static_cast<int>(points.size())) {
  assert(size_ >= 1 && size_ <= max_points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points_[i] = points[i];
    double product = 1;
    for (std::size_t j = 0; j < points.size(); ++j)
      if (j != i) product *= points[i] - points[j];
    scale_[i] = 1 / product;
  }
}

int LagrangeBasis::nearest(double s) const {
  int best = 0;
  for (int i = 1; i < size_; ++i)
    if (std::fabs(s - point(i)) < std::fabs(s - point(best))) best = i;
  return best;
}

void LagrangeBasis::values(double s, std::span<double> weights) const {
  const auto n = static_cast<std::size_t>(size_);
  double before = 1;  // the factors of the points before i
  for (std::size_t i = 0; i < n; ++i) {
    weights[i] = scale_[i] * before;
    before *= s - points_[i];
  }
  double behind = 1;
  for (std::size_t i = n; i-- > 0;) {
    weights[i] *= behind;
    behind *= s - points_[i];
  }
}

void LagrangeBasis::slopes(double s, std::span<double> weights) const {
  const auto n = static_cast<std::size_t>(size_);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) {
      if (k == i) continue;
      double product = 1;
      for (std::size_t j = 0; j < n; ++j)
        if (j != i && j != k) product *= s - points_[j];
      sum += product;
    }
    weights[i] = scale_[i] * sum;
  }
}

}  // namespace sim
