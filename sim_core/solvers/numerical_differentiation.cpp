#include "sim_core/solvers/numerical_differentiation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim_core/solvers/backward_differences.h"
#include "sim_core/solvers/implicit_stepper.h"

namespace sim {
namespace {

constexpr int highest_order = 5;
constexpr std::array<double, 6> kappas{0, -0.1850, -1. / 9, -0.0823000, -0.0415000, 0};
constexpr std::array<double, 6> gammas{0, 1, 3. / 2, 11. / 6, 25. / 12, 137. / 60};

class NumericalDifferentiation final : public ImplicitStepper {
 public:
  NumericalDifferentiation(const OdeProblem& problem, StepperOptions options)
      : ImplicitStepper(problem, std::move(options), true, {1, 1}),
        differences_(problem.size),
        trial_(problem.size) {
    for (Vector* v : {&predicted_, &psi_, &correction_}) v->resize(start_.size());
    keeps_factors_within_ = 0.4;
    options_.max_order = std::clamp(options_.max_order, 1, highest_order);
  }

 protected:
  EvalStatus compute() override;
  bool one_step() const override { return false; }
  void dense(double t, std::span<double> x) const override;
  void forget() override;
  void accepted() override;
  void advance() override;
  double step_after_accept() override;
  double step_after_reject(Rejection why) override;
  void save(Vector& memory) const override;
  bool load(std::span<const double> memory) override;

 private:
  double kappa(int k) const {
    return options_.backward_differences ? 0 : kappas[static_cast<std::size_t>(k)];
  }
  double gamma(int k) const { return gammas[static_cast<std::size_t>(k)]; }
  double error_constant(int k) const { return kappa(k) * gamma(k) + 1. / (k + 1); }
  double error_of(std::span<const double> difference, double constant) const;
  EvalStatus begin();
  void set_step(double h);
  void predict();
  void settle(BackwardDifferences& differences, double& h, std::span<const double> x) const;

  int order() const override { return order_; }

  BackwardDifferences differences_;  // at the start of the step
  BackwardDifferences trial_;        // at its end, as computed
  Vector predicted_, psi_, correction_;
  int order_ = 1, next_order_ = 1;
  double h_ = 0;         // of differences_; 0: there are none yet
  double h_trial_ = 0;   // of trial_
  int equal_steps_ = 0;  // with this step size and order
  int rejections_ = 0;   // of this step
  bool settled_ = true;  // differences_ belong to start_
};

void NumericalDifferentiation::forget() {
  ImplicitStepper::forget();
  differences_.clear();
  order_ = next_order_ = 1;
  h_ = 0;
  equal_steps_ = -1;  // none yet
  rejections_ = 0;
  settled_ = true;
}

// Order 1, with the derivative for the past.
EvalStatus NumericalDifferentiation::begin() {
  if (const EvalStatus status = prepare_start(); status != EvalStatus::Ok) return status;
  h_ = step();
  for (std::size_t i = 0; i < start_.size(); ++i) differences_[1][i] = h_ * f_start_[i];
  return EvalStatus::Ok;
}

// A step that differs by the rounding of its ends is the same.
void NumericalDifferentiation::set_step(double h) {
  const double rounding =
      16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_end_), std::abs(t_start_));
  if (std::abs(h - h_) <= rounding) return;
  differences_.change_grid(order_, 0, h / h_);
  h_ = h;
  equal_steps_ = 0;
}

void NumericalDifferentiation::predict() {
  predicted_ = start_;
  std::fill(psi_.begin(), psi_.end(), 0.0);
  const double scale = 1 / (gamma(order_) * (1 - kappa(order_)));
  for (int j = 1; j <= order_; ++j) {
    const auto d = differences_[j];
    const double weight = gamma(j) * scale;
    for (std::size_t i = 0; i < d.size(); ++i) {
      predicted_[i] += d[i];
      psi_[i] -= weight * d[i];
    }
  }
  for (std::size_t i = 0; i < psi_.size(); ++i) psi_[i] += predicted_[i];
}

EvalStatus NumericalDifferentiation::compute() {
  if (h_ == 0)
    if (const EvalStatus status = begin(); status != EvalStatus::Ok) return status;
  if (next_order_ != order_) {
    order_ = next_order_;
    equal_steps_ = 0;
  }
  set_step(step());
  predict();
  const double c = step() / (gamma(order_) * (1 - kappa(order_)));
  const EvalStatus status = with_jacobian(c, [&] {
    end_ = predicted_;
    return newton_.solve(matrix_, t_end_, c, psi_, end_, correction_, options_.weights, start_,
                         0.05 / error_constant(order_));
  });
  if (status != EvalStatus::Ok) return status;
  for (std::size_t i = 0; i < end_.size(); ++i) error_[i] = error_constant(order_) * correction_[i];

  h_trial_ = h_;
  const int k = order_;
  for (std::size_t i = 0; i < end_.size(); ++i) {
    trial_[k + 2][i] = correction_[i] - differences_[k + 1][i];
    trial_[k + 1][i] = correction_[i];
    double sum = correction_[i];
    for (int j = k; j >= 1; --j) trial_[j][i] = sum += differences_[j][i];
  }
  return EvalStatus::Ok;
}

void NumericalDifferentiation::dense(double t, std::span<double> x) const {
  trial_.evaluate(order_, (t - t_end_) / h_trial_, unmoved_end(), x);
}

double NumericalDifferentiation::error_of(std::span<const double> difference, double constant) const {
  return constant * error_norm(options_.weights, difference, start_, end_).value;
}

// The order and the step size that promise the longest step, once enough steps have been equal for the
// differences to be trusted; a step is not made a little longer.
double NumericalDifferentiation::step_after_accept() {
  ++equal_steps_;
  rejections_ = 0;
  next_order_ = order_;
  const int k = order_;
  const double h = step(), error = std::max(last_.error.value, 1e-12);
  if (was_truncated()) {
    equal_steps_ = 0;
    return std::max(h, next_step_);
  }
  const auto factor = [](double e, int order, double safety) {
    return std::min(1 / (safety * std::pow(std::max(e, 1e-12), 1. / (order + 1))), 10.0);
  };
  // Where a step was cut short from outside, what was planned still holds, as far as the error says so.
  const double planned = next_step_;
  if (planned > 1.2 * h) return std::max(h, std::min(planned, h * std::min(factor(error, k, 1.2), 4.0)));
  if (equal_steps_ == 0) {  // the first step of all says what steps of order 1 could have been
    equal_steps_ = 1;
    return h * std::max(1.0, factor(error, 1, 1.2));
  }
  if (equal_steps_ < k + 2) return h;
  double best = factor(error, k, 1.2);
  if (k > 1) {
    const double lower = factor(error_of(trial_[k], error_constant(k - 1)), k - 1, 1.3);
    if (lower > best) best = lower, next_order_ = k - 1;
  }
  if (k < options_.max_order) {
    const double higher = factor(error_of(trial_[k + 2], error_constant(k + 1)), k + 1, 1.4);
    if (higher > best) best = higher, next_order_ = k + 1;
  }
  if (best > 1) return h * best;
  next_order_ = k;
  return h;
}

double NumericalDifferentiation::step_after_reject(Rejection why) {
  ++rejections_;
  equal_steps_ = 0;
  const double h = step(), error = last_.error.value;
  if (why == Rejection::EvaluationFailed) return h / 4;
  if (rejections_ > 1 || !std::isfinite(error)) return h / 2;
  const int k = order_;
  double factor = std::max(0.1, 0.833 * std::pow(1 / error, 1. / (k + 1)));
  if (k > 1) {
    Vector difference(start_.size());
    for (std::size_t i = 0; i < difference.size(); ++i) difference[i] = differences_[k][i] + correction_[i];
    const double lower = std::max(
        0.1, 0.769 * std::pow(1 / std::max(error_of(difference, error_constant(k - 1)), 1e-12), 1. / k));
    if (lower > factor) factor = std::min(1.0, lower), next_order_ = k - 1;
  }
  return h * std::min(factor, 0.9);
}

void NumericalDifferentiation::accepted() {
  ImplicitStepper::accepted();
  settled_ = false;
}

// The past as seen from x, where the step was left.
void NumericalDifferentiation::settle(BackwardDifferences& differences, double& h,
                                      std::span<const double> x) const {
  if (!was_truncated() && !end_was_moved()) return;
  Vector expected(unmoved_end().begin(), unmoved_end().end());
  if (was_truncated()) {
    // The grid is drawn together, so that it does not reach further back than the points did.
    const double shift = (cut_time() - t_end_) / h;
    const double ratio = std::max(1 + shift / order_, 0.1);
    differences.evaluate(order_, shift, unmoved_end(), expected);
    differences.change_grid(order_, shift, ratio);
    h *= ratio;
  }
  for (int j = 1; j <= order_ + 1; ++j)
    for (std::size_t i = 0; i < x.size(); ++i) differences[j][i] += x[i] - expected[i];
}

void NumericalDifferentiation::advance() {
  settle(trial_, h_trial_, start_);
  differences_.swap(trial_);
  h_ = h_trial_;
  settled_ = true;
}

void NumericalDifferentiation::save(Vector& memory) const {
  BackwardDifferences differences = settled_ ? differences_ : trial_;
  double h = settled_ ? h_ : h_trial_;
  if (!settled_) settle(differences, h, state());
  memory.insert(memory.end(), {static_cast<double>(order_), static_cast<double>(next_order_),
                               static_cast<double>(equal_steps_), h});
  memory.insert(memory.end(), differences.all().begin(), differences.all().end());
  ImplicitStepper::save(memory);
}

bool NumericalDifferentiation::load(std::span<const double> memory) {
  const std::size_t count = differences_.all().size();
  if (memory.size() < 4 + count) return false;
  const auto order_in = [&](double v) { return v >= 1 && v <= options_.max_order && v == std::floor(v); };
  if (!order_in(memory[0]) || !order_in(memory[1]) || !(memory[3] >= 0)) return false;
  order_ = static_cast<int>(memory[0]);
  next_order_ = static_cast<int>(memory[1]);
  equal_steps_ = static_cast<int>(memory[2]);
  h_ = memory[3];
  std::copy_n(memory.begin() + 4, count, differences_.all().begin());
  return ImplicitStepper::load(memory.subspan(4 + count));
}

}  // namespace

std::unique_ptr<Stepper> make_numerical_differentiation(const OdeProblem& problem, StepperOptions options) {
  return std::make_unique<NumericalDifferentiation>(problem, std::move(options));
}

}  // namespace sim
