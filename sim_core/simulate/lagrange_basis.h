#pragma once
// Polynomial interpolation through given points: the value at s of the polynomial through (s_i, v_i) is the
// sum of L_i(s) v_i, with
//   L_i(s) = w_i prod_{j != i} (s - s_j),   w_i = 1 / prod_{j != i} (s_i - s_j)
// (J.-P. Berrut, L. N. Trefethen, Barycentric Lagrange interpolation, SIAM Review 46 (2004) 501). The points
// have to differ. At a point every other L is exactly zero.
#include <array>
#include <span>
#include <vector>

namespace sim {

// `count` Chebyshev-Lobatto points in [0, 1], both ends among them and exact: count >= 2.
std::vector<double> lobatto_points(int count);

class LagrangeBasis {
 public:
  static constexpr int max_points = 16;

  explicit LagrangeBasis(std::span<const double> points);

  int size() const { return size_; }
  double point(int i) const { return points_[static_cast<std::size_t>(i)]; }
  double scale(int i) const { return scale_[static_cast<std::size_t>(i)]; }  // w_i
  // The point next to s.
  int nearest(double s) const;
  // L_i(s), and its derivative.
  void values(double s, std::span<double> weights) const;
  void slopes(double s, std::span<double> weights) const;

 private:
  int size_;
  std::array<double, max_points> points_{}, scale_{};
};

}  // namespace sim
