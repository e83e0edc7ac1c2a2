#pragma once
// The simplified Newton iteration for the equation of an implicit stage,
//
//   z = psi + c f(t, z)        (I - c J) d = psi + c f(t, z) - z,   z <- z + d,
//
// with one matrix for all iterations. It ends where the error left, estimated from the rate of convergence,
// is a small part of the tolerance; and early where it will not get there. L. F. Shampine, Implementation of
// implicit formulas for the solution of ODEs, SIAM J. Sci. Stat. Comput. 1 (1980) 103-118; E. Hairer, G.
// Wanner, Solving Ordinary Differential Equations II, 2nd ed., IV.8.
#include "sim_core/solvers/iteration_matrix.h"

namespace sim {

// Whether an iteration with corrections of these sizes (in units of the tolerance) goes on.
class NewtonRate {
 public:
  enum class Verdict { Continue, Converged, Slow };

  // `done` of at most `most` iterations; `floor`: corrections as small are rounding. `share`: of the
  // tolerance, that may be left. `creeping`: what is left of components that converge by themselves, more
  // slowly than the whole (see creeping_error).
  Verdict judge(double size, double floor, int done, int most, double share = 0.05, double creeping = 0);
  // Another iteration with the same matrix: the Jacobian has aged, and the rate known counts for less.
  void begin();
  void forget() { rate_ = -1; }  // with another matrix
  double rate() const { return rate_; }
  void set_rate(double rate) { rate_ = rate; }

 private:
  double rate_ = -1;  // of convergence; negative: unknown
  double before_ = 0;
};

// A component far from where the Jacobian was taken may be corrected by a small part of its error in each
// iteration, always the same way: a stiff one that has become less stiff. Beside the first corrections of
// others these are small, and the rate of the whole says nothing of them. What is left of such a component is
// d r / (1 - r), r = d / before being the quotient of its last two corrections; the largest, in units of the
// tolerance.
double creeping_error(const ErrorWeights& weights, std::span<const double> d, std::span<const double> before,
                      std::span<const double> x_old, std::span<const double> x_new);

class NewtonSolver {
 public:
  NewtonSolver(const OdeProblem& problem, StepperStatistics& statistics);

  enum class Result {
    Converged,
    Slow,         // a new Jacobian or a smaller step may help
    Unavailable,  // f cannot be evaluated there
    Fatal
  };
  // z: the first guess, then the solution; correction: by how much they differ. `scale`: a state whose sizes
  // the tolerances are relative to, besides z; `share`: of the tolerance, that may be left.
  Result solve(IterationMatrix& matrix, double t, double c, std::span<const double> psi, std::span<double> z,
               std::span<double> correction, const ErrorWeights& weights, std::span<const double> scale,
               double share = 0.05);

  NewtonRate& rate() { return rate_; }
  const NewtonRate& rate() const { return rate_; }

 private:
  const OdeProblem& problem_;
  StepperStatistics& statistics_;
  NewtonRate rate_;
  std::vector<double> f_, d_, d_before_;
};

EvalStatus status_of(NewtonSolver::Result result);

}  // namespace sim
