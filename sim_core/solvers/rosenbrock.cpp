#include "sim_core/solvers/rosenbrock.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/solvers/implicit_stepper.h"

namespace sim {
namespace {

class Rosenbrock final : public ImplicitStepper {
 public:
  Rosenbrock(const OdeProblem& problem, const RosenbrockTableau& tableau, StepperOptions options)
      : ImplicitStepper(problem, std::move(options), true,
                        {tableau.order, std::min(tableau.order, tableau.error_order),
                         tableau.error_order >= tableau.order},
                        true),
        tableau_(tableau) {
    argument_.resize(start_.size());
    f_.resize(start_.size());
    time_slope_.resize(start_.size());
    u_.resize(static_cast<std::size_t>(tableau.stages), Vector(start_.size()));
  }

 protected:
  EvalStatus compute() override;
  void dense(double t, std::span<double> x) const override;
  // Its estimate sees what an interpolant of low order is off by.
  bool checks_inside() const override { return tableau_.dense_order > 2; }
  double share_inside(double s) const override { return 0.01 / (s * s * (1 - s) * (1 - s)); }
  void save(Vector&) const override {}
  bool load(std::span<const double> memory) override { return memory.empty(); }

 private:
  // out += sum_j weights_j u_j.
  void add(std::span<const double> weights, double scale, std::span<double> out) const;
  EvalStatus differentiate_in_time();
  EvalStatus solve_stage(int i);

  const RosenbrockTableau& tableau_;
  Vector argument_, f_, time_slope_;
  std::vector<Vector> u_;
};

void Rosenbrock::add(std::span<const double> weights, double scale, std::span<double> out) const {
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double w = scale * weights[j];
    if (w == 0) continue;
    for (std::size_t n = 0; n < out.size(); ++n) out[n] += w * u_[j][n];
  }
}

// df/dt by a difference forwards, well inside the step.
EvalStatus Rosenbrock::differentiate_in_time() {
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  const double t = t_start_ + std::min(root * std::max(std::abs(t_start_), step()), step() / 2);
  if (const EvalStatus status = evaluate(t, start_, time_slope_); status != EvalStatus::Ok) return status;
  for (std::size_t n = 0; n < time_slope_.size(); ++n)
    time_slope_[n] = (time_slope_[n] - f_start_[n]) / (t - t_start_);
  return EvalStatus::Ok;
}

EvalStatus Rosenbrock::compute() {
  if (!matrix_.is_fresh()) {
    EvalStatus status = renew_jacobian();
    if (status == EvalStatus::Ok) status = differentiate_in_time();
    if (status != EvalStatus::Ok) {
      matrix_.grow_old();
      return status;
    }
  }
  if (const EvalStatus status = matrix_.factor(step() * tableau_.gamma); status != EvalStatus::Ok)
    return status;
  for (int i = 0; i < tableau_.stages; ++i)
    if (const EvalStatus status = solve_stage(i); status != EvalStatus::Ok) return status;
  end_ = start_;
  add(tableau_.m, 1, end_);
  std::fill(error_.begin(), error_.end(), 0.0);
  add(tableau_.e, 1, error_);
  return EvalStatus::Ok;
}

EvalStatus Rosenbrock::solve_stage(int i) {
  const auto s = static_cast<std::size_t>(tableau_.stages), row = static_cast<std::size_t>(i) * s;
  const auto a = tableau_.a.subspan(row, s);
  const double h = step();
  if (i == 0) {
    f_ = f_start_;
  } else {
    argument_ = start_;
    add(a, 1, argument_);
    const double t = tableau_.c[i] == 1 ? t_end_ : t_start_ + tableau_.c[i] * h;
    if (const EvalStatus status = evaluate(t, argument_, f_); status != EvalStatus::Ok) return status;
    // The last argument may be the end of the step; its derivative is then the first of the next one.
    if (tableau_.c[i] == 1 && std::equal(a.begin(), a.end(), tableau_.m.begin())) {
      f_end_ = f_;
      f_end_known_ = f_end_current_ = true;
    }
  }
  Vector& u = u_[static_cast<std::size_t>(i)];
  for (std::size_t n = 0; n < u.size(); ++n) u[n] = f_[n] + tableau_.d[i] * h * time_slope_[n];
  add(tableau_.C.subspan(row, static_cast<std::size_t>(i)), 1 / h, u);
  for (double& v : u) v *= h * tableau_.gamma;
  matrix_.solve(u);
  return EvalStatus::Ok;
}

void Rosenbrock::dense(double t, std::span<double> x) const {
  const double theta = (t - t_start_) / step();
  const int degree = tableau_.dense_degree();
  std::copy(start_.begin(), start_.end(), x.begin());
  for (int i = 0; i < tableau_.stages; ++i) {
    double weight = 0;
    for (int j = degree - 1; j >= 0; --j) weight = weight * theta + tableau_.dense[i * degree + j];
    weight *= theta;
    const Vector& u = u_[static_cast<std::size_t>(i)];
    for (std::size_t n = 0; n < x.size(); ++n) x[n] += weight * u[n];
  }
}

}  // namespace

std::unique_ptr<Stepper> make_rosenbrock(const OdeProblem& problem, const RosenbrockTableau& tableau,
                                         StepperOptions options) {
  return std::make_unique<Rosenbrock>(problem, tableau, std::move(options));
}

}  // namespace sim
