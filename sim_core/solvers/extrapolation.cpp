#include "sim_core/solvers/extrapolation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/solvers/implicit_stepper.h"
#include "sim_core/solvers/newton_watch.h"

namespace sim {
namespace {

class Extrapolation final : public ImplicitStepper {
 public:
  Extrapolation(const OdeProblem& problem, int order, StepperOptions options)
      : ImplicitStepper(problem, std::move(options), false, {order, order}, true),
        order_(order),
        watch_(options_) {
    for (Vector* v : {&f_, &z_, &correction_, &before_, &f_first_}) v->resize(start_.size());
    rows_.resize(static_cast<std::size_t>(order), Vector(start_.size()));
  }

 protected:
  EvalStatus compute() override;
  EvalStatus prepare_dense() override {
    const EvalStatus status = prepare_start();
    return status == EvalStatus::Ok ? prepare_end() : status;
  }
  void dense(double t, std::span<double> x) const override { hermite(t, x); }
  void end_moved() override { f_end_known_ = false; }
  void forget() override;
  void accepted() override;
  void advance() override;
  void save(Vector&) const override {}
  bool load(std::span<const double> memory) override { return memory.empty(); }

 private:
  EvalStatus integrate(int parts, Vector& x);
  void look_between_parts(double h, const Vector& x);
  bool iterates_once() const { return options_.newton_iterations == 1; }

  const int order_;
  Vector f_, z_;
  std::vector<Vector> rows_;  // T_j1, then T_jk
  NewtonWatch watch_;
  Vector correction_, before_;  // the last of Newton's corrections, and the one before
  Vector f_first_;              // f where the step starts, at the time of its end
  double judged_later_ = 0;  // the length of a step whose only correction_ is compared in the next; 0: none
};

EvalStatus Extrapolation::compute() {
  if (!matrix_.is_fresh())
    if (const EvalStatus status = renew_jacobian(); status != EvalStatus::Ok) return status;
  if (watch_.active()) watch_.follow(start_);
  for (int j = 1; j <= order_; ++j)
    if (const EvalStatus status = integrate(j, rows_[static_cast<std::size_t>(j - 1)]);
        status != EvalStatus::Ok)
      return status;
  for (int k = 1; k < order_; ++k)
    for (int j = order_; j > k; --j) {
      Vector& fine = rows_[static_cast<std::size_t>(j - 1)];
      const Vector& coarse = rows_[static_cast<std::size_t>(j - 2)];
      const double weight = 1 / (static_cast<double>(j) / (j - k) - 1);
      for (std::size_t i = 0; i < fine.size(); ++i) fine[i] += weight * (fine[i] - coarse[i]);
    }
  end_ = rows_.back();
  const bool finite = std::all_of(end_.begin(), end_.end(), [](double v) { return std::isfinite(v); });
  return finite ? EvalStatus::Ok : EvalStatus::Recoverable;
}

EvalStatus Extrapolation::integrate(int parts, Vector& x) {
  const double h = step() / parts;
  if (const EvalStatus status = matrix_.factor(h); status != EvalStatus::Ok) return status;
  x = start_;
  for (int part = 1; part <= parts; ++part) {
    const double t = part == parts ? t_end_ : t_start_ + part * h;
    z_ = x;
    for (int iteration = 0; iteration < options_.newton_iterations; ++iteration) {
      ++statistics_.newton_iterations;
      if (const EvalStatus status = evaluate(t, z_, f_); status != EvalStatus::Ok) return status;
      if (watch_.active() && iterates_once()) {
        if (parts == 1) f_first_ = f_;
        if (parts == 2 && part == 2) look_between_parts(h, x);
      }
      before_.swap(correction_);
      for (std::size_t i = 0; i < x.size(); ++i) correction_[i] = x[i] + h * f_[i] - z_[i];
      matrix_.solve(correction_);
      for (std::size_t i = 0; i < x.size(); ++i) z_[i] += correction_[i];
    }
    if (watch_.active() && !iterates_once()) watch_.compare(t_start_, step(), z_, before_, correction_);
    x = z_;
  }
  return EvalStatus::Ok;
}

// With one iteration, what it has left of the equation of the first half step is h (f(x) - f(start)) - h J (x
// - start), where f is known at both points for the time of the step's end: f_ and f_first_.
void Extrapolation::look_between_parts(double h, const Vector& x) {
  for (std::size_t i = 0; i < x.size(); ++i) before_[i] = x[i] - start_[i];
  for (std::size_t i = 0; i < x.size(); ++i) z_[i] = h * (f_[i] - f_first_[i]);
  matrix_.jacobian().multiply_add(-h, before_, z_);
  matrix_.solve(z_);
  watch_.compare(t_start_, step(), x, before_, z_);
  z_ = x;
}

void Extrapolation::forget() {
  ImplicitStepper::forget();
  judged_later_ = 0;
}

void Extrapolation::accepted() {
  ImplicitStepper::accepted();
  const bool whole = !was_truncated() && !end_was_moved();
  judged_later_ = watch_.active() && iterates_once() && order_ == 1 && whole ? step() : 0;
}

// A single step and a single iteration are judged by f where the next step starts: h f minus the correction
// is what they have left of the equation.
void Extrapolation::advance() {
  const double h = std::exchange(judged_later_, 0);
  if (h == 0 || prepare_start() != EvalStatus::Ok) return;
  for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = h * f_start_[i] - correction_[i];
  matrix_.solve(z_);
  watch_.compare(t_start_ - h, h, start_, correction_, z_);
}

}  // namespace

std::unique_ptr<Stepper> make_extrapolation(const OdeProblem& problem, int order, StepperOptions options) {
  return std::make_unique<Extrapolation>(problem, order, std::move(options));
}

}  // namespace sim
