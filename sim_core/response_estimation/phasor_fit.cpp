#include "sim_core/response_estimation/phasor_fit.h"

#include <Eigen/Dense>

#include <cmath>
#include <numbers>

namespace sim {

double drift_of(std::span<const PeriodMeans> periods) {
  const auto count = static_cast<double>(periods.size());
  if (periods.size() < 2) return 0;
  double moment = 0;
  for (std::size_t k = 0; k < periods.size(); ++k)
    moment += (static_cast<double>(k) - (count - 1) / 2) * periods[k].value;
  return 12 * moment / (count * (count * count - 1));
}

Phasors phasors_of(std::span<const PeriodMeans> periods, std::span<const double> harmonics, double drift) {
  Phasors all(harmonics.size());
  for (std::size_t h = 0; h < harmonics.size(); ++h) {
    double sine = 0, cosine = 0;
    for (const PeriodMeans& period : periods) sine += period.sine[h], cosine += period.cosine[h];
    const auto count = static_cast<double>(periods.size());
    all[h] = {2 * sine / count + drift / (std::numbers::pi * harmonics[h]), 2 * cosine / count};
  }
  return all;
}

std::optional<Phasors> phasors_of_samples(std::span<const double> s, std::span<const double> y,
                                          std::span<const double> harmonics) {
  const auto rows = static_cast<Eigen::Index>(s.size()), lines = static_cast<Eigen::Index>(harmonics.size());
  if (rows < 2 * lines + 2) return std::nullopt;
  const double middle = (s.front() + s.back()) / 2;
  Eigen::MatrixXd terms(rows, 2 * lines + 2);
  Eigen::VectorXd values(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double at = s[static_cast<std::size_t>(i)];
    terms(i, 0) = 1;
    terms(i, 1) = at - middle;
    for (Eigen::Index k = 0; k < lines; ++k) {
      const double angle = 2 * std::numbers::pi * harmonics[static_cast<std::size_t>(k)] * at;
      terms(i, 2 + 2 * k) = std::sin(angle);
      terms(i, 3 + 2 * k) = std::cos(angle);
    }
    values(i) = y[static_cast<std::size_t>(i)];
  }
  const double span = s.back() - s.front();
  if (span > 0) terms.col(1) /= span;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(terms);
  if (factors.maxPivot() <= 0 ||
      std::abs(factors.matrixR()(2 * lines + 1, 2 * lines + 1)) < 1e-8 * factors.maxPivot())
    return std::nullopt;
  const Eigen::VectorXd found = factors.solve(values);
  Phasors all;
  for (Eigen::Index k = 0; k < lines; ++k) all.emplace_back(found(2 + 2 * k), found(3 + 2 * k));
  return all;
}

}  // namespace sim
