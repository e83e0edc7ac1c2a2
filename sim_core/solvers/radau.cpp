#include "sim_core/solvers/radau.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>

#include "sim_core/solvers/methods/radau_iia.h"
#include "sim_core/solvers/newton_solver.h"
#include "sim_core/solvers/stepper_base.h"

namespace sim {
namespace {

namespace method = radau_iia5;
using Complex = std::complex<double>;
constexpr int most_radau_iterations = 10;
// Where the iteration converged faster than this, J serves on.
constexpr double good_rate = 0.05;

class Radau final : public StepperBase {
 public:
  Radau(const OdeProblem& problem, StepperOptions options);

  void forget_jacobian() override { known_ = false; }

 protected:
  EvalStatus compute() override;
  void dense(double t, std::span<double> x) const override;
  bool checks_inside() const override { return true; }
  double share_inside(double s) const override { return method::largest_node / std::fabs(method::node(s)); }
  void forget() override;
  void accepted() override;
  double step_after_accept() override;
  double step_after_reject(Rejection why) override;
  void save(Vector& memory) const override;
  bool load(std::span<const double> memory) override;

 private:
  using Stages = std::array<Vector, 3>;
  static void evaluate_collocation(const Stages& z, double h, std::span<const double> x0, double tau,
                                   std::span<double> x);
  EvalStatus renew_jacobian();
  EvalStatus factor(double h);
  void guess_stages();
  EvalStatus iterate(NewtonRate::Verdict& verdict);
  void correct(double& size);
  EvalStatus estimate_error();
  EvalStatus estimate_low_order();

  SolverJacobian jacobian_;
  LinearSolver real_;
  ComplexLinearSolver complex_;
  Vector real_matrix_;
  std::vector<Complex> complex_matrix_, complex_right_;
  Stages stages_, transformed_, f_;  // z, T^-1 z, f at the stages and T^-1 of it
  Vector argument_, filtered_, defect_;
  NewtonRate rate_;
  Stages before_;                       // corrections of the iteration before
  Stages past_;                         // z of the last accepted step
  double past_step_ = 0;                // its length; 0: none
  double past_ratio_ = 0;               // by how much of that it was cut off
  double factored_step_ = 0;            // 0: nothing is factored
  bool known_ = false, fresh_ = false;  // J, and at the start of this step
  bool first_ = true, rejected_ = false;
};

Radau::Radau(const OdeProblem& problem, StepperOptions options)
    : StepperBase(problem, std::move(options), true, {5, 3}),
      jacobian_(problem, options_.jacobian, true),
      real_(jacobian_.pattern(), jacobian_.linear_solver()),
      complex_(jacobian_.pattern(), jacobian_.linear_solver()) {
  for (Stages* all : {&stages_, &transformed_, &f_, &past_})
    for (Vector& v : *all) v.resize(start_.size());
  argument_.resize(start_.size());
  filtered_.resize(start_.size());
  defect_.resize(start_.size());
  real_matrix_.resize(jacobian_.size());
  complex_matrix_.resize(jacobian_.size());
  complex_right_.resize(start_.size());
}

void Radau::forget() {
  past_step_ = 0;
  fresh_ = false;
  first_ = true;
  rejected_ = false;
  if (options_.renew_at_restart) known_ = false;
  rate_.forget();
}

// x0 + the cubic through 0 at 0 and z_i at c_i h.
void Radau::evaluate_collocation(const Stages& z, double h, std::span<const double> x0, double tau,
                                 std::span<double> x) {
  const double s = tau / h;
  std::array<double, 3> weight;
  for (int i = 0; i < 3; ++i) {
    weight[i] = s / method::c[i];
    for (int j = 0; j < 3; ++j)
      if (j != i) weight[i] *= (s - method::c[j]) / (method::c[i] - method::c[j]);
  }
  for (std::size_t n = 0; n < x.size(); ++n)
    x[n] = x0[n] + weight[0] * z[0][n] + weight[1] * z[1][n] + weight[2] * z[2][n];
}

// The collocation polynomial is off by O(h^4), in the shape of the integral of (s - c_1)(s - c_2)(s - 1),
// which vanishes at both ends; how much of it is told by the slope at the start. Without it order 4 is left.
void Radau::dense(double t, std::span<double> x) const {
  const double tau = t - t_start_, s = tau / step();
  evaluate_collocation(stages_, step(), start_, tau, x);
  const double shape = method::missing(s);
  for (std::size_t n = 0; n < x.size(); ++n) x[n] += shape * defect_[n];
}

EvalStatus Radau::renew_jacobian() {
  const EvalStatus status = jacobian_.evaluate(t_start_, start_, f_start_, options_.weights, statistics_);
  known_ = fresh_ = status == EvalStatus::Ok;
  factored_step_ = 0;
  return status;
}

// gamma I - h J and (alpha + i beta) I - h J.
EvalStatus Radau::factor(double h) {
  if (factored_step_ == h) return EvalStatus::Ok;
  rate_.forget();
  const PhaseScope phase(problem_.clock, Phase::LinearAlgebra);
  jacobian_.combine(method::gamma, h, real_matrix_);
  jacobian_.combine(Complex(method::alpha, method::beta), h, complex_matrix_);
  statistics_.factorizations += 2;
  const bool regular = real_.factor(real_matrix_) && complex_.factor(complex_matrix_);
  factored_step_ = regular ? h : 0;
  return regular ? EvalStatus::Ok : EvalStatus::Recoverable;
}

void Radau::guess_stages() {
  const double shift = past_step_ * past_ratio_, h = step();
  for (int i = 0; i < 3; ++i) {
    Vector& z = stages_[i];
    if (past_step_ == 0) {
      std::fill(z.begin(), z.end(), 0.0);
      continue;
    }
    const std::span<const double> zero(filtered_);
    std::fill(filtered_.begin(), filtered_.end(), 0.0);
    evaluate_collocation(past_, past_step_, zero, shift, argument_);
    evaluate_collocation(past_, past_step_, zero, shift + method::c[i] * h, z);
    for (std::size_t n = 0; n < z.size(); ++n) z[n] -= argument_[n];
  }
}

EvalStatus Radau::compute() {
  if (const EvalStatus status = prepare_start(); status != EvalStatus::Ok) return status;
  if (!known_)
    if (const EvalStatus status = renew_jacobian(); status != EvalStatus::Ok) return status;
  for (;;) {
    if (const EvalStatus status = factor(step()); status != EvalStatus::Ok) return status;
    auto verdict = NewtonRate::Verdict::Slow;
    guess_stages();
    const EvalStatus status = iterate(verdict);
    if (status == EvalStatus::Fatal) return status;
    if (status == EvalStatus::Ok && verdict == NewtonRate::Verdict::Converged) break;
    if (fresh_) return EvalStatus::Recoverable;
    if (const EvalStatus again = renew_jacobian(); again != EvalStatus::Ok) return again;
  }
  for (std::size_t n = 0; n < end_.size(); ++n) end_[n] = start_[n] + stages_[2][n];
  return estimate_error();
}

EvalStatus Radau::iterate(NewtonRate::Verdict& verdict) {
  for (int i = 0; i < 3; ++i)
    for (std::size_t n = 0; n < start_.size(); ++n)
      transformed_[i][n] = method::T_inverse[i][0] * stages_[0][n] + method::T_inverse[i][1] * stages_[1][n] +
                           method::T_inverse[i][2] * stages_[2][n];
  rate_.begin();
  const double floor = 100 * std::numeric_limits<double>::epsilon() *
                       error_norm(options_.weights, start_, start_, start_).value;
  for (int done = 1;; ++done) {
    ++statistics_.newton_iterations;
    for (int i = 0; i < 3; ++i) {
      for (std::size_t n = 0; n < start_.size(); ++n) argument_[n] = start_[n] + stages_[i][n];
      const double t = i == 2 ? t_end_ : t_start_ + method::c[i] * step();
      if (const EvalStatus status = evaluate(t, argument_, f_[i]); status != EvalStatus::Ok) return status;
    }
    double size = 0, creeping = 0;
    correct(size);
    for (int i = 0; i < 3 && done > 1; ++i)
      creeping = std::max(creeping, creeping_error(options_.weights, f_[i], before_[i], start_, start_));
    before_ = f_;
    verdict = rate_.judge(size, std::min(floor, 1.0), done, most_radau_iterations, 0.02, creeping);
    if (verdict != NewtonRate::Verdict::Continue) return EvalStatus::Ok;
  }
}

// One Newton correction of the stages, and its size.
void Radau::correct(double& size) {
  const double h = step();
  Vector& w = argument_;
  for (std::size_t n = 0; n < start_.size(); ++n) {
    std::array<double, 3> g;
    for (int i = 0; i < 3; ++i)
      g[i] = h * (method::T_inverse[i][0] * f_[0][n] + method::T_inverse[i][1] * f_[1][n] +
                  method::T_inverse[i][2] * f_[2][n]);
    w[n] = g[0] - method::gamma * transformed_[0][n];
    complex_right_[n] = Complex(g[1], g[2]) - Complex(method::alpha, method::beta) *
                                                  Complex(transformed_[1][n], transformed_[2][n]);
  }
  {
    const PhaseScope phase(problem_.clock, Phase::LinearAlgebra);
    real_.solve(w);
    complex_.solve(complex_right_);
  }
  for (std::size_t n = 0; n < start_.size(); ++n) {
    const double d[3] = {w[n], complex_right_[n].real(), complex_right_[n].imag()};
    for (int i = 0; i < 3; ++i) {
      transformed_[i][n] += d[i];
      const double change = method::T[i][0] * d[0] + method::T[i][1] * d[1] + method::T[i][2] * d[2];
      stages_[i][n] += change;
      f_[i][n] = change;
    }
  }
  for (int i = 0; i < 3; ++i)
    size = std::max(size, error_norm(options_.weights, f_[i], start_, start_).value);
}

// The estimate is of order 3 and the solution of order 5: held to 10 RelTol^(1/3) of itself, it keeps the
// error in proportion to the tolerance.
EvalStatus Radau::estimate_error() {
  const EvalStatus status = estimate_low_order();
  const double share = std::min(1.0, 10 * std::cbrt(options_.weights.relative));
  for (double& e : error_) e *= share;
  return status;
}

EvalStatus Radau::estimate_low_order() {
  for (std::size_t n = 0; n < error_.size(); ++n)
    filtered_[n] = method::e[0] * stages_[0][n] + method::e[1] * stages_[1][n] + method::e[2] * stages_[2][n];
  for (std::size_t n = 0; n < error_.size(); ++n) error_[n] = step() * f_start_[n] + filtered_[n];
  real_.solve(error_);
  for (std::size_t n = 0; n < error_.size(); ++n) defect_[n] = method::gamma * error_[n];
  // Where it says no, another filter: it tends to exaggerate in the first step and behind a rejection.
  if (!(first_ || rejected_) || error_norm(options_.weights, error_, start_, end_).value < 1)
    return EvalStatus::Ok;
  for (std::size_t n = 0; n < error_.size(); ++n) argument_[n] = start_[n] + error_[n];
  if (evaluate(t_start_, argument_, f_[0]) != EvalStatus::Ok) return EvalStatus::Ok;
  for (std::size_t n = 0; n < error_.size(); ++n) error_[n] = step() * f_[0][n] + filtered_[n];
  real_.solve(error_);
  return EvalStatus::Ok;
}

double Radau::step_after_accept() {
  const double proposal = StepperBase::step_after_accept(), h = step();
  const bool keeps_jacobian = rate_.rate() >= 0 && rate_.rate() < good_rate;
  return keeps_jacobian && proposal >= h && proposal <= 1.2 * h ? h : proposal;
}

double Radau::step_after_reject(Rejection why) {
  rejected_ = true;
  return StepperBase::step_after_reject(why);
}

void Radau::accepted() {
  past_ = stages_;
  past_step_ = step();
  past_ratio_ = was_truncated() ? (cut_time() - t_start_) / step() : 1;
  first_ = rejected_ = fresh_ = false;
  jacobian_.serve_step(statistics_);
  if (!(rate_.rate() >= 0 && rate_.rate() < good_rate)) known_ = false;
}

void Radau::save(Vector& memory) const {
  memory.insert(memory.end(), {past_step_, past_ratio_, factored_step_, rate_.rate(), known_ ? 1.0 : 0.0,
                               fresh_ ? 1.0 : 0.0, first_ ? 1.0 : 0.0});
  for (const Vector& z : past_) memory.insert(memory.end(), z.begin(), z.end());
  if (known_) memory.insert(memory.end(), jacobian_.values().begin(), jacobian_.values().end());
}

bool Radau::load(std::span<const double> memory) {
  const std::size_t head = 7, n = start_.size();
  if (memory.size() < head + 3 * n) return false;
  const bool known = memory[4] == 1;
  if (memory.size() != head + 3 * n + (known ? jacobian_.size() : 0)) return false;
  past_step_ = memory[0];
  past_ratio_ = memory[1];
  fresh_ = memory[5] == 1;
  first_ = memory[6] == 1;
  for (std::size_t i = 0; i < 3; ++i)
    std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(head + i * n), n, past_[i].begin());
  known_ = known;
  factored_step_ = 0;
  if (known) {
    jacobian_.set_values(memory.subspan(head + 3 * n));
    // What was factored for a step of this length serves on.
    if (memory[2] > 0) factor(memory[2]);
  }
  rate_.set_rate(memory[3]);
  return true;
}

}  // namespace

std::unique_ptr<Stepper> make_radau(const OdeProblem& problem, StepperOptions options) {
  return std::make_unique<Radau>(problem, std::move(options));
}

}  // namespace sim
