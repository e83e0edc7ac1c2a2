#pragma once
// Solves small dense systems r(z) = 0 by Newton's method with the exact Jacobian, made global in one of two
// ways:
//
//   trust region  Powell's dogleg between the gradient and the Newton step, in a ball scaled by the columns
//   of the
//                 Jacobian. M. J. D. Powell, A hybrid method for nonlinear equations, in: Numerical Methods
//                 for Nonlinear Algebraic Equations (1970) 87-114.
//   line search   damped Newton, a step being good if the next simplified correction is shorter, which no
//   scaling
//                 of the equations changes. P. Deuflhard, Newton Methods for Nonlinear Problems (2004),
//                 ch. 3.3.
//
// Near the solution the iteration goes on until rounding stops it, so that the result does not depend on the
// start (other than by which of several solutions it finds). The number of evaluations is bounded.
//
// A solution is a point where the residual is no more than the rounding errors made while it was computed, or
// than what the neighboring numbers change in it. That a correction is small is no evidence: it is so, too,
// where the slope is infinite. Where Newton's method ends elsewhere, a single equation is searched over all
// doubles (scalar_root.h), a system from other starts. Where every point along a line solves the equations,
// they determine nothing, and that is no solution either.
#include <functional>
#include <span>
#include <vector>

#include "sim_core/base/eval_status.h"
#include "sim_core/linalg/dense_lu.h"
#include "sim_core/linalg/global_method.h"

namespace sim {

struct NonlinearEquations {
  int size = 0;
  // Recoverable, or a residual that is not finite: z is outside of the domain. Fatal: the search ends.
  std::function<EvalStatus(std::span<const double> z, std::span<double> r)> residual;
  // dr/dz by column, at the z of the last call of `residual` or another.
  std::function<EvalStatus(std::span<const double> z, std::span<double> jacobian)> jacobian;
  // Bounds of the rounding errors in the residual at z, an element each; null: unknown.
  std::function<void(std::span<const double> z, std::span<double> bound)> rounding;
  double tolerance = 0;  // a residual whose elements are all within it is accepted; 0: only round-off is
  int starts = 9;        // at most
  bool search = true;    // one unknown: over all doubles, where Newton's method finds nothing
};

struct NonlinearReport {
  enum class End {
    Converged,
    Stationary,  // no step makes the residual smaller: there may be no solution near
    Singular,    // the equations do not determine the unknowns there
    Undefined,   // the residual is not a number at the start
    Exhausted,   // the bound on the number of iterations is reached
    Jump,        // one unknown: the residual changes its sign in a jump or a pole, and is zero nowhere
    Nowhere,     // one unknown: the residual has one sign over the whole range of doubles
    Stopped,     // the search was told to end
    Arbitrary    // the residual is zero, but so it is all along a line: the unknowns are not determined
  };
  End end = End::Undefined;
  int iterations = 0;                        // factorizations
  double residual = 0;                       // the largest element in absolute value, at the best point
  int worst = -1;                            // which one
  double jump_at = 0, below = 0, above = 0;  // Jump: where, and the residuals on both sides
  bool converged() const { return end == End::Converged; }
};

class NonlinearSolver {
 public:
  // From the guess `z` to the solution; where there is none, `z` becomes the best point.
  NonlinearReport solve(const NonlinearEquations& equations, GlobalMethod method, std::span<double> z);

 private:
  using End = NonlinearReport::End;
  void resize(std::size_t n);
  End attempt(GlobalMethod method);
  End try_methods(GlobalMethod method);
  End trust_region();
  End trust_region_step(double& radius);
  End line_search();
  bool evaluate(std::span<const double> z, std::vector<double>& r);
  bool linearize();  // the Jacobian, its factors and the Newton correction at z_
  bool near_solution() const;
  void polish();
  End search_scalar(double start, End before);
  bool start_at(int attempt, std::span<const double> guess);
  double weighted_norm(std::span<const double> r) const;
  double scaled_norm(std::span<const double> step) const;
  bool dogleg(double radius);
  void remember_best();
  NonlinearReport report(End end, std::span<double> z);

  // nonlinear_judgment.cpp: whether z_ is a solution.
  bool solved();
  bool refine();
  bool is_lost() const;
  bool within_tolerance() const;
  bool within_neighbors();
  void find_slopes();
  bool is_arbitrary();
  bool is_round_off(std::span<const double> z, std::span<const double> r);

  const NonlinearEquations* equations_ = nullptr;
  std::size_t n_ = 0;
  DenseLu lu_;
  std::vector<double> z_, r_, trial_, trial_r_, newton_, step_, gradient_, work_, jacobian_;
  std::vector<double> weights_;  // of the residuals: of one size where the unknowns change by theirs
  std::vector<double> scale_;    // of the unknowns: the largest norm of their columns so far
  std::vector<double> bound_;    // of the rounding errors in the residual
  std::vector<double> slope_;    // what neighboring numbers change in the residual, by the Jacobian
  bool linearized_ = false;      // in this attempt
  bool regular_ = false;
  bool contracted_ = false;  // the last full Newton step has made the residual a thousand times smaller
  bool arbitrary_ = false;   // some point was zero all along a line
  bool stopped_ = false;
  double first_ = 0;  // the largest residual where this attempt began
  int iterations_ = 0;
  std::vector<double> start_, best_z_;
  NonlinearReport best_;
};

}  // namespace sim
