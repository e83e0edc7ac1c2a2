#pragma once
// The models of benchmarks/stencil_models.h written by hand: f, its Jacobian by the pattern, and the start.
#include <memory>
#include <vector>

#include "sim_core/solvers/ode_problem.h"

namespace sim {

struct StencilProblem {
  OdeProblem ode;  // refers to `pattern`
  std::unique_ptr<SparsityPattern> pattern;
  std::vector<double> start;
};

StencilProblem heat_by_hand(int points);
// States: u row by row, then v.
StencilProblem brusselator_by_hand(int side);

// What the heat equation comes to, as a multiple of its start.
double heat_decay(int points, double t);

}  // namespace sim
