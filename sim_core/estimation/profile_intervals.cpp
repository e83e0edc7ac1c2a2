#include "sim_core/estimation/profile_intervals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace sim {

namespace {

using Values = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_deviation = 0.1;  // of the rise of the sum of squares, for a linearized interval
constexpr double close_enough = 0.01;   // of t, at the end of a profile
constexpr int most_points = 24, most_expansions = 8, most_steps = 30;

struct BudgetSpent {};

class Profile {
 public:
  Profile(const LeastSquaresProblem& problem, const LeastSquaresResult& fit, const FitStatistics& statistics,
          int most_evaluations)
      : problem_(problem),
        left_(most_evaluations),
        fit_(fit),
        statistics_(statistics),
        t_(student_t_quantile(0.975, statistics.degrees)) {}

  // Whether the sum of squares rises at both ends as it does for residuals that are linear.
  bool is_linear(std::size_t k) const {
    for (const double direction : {-1.0, 1.0}) {
      Values x = fit_.x;
      for (std::size_t j = 0; j < x.size(); ++j) {
        const double correlation = j == k ? 1 : statistics_.correlation[k][j];
        if (std::isnan(correlation)) continue;
        x[j] += direction * t_ * correlation * statistics_.standard_error[j];
        if (x[j] < problem_.minimum[j] || x[j] > problem_.maximum[j]) return false;
      }
      const auto r = problem_.residuals(x);
      if (!r) return false;
      double sum = 0;
      for (double each : *r) sum += each * each;
      const double rise = (sum - fit_.sum) / (t_ * t_ * statistics_.variance);
      if (!(std::abs(rise - 1) <= most_deviation)) return false;
    }
    return true;
  }

  // Where the profile has risen far enough.
  double end(std::size_t k, double direction) const {
    const double bound = direction < 0 ? problem_.minimum[k] : problem_.maximum[k];
    double low = fit_.x[k], low_rise = 0, high = 0, high_rise = 0;
    bool enclosed = false;
    Values others = fit_.x;
    double next = low + direction * t_ * statistics_.standard_error[k];
    for (int point = 0, expansions = 0; point < most_points; ++point) {
      const double value = direction < 0 ? std::max(next, bound) : std::min(next, bound);
      const auto found = with(k, value, others);
      const double rise = found ? rise_of(found->sum) : infinity;
      if (std::abs(rise - t_) <= close_enough * t_) return value;
      if (rise < t_) {
        if (value == bound) return bound;
        low = value, low_rise = rise, others = found->x;
      } else {
        high = value, high_rise = rise, enclosed = true;
      }
      if (enclosed) {
        const double part =
            std::isfinite(high_rise) ? std::clamp((t_ - low_rise) / (high_rise - low_rise), 0.1, 0.9) : 0.5;
        next = low + part * (high - low);
        if (std::abs(high - low) <= 1e-10 * std::abs(low)) return low;
      } else {
        if (++expansions > most_expansions) return direction * infinity;
        const double slope = low_rise / std::abs(low - fit_.x[k]);
        const double step = slope > 0 ? (t_ - low_rise) / slope : infinity;
        const double width = std::abs(low - fit_.x[k]);
        next = low + direction * std::clamp(1.1 * step, 0.1 * width, 3 * width);
      }
    }
    return low;
  }

 private:
  double rise_of(double sum) const { return std::sqrt(std::max(0.0, sum - fit_.sum) / statistics_.variance); }

  // The best others where this one is held.
  std::optional<LeastSquaresResult> with(std::size_t k, double value, const Values& others) const {
    LeastSquaresProblem held = problem_;
    held.residuals = [this](const Values& x) {
      if (left_-- <= 0) throw BudgetSpent();
      return problem_.residuals(x);
    };
    held.start = others;
    held.start[k] = held.minimum[k] = held.maximum[k] = value;
    auto found = least_squares(held, most_steps);
    if (!found) return std::nullopt;
    return *std::move(found);
  }

  const LeastSquaresProblem& problem_;
  mutable int left_;  // evaluations of profiles
  const LeastSquaresResult& fit_;
  const FitStatistics& statistics_;
  const double t_;
};

}  // namespace

void profile_intervals(const LeastSquaresProblem& problem, const LeastSquaresResult& fit,
                       FitStatistics& statistics, double resolution, int most_evaluations) {
  statistics.profiled.assign(fit.x.size(), 0);
  statistics.doubtful.assign(fit.x.size(), 0);
  if (!(statistics.variance > resolution * resolution) || statistics.degrees <= 0) return;
  const Profile profile(problem, fit, statistics, most_evaluations);
  for (std::size_t k = 0; k < fit.x.size(); ++k) {
    if (!std::isfinite(statistics.standard_error[k]) || profile.is_linear(k)) continue;
    try {
      const double low = profile.end(k, -1), high = profile.end(k, 1);
      statistics.low[k] = low, statistics.high[k] = high;
      statistics.profiled[k] = 1;
    } catch (const BudgetSpent&) {
      statistics.doubtful[k] = 1;
    }
  }
}

}  // namespace sim
