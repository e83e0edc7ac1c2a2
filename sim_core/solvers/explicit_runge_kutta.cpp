#include "sim_core/solvers/explicit_runge_kutta.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "sim_core/solvers/explicit_runge_kutta_stepper.h"
#include "sim_core/solvers/linear_combination.h"
#include "sim_core/solvers/small_interpolant.h"

namespace sim {

ExplicitRungeKutta::ExplicitRungeKutta(const OdeProblem& problem, const Tableau& tableau, bool error_control,
                                       StepperOptions options)
    : StepperBase(problem, std::move(options), error_control && !tableau.b_error.empty(),
                  {tableau.order, tableau.controlled_order()}),
      tableau_(tableau),
      hermite_(tableau.dense.empty()),
      end_is_stage_(tableau.first_same_as_last()) {
  const auto n = static_cast<std::size_t>(problem.size);
  argument_.resize(n);
  stages_.resize(n * static_cast<std::size_t>(tableau.stages + tableau.dense_stages));
  const auto inner = static_cast<std::size_t>(tableau.stages - (end_is_stage_ ? 1 : 0));
  const auto s = static_cast<std::size_t>(tableau.stages),
             all = s + static_cast<std::size_t>(tableau.dense_stages);
  for (std::size_t i = 0; i < inner; ++i) rows_.push_back(make_row(tableau.a.subspan(i * s, s)));
  for (std::size_t i = s; i < all; ++i)
    dense_rows_.push_back(make_row(tableau.dense_a.subspan((i - s) * all, all)));
  b_ = make_row(tableau.b);
  make_dense();
  if (!error_control_) return;
  b_error_ = make_row(tableau.b_error);
  b_error_low_ = make_row(tableau.b_error_low);
  if (!tableau.b_error_low.empty()) low_error_.resize(n);
}

// Stage 0 is f at the start.
const double* ExplicitRungeKutta::stage(int i) const {
  if (i == 0) return f_start_.data();
  if (end_is_stage_ && i == tableau_.stages - 1) return f_end_.data();
  return stages_.data() + static_cast<std::size_t>(i) * start_.size();
}

ExplicitRungeKutta::Row ExplicitRungeKutta::make_row(std::span<const double> weights) {
  Row row;
  for (std::size_t j = 0; j < weights.size(); ++j) row.add(weights[j], stage(static_cast<int>(j)));
  return row;
}

void ExplicitRungeKutta::make_dense() {
  const auto degree = static_cast<std::size_t>(tableau_.dense_degree());
  for (int i = 0; !hermite_ && i < tableau_.stages + tableau_.dense_stages; ++i) {
    const auto weights = tableau_.dense.subspan(static_cast<std::size_t>(i) * degree, degree);
    if (std::all_of(weights.begin(), weights.end(), [](double d) { return d == 0; })) continue;
    dense_weights_.insert(dense_weights_.end(), weights.begin(), weights.end());
    dense_stages_.push_back(stage(i));
  }
}

void ExplicitRungeKutta::combine(Vector& out, const Row& row) {
  add_combination(out.data(), start_.data(), step(), row.weights, row.stages.data(), out.size());
}

void ExplicitRungeKutta::estimate(Vector& out, const Row& row) {
  combination(out.data(), step(), row.weights, row.stages.data(), out.size());
}

EvalStatus ExplicitRungeKutta::evaluate_stage(int i, const Row& row, double c) {
  combine(argument_, row);
  return evaluate(c == 1 ? t_end_ : t_start_ + c * step(), argument_,
                  {stages_.data() + static_cast<std::size_t>(i) * argument_.size(), argument_.size()});
}

EvalStatus ExplicitRungeKutta::compute() {
  dense_known_ = false;
  if (const EvalStatus status = prepare_start(); status != EvalStatus::Ok) return status;
  for (int i = 1; i < static_cast<int>(rows_.size()); ++i)
    if (const EvalStatus status = evaluate_stage(i, rows_[static_cast<std::size_t>(i)], tableau_.c[i]);
        status != EvalStatus::Ok)
      return status;
  combine(end_, b_);
  if (!error_control_) return EvalStatus::Ok;
  if (end_is_stage_)
    if (const EvalStatus status = prepare_end(); status != EvalStatus::Ok) return status;
  estimate_error();
  return EvalStatus::Ok;
}

void ExplicitRungeKutta::estimate_error() {
  estimate(error_, b_error_);
  if (low_error_.empty()) return;
  estimate(low_error_, b_error_low_);
  const double high = error_norm(options_.weights, error_, start_, end_).value;
  const double low = error_norm(options_.weights, low_error_, start_, end_).value;
  const double both = std::sqrt(high * high + 0.01 * low * low);
  if (!(both > 0) || !std::isfinite(both)) return;
  for (double& e : error_) e *= high / both;
}

// The derivative at the end of the whole step, as it stands: a step moved earlier is evaluated where it was
// moved to.
EvalStatus ExplicitRungeKutta::prepare_dense() {
  if (hermite_ || end_is_stage_)
    if (const EvalStatus status = prepare_end(); status != EvalStatus::Ok) return status;
  for (int i = 0; i < tableau_.dense_stages && !dense_known_; ++i)
    if (const EvalStatus status = evaluate_stage(
            tableau_.stages + i, dense_rows_[static_cast<std::size_t>(i)], tableau_.dense_c[i]);
        status != EvalStatus::Ok)
      return status;
  dense_known_ = true;
  return EvalStatus::Ok;
}

void ExplicitRungeKutta::dense_rows(std::span<const double> times, std::span<double> x) const {
  const std::size_t n = start_.size(), terms = dense_stages_.size();
  const double h = step();
  std::array<double, max_terms> weights;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const std::span<double> row = x.subspan(k * n, n);
    if (hermite_) {
      hermite(times[k], row);
      continue;
    }
    const double theta = (times[k] - t_start_) / h, factor = h * theta;
    const std::size_t degree = dense_weights_.size() / terms;
    for (std::size_t i = 0; i < terms; ++i)
      weights_of(dense_weights_.data() + i * degree, degree, factor, theta, weights[i]);
    add_combination(row.data(), start_.data(), 1, {weights.data(), terms}, dense_stages_.data(), n);
  }
}

std::unique_ptr<Stepper> make_explicit_runge_kutta(const OdeProblem& problem, const Tableau& tableau,
                                                   bool error_control, StepperOptions options) {
  if (options.control.law == StepControl::Law::OfMethod)
    options.control.law = StepControl::Law::ProportionalIntegral;
  if (auto small = make_small_runge_kutta(problem, tableau, error_control, options)) return small;
  return std::make_unique<ExplicitRungeKutta>(problem, tableau, error_control, std::move(options));
}

}  // namespace sim
