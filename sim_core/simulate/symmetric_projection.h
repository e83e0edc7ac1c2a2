#pragma once
// Symmetric projection of a one-step method Phi onto invariants G(t, x) = target:
//
//   X^ = X_n + W^-1 J(X_n)' mu,   Y = Phi(X^),   X_{n+1} = Y + W^-1 J(X_{n+1})' mu,   G(X_{n+1}) = target
//
// with the same mu at both ends. Where Phi is symmetric in time and W stays as it is, so is the whole step:
// the long-time behavior of such methods is kept, which one-sided projection spoils. Purely numeric; plain
// loops in a fixed order, so that code generated from a model (backends/c_source) can do the same to the last
// bit.
//
// E. Hairer, Symmetric projection methods for differential equations on manifolds, BIT 40 (2000) 726-734.
#include <functional>
#include <span>
#include <vector>

#include "sim_core/linalg/orthogonal_factors.h"
#include "sim_core/simulate/projector.h"

namespace sim {

class SymmetricProjection {
 public:
  // Rows that are bounds are not for it.
  SymmetricProjection(Invariants invariants, ProjectorOptions options);

  struct Result {
    EvalStatus status = EvalStatus::Ok;  // of the evaluations and of the step
    bool converged = true;
    double size = 0;  // of the larger of the two moves, in units of the weights
  };
  // Steps from X_n + shift; leaves the end in `end`.
  using Step = std::function<EvalStatus(std::span<const double> shift, std::span<double> end)>;

  // From X_n = `start` at t0 to X_{n+1} = `end` at t1. On entry `end` is the step from X_n itself. `weight`:
  // the error weights, at both ends. `levels`: see Projector.
  Result project(double t0, std::span<const double> start, double t1, std::span<double> end,
                 std::span<const double> weight, std::span<const double> levels, const Step& step);

 private:
  EvalStatus directions(double t, std::span<const double> x, std::span<const double> weight,
                        std::vector<double>& into);

  double largest_residual(std::span<const double> x, std::span<const double> levels);
  void begin_slope();
  void update_slope();

  Invariants invariants_;
  ProjectorOptions options_;
  OrthogonalFactors factors_;
  std::vector<double> at_start_, at_end_, gradient_, residual_, residual_before_, shift_, before_,
      multiplier_, multiplier_change_, slope_;  // the latter of G by mu, by column
};

}  // namespace sim
