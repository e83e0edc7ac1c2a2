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

  // Of I - c J. What is factored for a c' with |c / c' - 1| <= `most_off` serves, for correct(). Recoverable:
  // the matrix is singular; a smaller c helps.
  EvalStatus factor(double c, double most_off = 0);
  // c / c', for the last c that was asked for.
  double ratio() const { return asked_ / c_; }
  void forget_factors() { factored_ = false; }
  // b becomes (I - c' J)^-1 b.
  void solve(std::span<double> b) {
    const PhaseScope phase(problem_.clock, Phase::LinearAlgebra);
    solver_.solve(b);
  }
  // d becomes the correction of Newton's iteration, 2 / (1 + c / c') (I - c' J)^-1 d: of what is wrong in d
  // it leaves at most |1 - c / c'| / (1 + c / c') in what decays, stiff or not. A. C. Hindmarsh et al.,
  // SUNDIALS, ACM Trans. Math. Softw. 31 (2005) 363-396.
  void correct(std::span<double> d);

  const SolverJacobian& jacobian() const { return jacobian_; }

  // J and what of it is factored, as numbers (see Stepper::memory); load() takes as many as it needs from the
  // front, and fails where they do not fit.
  void save(std::vector<double>& memory) const;
  bool load(std::span<const double>& memory);

 private:
  const OdeProblem& problem_;
  SolverJacobian jacobian_;
  LinearSolver solver_;
  std::vector<double> matrix_;
  StepperStatistics& statistics_;
  bool known_ = false, fresh_ = false, factored_ = false;
  double c_ = 0, asked_ = 0;  // c', and the last c
};

}  // namespace sim
