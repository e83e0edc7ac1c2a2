#include "sim_core/solvers/step_controller.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sim {
namespace {

constexpr double failure_factor = 0.25;
// Below this an error says nothing about the size of the next step, and its powers would overflow.
constexpr double least_error = 1e-10;

}  // namespace

StepController::StepController(int error_order, StepControl control)
    : control_(control), exponent_(1.0 / (error_order + 1)) {}

void StepController::restart() {
  error_before_ = 1e-4;
  rejected_ = false;
}

double StepController::after_accept(double h, double error) {
  error = std::max(error, least_error);
  double factor = control_.safety;
  if (proportional_integral()) {
    const double beta = 0.4 * exponent_;
    factor *= std::pow(error, -(exponent_ - 0.75 * beta)) * std::pow(error_before_, beta);
    if (error > 1e-4) error_before_ = error;  // smaller ones are those of steps that were cut short
  } else {
    factor *= std::pow(error, -exponent_);
  }
  // A step that had to be repeated must not grow at once: the next would fail again.
  const double largest = rejected_ ? 1.0 : control_.largest_factor;
  rejected_ = false;
  return h * std::clamp(factor, control_.smallest_factor, largest);
}

double StepController::after_reject(double h, double error) {
  rejected_ = true;
  if (!std::isfinite(error)) return h * control_.smallest_factor;
  const double factor = control_.safety * std::pow(std::max(error, 1.0), -exponent_);
  return h * std::clamp(factor, control_.smallest_factor, control_.safety);
}

double StepController::after_failure(double h) {
  rejected_ = true;
  return h * failure_factor;
}

double smallest_step(double t) {
  return 16 *
         std::max(std::numeric_limits<double>::epsilon() * std::abs(t), std::numeric_limits<double>::min());
}

double initial_step(const OdeProblem& problem, const ErrorWeights& weights, int order, double t,
                    std::span<const double> x, std::span<const double> f0, double max_step) {
  const double d0 = error_norm(weights, x, x, x).value;
  const double d1 = error_norm(weights, f0, x, x).value;
  double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * (d0 / d1);
  if (!std::isfinite(h0)) h0 = 1e-6;
  h0 = std::min(std::max(h0, smallest_step(t)), max_step);

  std::vector<double> x1(x.size()), f1(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) x1[i] = x[i] + h0 * f0[i];
  if (problem.rhs(t + h0, x1, f1) != EvalStatus::Ok) return std::max(0.1 * h0, smallest_step(t));
  for (std::size_t i = 0; i < x.size(); ++i) f1[i] = (f1[i] - f0[i]) / h0;
  const double d2 = error_norm(weights, f1, x, x).value;
  const double fastest = std::max(d1, d2);
  if (!std::isfinite(fastest)) return h0;
  const double h1 =
      fastest <= 1e-15 ? std::max(1e-6, h0 * 1e-3) : std::pow(0.01 / fastest, 1.0 / (order + 1));
  return std::min(std::max(std::min(100 * h0, h1), smallest_step(t)), max_step);
}

}  // namespace sim
