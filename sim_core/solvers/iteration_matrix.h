#pragma once
// What implicit methods solve with: I - c J, factored, where the Jacobian J is used again from step to step
// as long as Newton's iteration converges with it.
#include <memory>
#include <vector>

#include "sim_core/linalg/linear_solver.h"
#include "sim_core/solvers/solver_jacobian.h"
#include "sim_core/solvers/stepper.h"

namespace sim {

class IterationMatrix {
 public:
  // What it costs is counted in `statistics`.
  IterationMatrix(const OdeProblem& problem, const StepperOptions& options, bool new_each_step,
                  StepperStatistics& statistics);

  // J at (t, x), where f = f(t, x). Whatever was factored is forgotten.
  EvalStatus evaluate(double t, std::span<const double> x, std::span<const double> f,
                      const ErrorWeights& weights);
  bool has_jacobian() const { return known_; }
  // Whether J belongs to the point where the step starts.
  bool is_fresh() const { return known_ && fresh_; }
  void grow_old() { fresh_ = false; }
  // A step with it was accepted.
  void serve_step();
  void forget() { known_ = fresh_ = factored_ = false; }

  // Recoverable: the matrix is singular; a smaller c helps.
  EvalStatus factor(double c);
  // b becomes (I - c J)^-1 b.
  void solve(std::span<double> b) { solver_.solve(b); }

  const SolverJacobian& jacobian() const { return jacobian_; }

  // J and what of it is factored, as numbers (see Stepper::memory); load() takes as many as it needs from the
  // front, and fails where they do not fit.
  void save(std::vector<double>& memory) const;
  bool load(std::span<const double>& memory);

 private:
  SolverJacobian jacobian_;
  LinearSolver solver_;
  std::vector<double> matrix_;
  StepperStatistics& statistics_;
  bool known_ = false, fresh_ = false, factored_ = false;
  double c_ = 0;
};

}  // namespace sim
