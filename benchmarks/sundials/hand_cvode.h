#pragma once
// CVODE as one uses it without Fluxion: its own vectors, matrices and linear solvers, its norm, one call to
// the end. What everything else is measured against.
#include <vector>

#include "sim_core/solvers/error_weights.h"
#include "sim_core/solvers/ode_problem.h"

namespace sim {

struct HandCvode {
  enum class Method {
    Adams,  // functional iteration
    Dense,  // BDF with the problem's Jacobian in this kind of matrix
    Band,
    Klu
  };
  Method method = Method::Dense;
  int lower = 0, upper = 0;  // of Band
};

struct HandResult {
  bool finished = false;
  std::vector<double> x;
  long steps = 0, rhs_evaluations = 0, jacobian_evaluations = 0, factorizations = 0;
};

HandResult solve_by_cvode(const OdeProblem& problem, double t0, double t1, const std::vector<double>& x0,
                          const ErrorWeights& weights, const HandCvode& how);

}  // namespace sim
