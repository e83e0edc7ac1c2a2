#include "sim_core/estimation/least_squares.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim_core/base/work.h"

namespace sim {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Values = std::vector<double>;

VectorXd dense(const Values& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

double sum_of_squares(const Values& r) {
  double sum = 0;
  for (double each : r) sum += each * each;
  return sum;
}

bool all_finite(const Values& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

class Search {
 public:
  Search(const LeastSquaresProblem& problem, int most,
         const std::function<void(const LeastSquaresStep&)>& progress)
      : problem_(problem), most_(most), progress_(progress), n_(problem.start.size()) {}

  Result<LeastSquaresResult> run() {
    now_.x = problem_.start;
    for (std::size_t k = 0; k < n_; ++k) now_.x[k] = within(k, now_.x[k]);
    auto r = problem_.residuals(now_.x);
    if (!r || !all_finite(*r))
      return error({}, "the model has no finite results at the starting values", "begin elsewhere");
    now_.residuals = *std::move(r);
    now_.sum = sum_of_squares(now_.residuals);
    scale_.assign(n_, 0.0);
    if (!differentiate())
      return error({}, "the results have no derivatives at the starting values", "begin elsewhere");
    report();
    while (now_.iterations < most_ && !now_.converged) {
      check_stop();
      ++now_.iterations;
      if (!step()) break;
      report();
    }
    find_bounds();
    return std::move(now_);
  }

 private:
  double within(std::size_t k, double value) const {
    return std::clamp(value, problem_.minimum[k], problem_.maximum[k]);
  }
  void report() const {
    if (progress_) progress_({now_.iterations, now_.x, now_.residuals, now_.sum});
  }

  bool differentiate() {
    auto j = problem_.jacobian(now_.x, now_.residuals);
    if (!j || !std::all_of(j->begin(), j->end(), all_finite)) return false;
    now_.jacobian = *std::move(j);
    for (std::size_t k = 0; k < n_; ++k)
      scale_[k] = std::max(scale_[k], std::sqrt(sum_of_squares(now_.jacobian[k])));
    return true;
  }

  double slope(std::size_t k) const { return dense(now_.jacobian[k]).dot(dense(now_.residuals)); }
  bool is_held(std::size_t k) const {
    return problem_.minimum[k] == problem_.maximum[k] || (now_.x[k] <= problem_.minimum[k] && slope(k) > 0) ||
           (now_.x[k] >= problem_.maximum[k] && slope(k) < 0);
  }

  // The damped step in the parameters that are free.
  VectorXd damped(const std::vector<std::size_t>& free) const {
    const auto rows = static_cast<Eigen::Index>(now_.residuals.size()),
               columns = static_cast<Eigen::Index>(free.size());
    MatrixXd a = MatrixXd::Zero(rows + columns, columns);
    VectorXd b = VectorXd::Zero(rows + columns);
    b.head(rows) = -dense(now_.residuals);
    for (Eigen::Index c = 0; c < columns; ++c) {
      const std::size_t k = free[static_cast<std::size_t>(c)];
      const double size = scale_[k] > 0 ? scale_[k] : 1;
      a.col(c).head(rows) = dense(now_.jacobian[k]) / size;
      a(rows + c, c) = std::sqrt(damping_);
    }
    VectorXd out = a.colPivHouseholderQr().solve(b);
    for (Eigen::Index c = 0; c < columns; ++c) {
      const double size = scale_[free[static_cast<std::size_t>(c)]];
      out(c) /= size > 0 ? size : 1;
    }
    return out;
  }

  // In the scale of the columns.
  double length(const std::vector<std::size_t>& free, const VectorXd& d) const {
    double sum = 0;
    for (std::size_t c = 0; c < free.size(); ++c)
      sum += std::pow(scale_[free[c]] * d(static_cast<Eigen::Index>(c)), 2);
    return std::sqrt(sum);
  }

  // The linear model is not believed farther than the parameters are large, until it has been right there.
  VectorXd within_radius(const std::vector<std::size_t>& free) {
    if (radius_ < 0) {
      radius_ = 0;
      for (std::size_t k = 0; k < n_; ++k) radius_ = std::hypot(radius_, scale_[k] * now_.x[k]);
      if (!(radius_ > 0)) radius_ = std::numeric_limits<double>::infinity();
    }
    VectorXd d = damped(free);
    while (length(free, d) > 1.0001 * radius_ && damping_ < 1e30) {
      damping_ = std::max(4 * damping_, 1e-10);
      d = damped(free);
    }
    return d;
  }

  // False: nothing closer can be found.
  bool step() {
    for (int tries = 0; tries < 60; ++tries) {
      check_stop();
      std::vector<std::size_t> free;
      for (std::size_t k = 0; k < n_; ++k)
        if (!is_held(k)) free.push_back(k);
      if (free.empty()) return converge();
      const VectorXd d = within_radius(free);
      Values x = now_.x;
      bool moves = false;
      VectorXd linear = dense(now_.residuals);
      for (std::size_t c = 0; c < free.size(); ++c) {
        const std::size_t k = free[c];
        x[k] = within(k, x[k] + d(static_cast<Eigen::Index>(c)));
        const double moved = x[k] - now_.x[k];
        moves = moves || std::abs(moved) > 1e-13 * std::abs(x[k]) + 1e-300;
        linear += dense(now_.jacobian[k]) * moved;
      }
      if (!moves) return converge();
      const double predicted = now_.sum - linear.squaredNorm();
      // What the step could still win is rounding.
      if (std::abs(predicted) <= 1e-14 * now_.sum) {
        if (last_try(x)) return true;
        return converge();
      }
      auto r = problem_.residuals(x);
      const double sum = r && all_finite(*r) ? sum_of_squares(*r) : std::numeric_limits<double>::infinity();
      const double gain = predicted > 0 ? (now_.sum - sum) / predicted : -1;
      if (gain > 0) {
        take(std::move(x), *std::move(r), sum);
        damping_ *= std::max(1.0 / 3, 1 - std::pow(2 * gain - 1, 3));
        damping_ = std::max(damping_, 1e-16);
        growth_ = 2;
        if (gain > 0.75) radius_ = std::max(radius_, 2 * length(free, d));
        return differentiate();
      }
      damping_ *= growth_;
      growth_ *= 2;
      radius_ = std::min(radius_, length(free, d)) / 2;
      if (damping_ > 1e30) return converge();
    }
    return converge();
  }

  bool last_try(Values& x) {
    auto r = problem_.residuals(x);
    if (!r || !all_finite(*r) || !(sum_of_squares(*r) < now_.sum)) return false;
    const double sum = sum_of_squares(*r);
    const bool better = sum < now_.sum * (1 - 1e-14);
    take(std::move(x), *std::move(r), sum);
    return differentiate() && better;
  }

  void take(Values x, Values r, double sum) {
    now_.x = std::move(x), now_.residuals = std::move(r), now_.sum = sum;
  }
  bool converge() {
    now_.converged = true;
    return false;
  }

  void find_bounds() {
    now_.at_bound.assign(n_, 0);
    for (std::size_t k = 0; k < n_; ++k)
      now_.at_bound[k] = problem_.minimum[k] < problem_.maximum[k] && is_held(k) && slope(k) != 0;
  }

  const LeastSquaresProblem& problem_;
  const int most_;
  const std::function<void(const LeastSquaresStep&)>& progress_;
  const std::size_t n_;
  LeastSquaresResult now_;
  Values scale_;  // the largest norms of the columns
  double damping_ = 1e-3, growth_ = 2, radius_ = -1;
};

}  // namespace

Result<LeastSquaresResult> least_squares(const LeastSquaresProblem& problem, int most_iterations,
                                         const std::function<void(const LeastSquaresStep&)>& progress) {
  return Search(problem, most_iterations, progress).run();
}

}  // namespace sim
