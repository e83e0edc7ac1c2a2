#pragma once
// The Jacobian J = df/dx of an OdeProblem, and the matrices of implicit methods made from it:
//
//   SolverJacobian jacobian(problem, options);
//   LinearSolver solver(jacobian.pattern(), jacobian.linear_solver());
//   std::vector<double> matrix(jacobian.size());
//   jacobian.evaluate(t, x, f, weights);        // when the old one no longer serves
//   jacobian.combine(1, h * gamma, matrix);     // I - h gamma J
//   solver.factor(matrix);                      // when h or J has changed
//
// By perturbation: one-sided differences, columns that share no row together (see coloring.h). The increment
// of each column follows what it did to f the last time, so that the difference is neither round-off nor
// curvature; a column that is lost in round-off is taken again with a larger one at once. D. E. Salane,
// Adaptive routines for forming Jacobians numerically, Sandia report SAND86-1319 (1986); L. F. Shampine, M.
// W. Reichelt, The MATLAB ODE Suite, SIAM J. Sci. Comput. 18 (1997) 1-22. Where f cannot be evaluated, the
// other side and smaller increments are tried. An analytical Jacobian that is not finite is replaced by
// differences, this once.
#include <complex>
#include <span>
#include <vector>

#include "sim_core/linalg/coloring.h"
#include "sim_core/solvers/error_weights.h"
#include "sim_core/solvers/jacobian_choice.h"
#include "sim_core/solvers/ode_problem.h"
#include "sim_core/solvers/stepper.h"

namespace sim {

struct JacobianStatistics {
  long evaluations = 0;      // Jacobians
  long rhs_evaluations = 0;  // of f, for differences
};

class SolverJacobian {
 public:
  // Auto is resolved by what the problem offers: analytical if it has a `jacobian`. `problem` must outlive
  // this.
  explicit SolverJacobian(const OdeProblem& problem, const JacobianOptions& options = {},
                          bool new_each_step = false);

  // J at (t, x), where f = rhs(t, x); empty: it is evaluated if it is needed. The absolute tolerances say
  // which sizes of x matter. Recoverable: J cannot be had there, and values() hold the last one, or zeros.
  EvalStatus evaluate(double t, std::span<const double> x, std::span<const double> f,
                      const ErrorWeights& weights);

  // The same, with its cost added to that of a stepper.
  EvalStatus evaluate(double t, std::span<const double> x, std::span<const double> f,
                      const ErrorWeights& weights, StepperStatistics& cost);
  // A step with the last J was accepted.
  void serve_step(StepperStatistics& cost);

  // Of the last J, one for each entry of pattern(), in its order.
  std::span<const double> values() const { return values_; }
  // Those of another SolverJacobian of the same problem and method.
  void set_values(std::span<const double> values) { values_.assign(values.begin(), values.end()); }
  // By column; full for full methods. The diagonal always belongs to it, so that `combine` keeps the pattern.
  const SparsityPattern& pattern() const { return pattern_; }
  std::size_t size() const { return values_.size(); }

  // matrix = a I - b J, in the order of pattern().
  void combine(double a, double b, std::span<double> matrix) const;
  void combine(std::complex<double> a, double b, std::span<std::complex<double>> matrix) const;
  // y += scale J x.
  void multiply_add(double scale, std::span<const double> x, std::span<double> y) const;

  JacobianMethod method() const { return choice_.method; }
  const JacobianChoice& choice() const { return choice_; }
  LinearSolverKind linear_solver() const { return linear_solver_; }  // what to hand to LinearSolver
  int groups() const { return static_cast<int>(groups_.size()); }    // evaluations of f a perturbation takes
  const JacobianStatistics& statistics() const { return statistics_; }

 private:
  EvalStatus analytical(double t, std::span<const double> x);
  EvalStatus perturb(double t, std::span<const double> x, std::span<const double> f,
                     const ErrorWeights& weights);
  EvalStatus perturb_kept(double t, std::span<const double> x, std::span<const double> f,
                          const ErrorWeights& weights);
  EvalStatus difference(double t, std::span<const double> x, std::span<const int> columns);
  EvalStatus difference_somehow(double t, std::span<const double> x, std::span<const int> columns);
  bool usable(std::span<const int> columns) const;
  double relative_change(int column, std::span<const double> f) const;
  void store(int column, std::span<const double> f);
  void set_increment(int column, std::span<const double> x, std::span<const double> towards);
  bool is_lost(int column, std::span<const double> f);
  EvalStatus find_lost(double t, std::span<const double> x, std::span<const double> f);
  const SparsityPattern& entries() const;

  const OdeProblem* problem_;
  JacobianChoice choice_;
  LinearSolverKind linear_solver_ = LinearSolverKind::Auto;
  SparsityPattern pattern_;
  std::vector<double> values_, fresh_;
  std::vector<int> diagonal_;             // where in values_
  std::vector<int> places_;               // of the problem's entries in values_; empty: one by one
  std::vector<std::vector<int>> groups_;  // of columns
  // Of each column: the size of its state, the increment relative to it, and the bound on that.
  std::vector<double> sizes_, factors_, largest_factor_, before_;
  std::vector<char> flat_;  // columns that no increment moves
  std::vector<int> lost_;   // columns of a group that round-off spoils
  std::vector<double> increments_, moved_, moved_f_, from_problem_;
  JacobianStatistics statistics_;
  long age_ = 0;  // accepted steps that J has served
};

}  // namespace sim
