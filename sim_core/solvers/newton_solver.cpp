#include "sim_core/solvers/newton_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

namespace {
constexpr int most_iterations = 7;
}

void NewtonRate::begin() {
  before_ = 0;
  if (rate_ >= 0) rate_ = std::pow(std::max(rate_, std::numeric_limits<double>::epsilon()), 0.8);
}

NewtonRate::Verdict NewtonRate::judge(double size, double floor, int done, int most, double share,
                                      double creeping) {
  if (!std::isfinite(size)) return Verdict::Slow;
  if (done > 1) {
    const double quotient = size / before_;
    if (quotient < 0.9)
      rate_ = std::max(0.9 * rate_, quotient);
    else if (size > floor)
      return Verdict::Slow;
  }
  before_ = size;
  if (size <= floor) return Verdict::Converged;
  if (rate_ < 0) return done < most ? Verdict::Continue : Verdict::Slow;
  // A later iteration, of which only the size is known, is judged by the slowest component too.
  if (creeping > 0) rate_ = std::max(rate_, creeping / (size + creeping));
  const double left = size * rate_ / (1 - rate_);
  if (left <= share) return Verdict::Converged;
  if (done >= most || left * std::pow(rate_, most - done) > share) return Verdict::Slow;
  return Verdict::Continue;
}

double creeping_error(const ErrorWeights& weights, std::span<const double> d, std::span<const double> before,
                      std::span<const double> x_old, std::span<const double> x_new) {
  constexpr double slowest = 0.999;
  double largest = 0;
  for (std::size_t i = 0; i < d.size(); ++i) {
    const double ratio = d[i] / before[i];
    if (!(ratio > 0 && ratio < 1)) continue;
    const double weight =
        std::max(weights.relative * std::max(std::fabs(x_old[i]), std::fabs(x_new[i])), weights.absolute[i]);
    const double rate = std::min(ratio, slowest), error = std::fabs(d[i]) * rate / (1 - rate);
    if (error > largest * weight) largest = error / weight;
  }
  return largest;
}

NewtonSolver::NewtonSolver(const OdeProblem& problem, StepperStatistics& statistics)
    : problem_(problem), statistics_(statistics) {
  f_.resize(static_cast<std::size_t>(problem.size));
  d_.resize(f_.size());
  d_before_.resize(f_.size());
}

NewtonSolver::Result NewtonSolver::solve(IterationMatrix& matrix, double t, double c,
                                         std::span<const double> psi, std::span<double> z,
                                         std::span<double> correction, const ErrorWeights& weights,
                                         std::span<const double> scale, double share) {
  std::fill(correction.begin(), correction.end(), 0.0);
  rate_.begin();
  const double floor = 100 * std::numeric_limits<double>::epsilon() * error_norm(weights, z, z, scale).value;
  for (int done = 1;; ++done) {
    ++statistics_.rhs_evaluations;
    ++statistics_.newton_iterations;
    if (const EvalStatus status = problem_.rhs(t, z, f_); status != EvalStatus::Ok)
      return status == EvalStatus::Fatal ? Result::Fatal : Result::Unavailable;
    for (std::size_t i = 0; i < z.size(); ++i) d_[i] = psi[i] + c * f_[i] - z[i];
    matrix.correct(d_);
    for (std::size_t i = 0; i < z.size(); ++i) {
      z[i] += d_[i];
      correction[i] += d_[i];
    }
    const double size = error_norm(weights, d_, z, scale).value;
    const double creeping = done > 1 ? creeping_error(weights, d_, d_before_, z, scale) : 0;
    d_before_ = d_;
    const auto verdict = rate_.judge(size, std::min(floor, 1.0), done, most_iterations, share, creeping);
    if (verdict == NewtonRate::Verdict::Converged) return Result::Converged;
    if (verdict == NewtonRate::Verdict::Slow) return Result::Slow;
  }
}

EvalStatus status_of(NewtonSolver::Result result) {
  if (result == NewtonSolver::Result::Converged) return EvalStatus::Ok;
  return result == NewtonSolver::Result::Fatal ? EvalStatus::Fatal : EvalStatus::Recoverable;
}

}  // namespace sim
