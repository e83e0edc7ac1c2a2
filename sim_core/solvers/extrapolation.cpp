#include "sim_core/solvers/extrapolation.h"

#include <algorithm>

#include "sim_core/solvers/implicit_stepper.h"

namespace sim {
namespace {

class Extrapolation final : public ImplicitStepper {
 public:
  Extrapolation(const OdeProblem& problem, int order, StepperOptions options)
      : ImplicitStepper(problem, std::move(options), false, {order, order}, true), order_(order) {
    f_.resize(start_.size());
    z_.resize(start_.size());
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
  void save(Vector&) const override {}
  bool load(std::span<const double> memory) override { return memory.empty(); }

 private:
  EvalStatus integrate(int parts, Vector& x);

  const int order_;
  Vector f_, z_;
  std::vector<Vector> rows_;  // T_j1, then T_jk
};

EvalStatus Extrapolation::compute() {
  if (!matrix_.is_fresh())
    if (const EvalStatus status = renew_jacobian(); status != EvalStatus::Ok) return status;
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
  return EvalStatus::Ok;
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
      for (std::size_t i = 0; i < x.size(); ++i) f_[i] = x[i] + h * f_[i] - z_[i];
      matrix_.solve(f_);
      for (std::size_t i = 0; i < x.size(); ++i) z_[i] += f_[i];
    }
    x = z_;
  }
  return EvalStatus::Ok;
}

}  // namespace

std::unique_ptr<Stepper> make_extrapolation(const OdeProblem& problem, int order, StepperOptions options) {
  return std::make_unique<Extrapolation>(problem, order, std::move(options));
}

}  // namespace sim
