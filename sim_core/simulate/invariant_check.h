#pragma once
// Whether what a model declares to be invariant is: dg/dx f + dg/dt - d(target)/dt = 0, at states near the
// initial one that satisfy all invariants (an invariant may hold only where others do).
#include <span>
#include <vector>

#include "sim_core/simulate/model_equations.h"

namespace sim {

struct InvariantDrift {
  int row = 0;       // of Program::invariants
  double rate = 0;   // of its residual, per second
  double terms = 0;  // the sum of the magnitudes of what that is the sum of
};

// Those that are projected onto and drift at most of the states looked at by more than 1e-6 of their terms,
// and, at that rate over `span` seconds, by more than 1e-6 of their size. Derivatives are those of the
// compiled equations, exact in x and t; modes are as they are now. Leaves `equations` as they are.
std::vector<InvariantDrift> find_drifts(const ModelEquations& equations, HistoryReader& history, double t,
                                        std::span<const double> x, double span);

}  // namespace sim
