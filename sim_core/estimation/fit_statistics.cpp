#include "sim_core/estimation/fit_statistics.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

namespace {

using Eigen::MatrixXd;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
// What rounding may leave of a combination of parameters that has no influence.
constexpr double least_of_differences = 1e-6, least_of_exact = 1e-7;

// The continued fraction of the incomplete beta function. W. H. Press et al., Numerical Recipes, section 6.4;
// evaluated as by W. J. Lentz (1976).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  const auto guard = [](double v) { return std::abs(v) < tiny ? tiny : v; };
  double c = 1, d = 1 / guard(1 - (a + b) * x / (a + 1)), h = d;
  for (int m = 1; m < 500; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d), c = guard(1 + even / c), h *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d), c = guard(1 + odd / c), h *= d * c;
    if (std::abs(d * c - 1) < 1e-16) break;
  }
  return h;
}

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

// Above t > 0.
double upper_tail(double t, double degrees) {
  return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2;
}

}  // namespace

double student_t_quantile(double p, double degrees) {
  if (p == 0.5) return 0;
  if (p < 0.5) return -student_t_quantile(1 - p, degrees);
  double low = 0, high = 1;
  while (upper_tail(high, degrees) > 1 - p && high < 1e300) high *= 2;
  for (int round = 0; round < 200; ++round) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (upper_tail(middle, degrees) > 1 - p ? low : high) = middle;
  }
  return (low + high) / 2;
}

FitStatistics fit_statistics(const LeastSquaresResult& fit, bool exact) {
  const double least_singular = exact ? least_of_exact : least_of_differences;
  const std::size_t n = fit.x.size();
  FitStatistics out;
  out.standard_error.assign(n, nan), out.low.assign(n, nan), out.high.assign(n, nan);
  out.profiled.assign(n, 0), out.doubtful.assign(n, 0);
  out.correlation.assign(n, std::vector<double>(n, nan));
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < n; ++k)
    if (!fit.at_bound[k]) free.push_back(k);
  const auto m = static_cast<Eigen::Index>(fit.residuals.size()), p = static_cast<Eigen::Index>(free.size());
  out.degrees = static_cast<int>(m - p);
  out.variance = out.degrees > 0 ? fit.sum / out.degrees : nan;
  if (p == 0) return out;
  // Columns of length 1: singular values say how far parameters are independent, whatever their units.
  MatrixXd j = MatrixXd::Zero(std::max(m, p), p);
  Eigen::VectorXd sizes(p);
  for (Eigen::Index c = 0; c < p; ++c) {
    const auto& column = fit.jacobian[free[static_cast<std::size_t>(c)]];
    j.col(c).head(m) = Eigen::Map<const Eigen::VectorXd>(column.data(), m);
    sizes(c) = j.col(c).norm();
    if (sizes(c) > 0) j.col(c) /= sizes(c);
  }
  const Eigen::JacobiSVD<MatrixXd> svd(j, Eigen::ComputeThinU | Eigen::ComputeThinV);
  std::vector<char> lost(static_cast<std::size_t>(p), 0);
  for (Eigen::Index k = 0; k < p; ++k) {
    if (svd.singularValues()(k) > least_singular * svd.singularValues()(0)) continue;
    std::vector<std::size_t> group;
    for (Eigen::Index c = 0; c < p; ++c)
      if (std::abs(svd.matrixV()(c, k)) > 0.1) {
        group.push_back(free[static_cast<std::size_t>(c)]);
        lost[static_cast<std::size_t>(c)] = 1;
      }
    out.not_identifiable.push_back(std::move(group));
  }
  MatrixXd covariance = MatrixXd::Zero(p, p);
  for (Eigen::Index k = 0; k < p; ++k)
    if (const double s = svd.singularValues()(k); s > least_singular * svd.singularValues()(0))
      covariance += svd.matrixV().col(k) * svd.matrixV().col(k).transpose() / (s * s);
  const double t = out.degrees > 0 ? student_t_quantile(0.975, out.degrees) : nan;
  for (Eigen::Index a = 0; a < p; ++a) {
    const auto ka = free[static_cast<std::size_t>(a)];
    if (lost[static_cast<std::size_t>(a)] || !(sizes(a) > 0)) continue;
    out.standard_error[ka] = std::sqrt(out.variance * covariance(a, a)) / sizes(a);
    out.low[ka] = fit.x[ka] - t * out.standard_error[ka];
    out.high[ka] = fit.x[ka] + t * out.standard_error[ka];
    for (Eigen::Index b = 0; b < p; ++b) {
      const auto kb = free[static_cast<std::size_t>(b)];
      if (lost[static_cast<std::size_t>(b)] || !(sizes(b) > 0)) continue;
      out.correlation[ka][kb] = covariance(a, b) / std::sqrt(covariance(a, a) * covariance(b, b));
      if (a < b && std::abs(out.correlation[ka][kb]) > 0.99) out.correlated.emplace_back(ka, kb);
    }
  }
  return out;
}

}  // namespace sim
