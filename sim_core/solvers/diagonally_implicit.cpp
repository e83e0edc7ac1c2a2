#include "sim_core/solvers/diagonally_implicit.h"

#include <algorithm>

#include "sim_core/solvers/implicit_stepper.h"

namespace sim {
namespace {

class DiagonallyImplicit final : public ImplicitStepper {
 public:
  DiagonallyImplicit(const OdeProblem& problem, const Tableau& tableau, StepperOptions options)
      : ImplicitStepper(problem, std::move(options), true, {tableau.order, tableau.order, true}),
        tableau_(tableau),
        gamma_(tableau.at(tableau.stages - 1, tableau.stages - 1)) {
    keeps_slope_ = true;
    for (Vector* v : {&psi_, &z_, &correction_, &bend_before_}) v->resize(start_.size());
    stages_.resize(static_cast<std::size_t>(tableau.stages), Vector(start_.size()));
  }

 protected:
  EvalStatus compute() override;
  EvalStatus prepare_dense() override { return prepare_end(); }
  void dense(double t, std::span<double> x) const override { hermite(t, x); }
  // The slope at the end may be off: s^2 (1 - s).
  bool checks_inside() const override { return true; }
  double share_inside(double s) const override { return 4. / 27 / (s * s * (1 - s)); }

  void forget() override;
  void accepted() override;
  void save(Vector& memory) const override;
  bool load(std::span<const double> memory) override;

 private:
  bool undamped() const { return tableau_.b_error.empty(); }
  void damp_slope();
  NewtonSolver::Result solve_stages();
  EvalStatus estimate_error();
  EvalStatus estimate_from_middle();

  const Tableau& tableau_;
  const double gamma_;
  Vector psi_, z_, correction_;
  std::vector<Vector> stages_;  // derivatives
  int served_ = 0;              // steps since J was last forgotten
  Vector bend_before_;          // half of the change of the slope over the step before
};

void DiagonallyImplicit::forget() {
  ImplicitStepper::forget();
  std::fill(bend_before_.begin(), bend_before_.end(), 0.0);
}

// The estimate is filtered with J. One that still says stiff where the solution has come to a fold hides that
// it leaves, so J is not used for long.
void DiagonallyImplicit::accepted() {
  constexpr int longest = 10;
  if (undamped() && f_end_current_ && !was_truncated()) damp_slope();
  ImplicitStepper::accepted();
  if (++served_ < longest) return;
  served_ = 0;
  matrix_.forget();
}

// The trapezoidal rule keeps an error of the slope in a stiff component for ever, with the sign in turn;
// steps of different lengths then add it up. Where the change of the slope turns its sign from step to step,
// the stiff part of the slope becomes the mean over the step: (I - h gamma J)^-1 is 1 in what is not stiff.
void DiagonallyImplicit::damp_slope() {
  bool any = false;
  for (std::size_t n = 0; n < z_.size(); ++n) {
    const double bend = (f_end_[n] - f_start_[n]) / 2;
    psi_[n] = bend * bend_before_[n] < 0 ? bend : 0;
    bend_before_[n] = psi_[n] == 0 ? bend : 0;
    any = any || psi_[n] != 0;
  }
  if (!any) return;
  z_ = psi_;
  matrix_.solve(z_);
  for (std::size_t n = 0; n < z_.size(); ++n)
    if (psi_[n] != 0) f_end_[n] -= psi_[n] - z_[n];
}

void DiagonallyImplicit::save(Vector& memory) const {
  ImplicitStepper::save(memory);
  memory.push_back(served_);
  memory.insert(memory.end(), bend_before_.begin(), bend_before_.end());
}

bool DiagonallyImplicit::load(std::span<const double> memory) {
  if (!load_front(memory) || memory.size() != 1 + bend_before_.size()) return false;
  served_ = static_cast<int>(memory[0]);
  std::copy(memory.begin() + 1, memory.end(), bend_before_.begin());
  return true;
}

EvalStatus DiagonallyImplicit::compute() {
  if (const EvalStatus status = prepare_start(); status != EvalStatus::Ok) return status;
  stages_[0] = f_start_;
  const EvalStatus status = with_jacobian(step() * gamma_, [&] { return solve_stages(); });
  if (status != EvalStatus::Ok) return status;
  end_ = z_;
  f_end_ = stages_.back();
  f_end_known_ = f_end_current_ = true;
  return estimate_error();
}

NewtonSolver::Result DiagonallyImplicit::solve_stages() {
  const double h = step(), c = h * gamma_;
  for (int i = 1; i < tableau_.stages; ++i) {
    psi_ = start_;
    for (int j = 0; j < i; ++j) {
      const Vector& k = stages_[static_cast<std::size_t>(j)];
      for (std::size_t n = 0; n < psi_.size(); ++n) psi_[n] += h * tableau_.at(i, j) * k[n];
    }
    const Vector& last = stages_[static_cast<std::size_t>(i - 1)];
    for (std::size_t n = 0; n < psi_.size(); ++n) z_[n] = psi_[n] + c * last[n];
    const double t = tableau_.c[i] == 1 ? t_end_ : t_start_ + tableau_.c[i] * h;
    const auto result =
        newton_.solve(matrix_, t, c, psi_, z_, correction_, options_.weights, start_, 0.05 / error_scale_);
    if (result != NewtonSolver::Result::Converged) return result;
    Vector& k = stages_[static_cast<std::size_t>(i)];
    for (std::size_t n = 0; n < psi_.size(); ++n) k[n] = last[n] + correction_[n] / c;
  }
  return NewtonSolver::Result::Converged;
}

EvalStatus DiagonallyImplicit::estimate_error() {
  if (tableau_.b_error.empty()) return estimate_from_middle();
  std::fill(error_.begin(), error_.end(), 0.0);
  for (int j = 0; j < tableau_.stages; ++j)
    for (std::size_t n = 0; n < error_.size(); ++n)
      error_[n] += step() * tableau_.b_error[j] * stages_[static_cast<std::size_t>(j)][n];
  matrix_.solve(error_);
  return EvalStatus::Ok;
}

// h^3 x''' / 6 with x''' from f at both ends and in the middle: twice the leading term of the error, for
// errors are not damped and add up. Filtered once for the stiff part of the interpolant that f magnifies, and
// once for the estimate.
EvalStatus DiagonallyImplicit::estimate_from_middle() {
  const double h = step();
  hermite(t_start_ + h / 2, z_);
  const EvalStatus status = evaluate(t_start_ + h / 2, z_, psi_);
  if (status != EvalStatus::Ok) return status;
  for (std::size_t n = 0; n < error_.size(); ++n)
    error_[n] = 2 * h / 3 * (f_start_[n] - 2 * psi_[n] + f_end_[n]);
  matrix_.solve(error_);
  matrix_.solve(error_);
  return EvalStatus::Ok;
}

}  // namespace

std::unique_ptr<Stepper> make_diagonally_implicit(const OdeProblem& problem, const Tableau& tableau,
                                                  StepperOptions options) {
  return std::make_unique<DiagonallyImplicit>(problem, tableau, std::move(options));
}

}  // namespace sim
