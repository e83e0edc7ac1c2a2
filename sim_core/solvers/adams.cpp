#include "sim_core/solvers/adams.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/solvers/adams_weights.h"
#include "sim_core/solvers/stepper_base.h"

namespace sim {
namespace {

class Adams final : public StepperBase {
 public:
  Adams(const OdeProblem& problem, StepperOptions options)
      : StepperBase(problem, std::move(options), true, {1, 1}),
        differences_(start_.size() * columns),
        trial_(start_.size() * columns),
        gap_(start_.size()),
        predicted_(start_.size()) {}

 protected:
  EvalStatus compute() override;
  bool one_step() const override { return false; }
  EvalStatus prepare_dense() override;
  void dense(double t, std::span<double> x) const override;
  void end_moved() override {
    f_end_known_ = false;
    dense_known_ = false;
  }
  void forget() override;
  void accepted() override;
  double step_after_accept() override;
  double step_after_reject(Rejection why) override;
  void save(Vector& memory) const override;
  bool load(std::span<const double> memory) override;

 private:
  static constexpr int columns = adams_order + 2;
  std::span<double> column(Vector& all, int j) const {
    return {all.data() + static_cast<std::size_t>(j) * start_.size(), start_.size()};
  }
  std::span<const double> column(const Vector& all, int j) const {
    return {all.data() + static_cast<std::size_t>(j) * start_.size(), start_.size()};
  }
  EvalStatus join_start();
  void add_point(double h, std::span<const double> f, Vector& out) const;
  void measure_other_orders(const AdamsWeights& g);

  int order() const override { return order_; }

  Vector differences_;  // Phi_j at the start of the step
  Vector trial_;  // at its end: with f at the predicted end, then, for interpolation, at the corrected one
  AdamsDistances psi_{};
  Vector gap_;  // by how much the interpolant misses the start
  Vector predicted_;
  int order_ = 1, next_order_ = 1;
  int points_ = 0;           // of the past, the start included, up to columns; 0: nothing is known
  bool joined_ = true;       // the past includes the start of the step
  double joining_step_ = 0;  // otherwise: how long the step before was
  bool starting_ = true;     // order and step grow with every step
  int equal_steps_ = 0, rejections_ = 0;
  bool dense_known_ = false;
  // The error that a step like this one would have had with other orders, in units of the tolerance.
  double lowest_ = 0, lower_ = 0, higher_ = 0;  // k - 2, k - 1, k + 1
};

void Adams::forget() {
  order_ = next_order_ = 1;
  points_ = 0;
  joined_ = true;
  starting_ = true;
  equal_steps_ = rejections_ = 0;
  dense_known_ = false;
}

// out = Phi over the past and a point h behind its newest, where the derivative is f.
void Adams::add_point(double h, std::span<const double> f, Vector& out) const {
  const AdamsDistances next = adams_step(psi_, h);
  const int count = std::min(points_ + 1, columns);
  std::array<double, columns> beta{};
  beta[0] = 1;
  for (int j = 1; j < count - 1; ++j) beta[j] = beta[j - 1] * next[j] / psi_[j];
  for (std::size_t n = 0; n < f.size(); ++n) {
    double value = f[n];
    out[n] = value;
    for (int j = 1; j < count; ++j) {
      value -= beta[j - 1] * differences_[static_cast<std::size_t>(j - 1) * f.size() + n];
      out[static_cast<std::size_t>(j) * f.size() + n] = value;
    }
  }
}

EvalStatus Adams::join_start() {
  if (const EvalStatus status = prepare_start(); status != EvalStatus::Ok) return status;
  if (points_ == 0) {
    std::copy(f_start_.begin(), f_start_.end(), differences_.begin());
    psi_ = {};
    points_ = 1;
    joined_ = true;
  }
  if (joined_) return EvalStatus::Ok;
  add_point(joining_step_, f_start_, trial_);
  differences_.swap(trial_);
  psi_ = adams_step(psi_, joining_step_);
  points_ = std::min(points_ + 1, columns);
  joined_ = true;
  return EvalStatus::Ok;
}

EvalStatus Adams::compute() {
  dense_known_ = false;
  if (const EvalStatus status = join_start(); status != EvalStatus::Ok) return status;
  order_ = std::min(next_order_, points_);
  const double h = step();
  const int k = order_;
  const AdamsWeights past = adams_integrals(k, psi_, psi_, 0, h);
  predicted_ = start_;
  for (int j = 0; j < k; ++j) {
    const auto d = column(differences_, j);
    for (std::size_t n = 0; n < d.size(); ++n) predicted_[n] += past[j] * d[n];
  }
  if (const EvalStatus status = evaluate(t_end_, predicted_, error_); status != EvalStatus::Ok) return status;
  add_point(h, error_, trial_);
  const AdamsWeights g = adams_integrals(k + 1, psi_, adams_step(psi_, h), 0, h);
  const auto d = column(trial_, k);
  for (std::size_t n = 0; n < d.size(); ++n) {
    end_[n] = predicted_[n] + g[k] * d[n];
    error_[n] = (g[k] - g[k - 1]) * d[n];
  }
  measure_other_orders(g);
  return EvalStatus::Ok;
}

void Adams::measure_other_orders(const AdamsWeights& g) {
  const auto size = [&](int j, double factor) {
    return std::abs(factor) * error_norm(options_.weights, column(trial_, j), start_, end_).value;
  };
  const int k = order_;
  constexpr double none = std::numeric_limits<double>::infinity();
  lower_ = k > 1 ? size(k - 1, g[k - 1] - g[k - 2]) : none;
  lowest_ = k > 2 ? size(k - 2, g[k - 2] - g[k - 3]) : none;
  // With equal steps the factor is the error constant of the formula.
  higher_ = k < adams_order && points_ > k ? size(k + 1, step() * adams_constants[k + 1]) : none;
}

// Shampine and Gordon's choice: an order lower where its error is no larger, one higher where steps are equal
// and it would be smaller; steps are doubled, kept, or made shorter.
double Adams::step_after_accept() {
  const double h = step(), planned = next_step_;
  const int k = order_;
  if (equal_steps_ <= columns) ++equal_steps_;
  rejections_ = 0;
  next_order_ = k;
  double expected = last_.error.value;
  const bool lower_is_better =
      k > 2 ? std::max(lower_, lowest_) <= expected : k == 2 && lower_ <= expected / 2;
  if (lower_is_better || k == adams_order) starting_ = false;
  if (starting_) {
    next_order_ = k + 1;
    return 2 * h;
  }
  const bool raise =
      equal_steps_ > k && (k > 1 ? higher_ < expected && lower_ > expected : higher_ < expected / 2);
  if (lower_is_better) {
    next_order_ = k - 1;
    expected = lower_;
  } else if (raise) {
    next_order_ = k + 1;
    expected = higher_;
  }
  const double possible = std::pow(0.5 / std::max(expected, 1e-12), 1.0 / (next_order_ + 1));
  double next = possible >= 2 ? 2 * h : possible >= 1 ? h : h * std::clamp(possible, 0.5, 0.9);
  // Where a step was cut short from outside, what was planned still holds, as far as the error says so.
  if (planned > 1.2 * h) next = std::max(next, std::min(planned, h * std::min(possible, 8.0)));
  if (next != h) equal_steps_ = 0;
  return next;
}

double Adams::step_after_reject(Rejection why) {
  starting_ = false;
  equal_steps_ = 0;
  ++rejections_;
  const double h = step();
  if (why == Rejection::EvaluationFailed) return h / 4;
  next_order_ = lower_ <= last_.error.value ? std::max(order_ - 1, 1) : order_;
  if (rejections_ < 3) return h / 2;
  next_order_ = 1;
  return h * std::min(0.5, std::sqrt(0.5 / std::max(last_.error.value, 2.0)));
}

void Adams::accepted() {
  joined_ = false;
  joining_step_ = trial_time() - t_start_;
  if (was_truncated()) {
    equal_steps_ = 0;
    starting_ = false;
  }
}

EvalStatus Adams::prepare_dense() {
  if (dense_known_) return EvalStatus::Ok;
  if (const EvalStatus status = prepare_end(); status != EvalStatus::Ok) return status;
  add_point(step(), f_end_, trial_);
  dense_known_ = true;
  std::fill(gap_.begin(), gap_.end(), 0.0);
  Vector reached(start_.size());
  dense(t_start_, reached);
  for (std::size_t n = 0; n < gap_.size(); ++n) gap_[n] = start_[n] - reached[n];
  return EvalStatus::Ok;
}

void Adams::dense(double t, std::span<double> x) const {
  const int count = order_ + 1;
  const AdamsDistances psi = adams_step(psi_, step());
  const AdamsWeights weight = adams_integrals(count, psi, psi, 0, t - t_end_);
  const std::span<const double> end = unmoved_end();
  std::copy(end.begin(), end.end(), x.begin());
  for (int j = 0; j < count; ++j) {
    const auto d = column(trial_, j);
    for (std::size_t n = 0; n < x.size(); ++n) x[n] += weight[j] * d[n];
  }
  const double s = std::min((t - t_start_) / step(), 1.0), fall = 1 - s * s * (3 - 2 * s);
  for (std::size_t n = 0; n < x.size(); ++n) x[n] += fall * gap_[n];
}

void Adams::save(Vector& memory) const {
  memory.insert(memory.end(),
                {static_cast<double>(next_order_), static_cast<double>(points_), joined_ ? 1.0 : 0.0,
                 joining_step_, starting_ ? 1.0 : 0.0, static_cast<double>(equal_steps_)});
  memory.insert(memory.end(), psi_.begin(), psi_.end());
  memory.insert(memory.end(), differences_.begin(), differences_.end());
}

bool Adams::load(std::span<const double> memory) {
  const std::size_t head = 6, size = head + psi_.size() + differences_.size();
  if (memory.size() != size) return false;
  if (!(memory[0] >= 1 && memory[0] <= adams_order && memory[1] >= 0 && memory[1] <= columns)) return false;
  order_ = next_order_ = static_cast<int>(memory[0]);
  points_ = static_cast<int>(memory[1]);
  joined_ = memory[2] == 1;
  joining_step_ = memory[3];
  starting_ = memory[4] == 1;
  equal_steps_ = static_cast<int>(memory[5]);
  std::copy_n(memory.begin() + head, psi_.size(), psi_.begin());
  std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(head + psi_.size()), differences_.size(),
              differences_.begin());
  return true;
}

}  // namespace

std::unique_ptr<Stepper> make_adams(const OdeProblem& problem, StepperOptions options) {
  return std::make_unique<Adams>(problem, std::move(options));
}

}  // namespace sim
