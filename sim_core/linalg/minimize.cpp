#include "sim_core/linalg/minimize.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr int most_steps = 300;
constexpr double close_step = 1e-6;    // a Newton step this small, relatively, is followed by round-off
constexpr double beyond_bounds = 1e8;  // in typical lengths
constexpr double flat = 1e-9;          // an eigenvalue this small, relatively, may be negative by rounding
constexpr double epsilon = std::numeric_limits<double>::epsilon();

struct Point {
  Vector x, gradient;  // the gradient in lengths of one, as below
  double value = 0;
  Vector curvatures;  // the eigenvalues of the Hessian in lengths of one, ascending
  Matrix axes;        // its eigenvectors
};

class Search {
 public:
  Search(const SmoothFunction& function, const Matrix& b, double length)
      : function_(function), factors_(b), length_(length) {}

  bool measurable() const {
    return factors_.info() == Eigen::Success && length_ > 0 && std::isfinite(length_);
  }

  MinimumEnd run(Vector& x) {
    if (!measurable() || !evaluate(x, here_)) return MinimumEnd::Undefined;
    const Vector start = x;
    double radius = length_;
    MinimumEnd end = MinimumEnd::Unbounded;
    for (int k = 0; k < most_steps; ++k) {
      const Vector s = step(radius);
      if (is_close(s)) {
        end = polish();
        break;
      }
      if (size(here_.x - start) > beyond_bounds * length_) break;
      if (s.norm() <= epsilon * extent()) {
        end = MinimumEnd::Stalled;
        break;
      }
      radius = try_step(s, radius);
    }
    x = here_.x;
    return end;
  }

 private:
  double size(const Vector& x) const { return (factors_.matrixU() * x).norm(); }
  double extent() const { return std::max(length_, size(here_.x)); }

  bool evaluate(const Vector& x, Point& at) const {
    const auto n = static_cast<std::size_t>(x.size());
    Vector gradient(x.size());
    Matrix hessian(x.size(), x.size());
    at.x = x;
    if (!function_.evaluate({x.data(), n}, at.value, {gradient.data(), n}, {hessian.data(), n * n}) ||
        !std::isfinite(at.value) || !gradient.allFinite() || !hessian.allFinite())
      return false;
    at.gradient = factors_.matrixL().solve(gradient);
    const Matrix half = factors_.matrixL().solve(hessian);
    const Matrix measured = factors_.matrixL().solve(half.transpose());
    const Eigen::SelfAdjointEigenSolver<Matrix> axes((measured + measured.transpose()) / 2);
    at.curvatures = axes.eigenvalues();
    at.axes = axes.eigenvectors();
    return at.curvatures.allFinite();
  }

  // The step that makes the quadratic model smallest within the radius, in lengths of one.
  Vector step(double radius) const {
    const Vector slope = here_.axes.transpose() * here_.gradient;
    const auto along = [&](double shift) {
      Vector s(slope.size());
      for (Eigen::Index i = 0; i < s.size(); ++i) {
        const double bend = here_.curvatures[i] + shift;
        s[i] = slope[i] == 0 ? 0 : -slope[i] / bend;
      }
      return s;
    };
    const double least = here_.curvatures[0];
    if (least > 0 && along(0).norm() <= radius) return here_.axes * along(0);
    double low = std::max(0.0, -least), high = low + slope.norm() / radius + epsilon * std::fabs(least);
    while (high > low && along(high).norm() > radius) high += high - low;
    for (int k = 0; k < 200; ++k) {
      const double middle = low + (high - low) / 2;
      if (!(middle > low && middle < high)) break;
      (along(middle).norm() > radius ? low : high) = middle;
    }
    Vector s = along(high);
    for (double& element : s)
      if (!std::isfinite(element)) element = 0;
    // No slope leads out of a saddle point or along a ridge: the direction of the least curvature does.
    const double missing = radius * radius - s.squaredNorm();
    if (least < 0 && missing > 0) s[0] += (s[0] < 0 ? -1 : 1) * std::sqrt(missing);
    return here_.axes * s;
  }

  bool is_close(const Vector& s) const {
    return here_.curvatures[0] > -flat * std::fabs(here_.curvatures[here_.curvatures.size() - 1]) &&
           s.norm() <= close_step * extent() && (newton() - s).norm() <= close_step * s.norm();
  }

  Vector newton() const {
    const Vector slope = here_.axes.transpose() * here_.gradient;
    Vector s(slope.size());
    for (Eigen::Index i = 0; i < s.size(); ++i) s[i] = slope[i] == 0 ? 0 : -slope[i] / here_.curvatures[i];
    return here_.axes * s;
  }

  // Goes there if it is lower, as far as the model promises; gives the next radius.
  double try_step(const Vector& s, double radius) {
    const Vector in_axes = here_.axes.transpose() * s;
    const double promised =
        -s.dot(here_.gradient) - 0.5 * (here_.curvatures.array() * in_axes.array().square()).sum();
    Point next;
    const bool defined = evaluate(here_.x + factors_.matrixU().solve(s), next);
    const double kept = defined && promised > 0 ? (here_.value - next.value) / promised : -1;
    const double before = s.norm();
    if (kept > 1e-4) std::swap(here_, next);
    if (kept < 0.25) return before / 4;
    return kept > 0.75 ? std::max(radius, 2 * before) : radius;
  }

  // The last digits: whole Newton steps while they make the gradient smaller.
  MinimumEnd polish() {
    for (int k = 0; k < most_steps; ++k) {
      const Vector s = newton();
      Point next;
      if (!s.allFinite() || !evaluate(here_.x + factors_.matrixU().solve(s), next) ||
          !(next.gradient.norm() < here_.gradient.norm()) || next.curvatures[0] < 0)
        break;
      std::swap(here_, next);
    }
    return MinimumEnd::Found;
  }

  const SmoothFunction& function_;
  Eigen::LLT<Matrix> factors_;
  double length_;
  Point here_;
};

}  // namespace

MinimumEnd minimize(const SmoothFunction& function, std::span<const double> b, double length,
                    std::span<double> x) {
  if (function.size == 0) return MinimumEnd::Found;
  Vector at = Eigen::Map<const Vector>(x.data(), function.size);
  const MinimumEnd end =
      Search(function, Eigen::Map<const Matrix>(b.data(), function.size, function.size), length).run(at);
  std::copy_n(at.data(), at.size(), x.begin());
  return end;
}

}  // namespace sim
