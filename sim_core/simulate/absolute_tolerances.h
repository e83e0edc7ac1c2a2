#pragma once
// The largest error that each state may have near zero: as its block says, or as the settings do. What the
// settings leave open ("auto") may grow with the state:
//
//   AbsTol_i(t) = max(AbsTol, RelTol * max over tau <= t of |x_i(tau)|)
//
// so that a state that passes through zero is not computed more accurately there than elsewhere.
#include <span>
#include <vector>

#include "sim_core/program/program.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/solvers/error_weights.h"

namespace sim {

class AbsoluteTolerances {
 public:
  AbsoluteTolerances(const Program& program, const RunOptions& options);

  // At the start, for as many states as the solver sees.
  const std::vector<double>& initial() const { return initial_; }
  bool grow() const { return !growing_.empty(); }
  // The states are x now.
  void follow(std::span<const double> x, ErrorWeights& weights);

  // The largest magnitudes so far, by state; and those of another run. Takes effect with follow().
  const std::vector<double>& largest() const { return largest_; }
  void set_largest(std::span<const double> largest);

 private:
  std::vector<double> initial_, largest_;
  std::vector<int> growing_;  // states
};

}  // namespace sim
