#pragma once
// Local methods of NLopt for a cost and constraints that are kept where they are not above zero, in variables
// of magnitude 1:
//   Slsqp, D. Kraft, A software package for sequential quadratic programming (1988): fast where all is
//   smooth; Cobyla, M. J. D. Powell, in: Advances in Optimization and Numerical Analysis (1994) 51-67: linear
//   models in a simplex, without derivatives, which goes on at kinks and where derivatives are noise.
#include <functional>
#include <optional>
#include <vector>

#include "sim_core/base/result.h"

namespace sim {

struct ScaledProblem {
  std::vector<double> minimum, maximum;
  std::size_t constraints = 0;
  // The cost, then the constraints. What it throws ends the search and is thrown again by it.
  std::function<std::vector<double>(const std::vector<double>& z)> values;
  // By variable, the derivatives of these; nothing: there are none.
  std::function<std::optional<std::vector<std::vector<double>>>(const std::vector<double>& z)> derivatives;
};

enum class ConstrainedMethod { Slsqp, Cobyla };

// Goes from z as far as the method comes; who wants the best point notes what `values` sees. `step`: how long
// the first steps of Cobyla are; `most`: how many points it may look at. Errors: the library is not there.
Diagnostics search_minimum(ConstrainedMethod method, const ScaledProblem& problem, std::vector<double> z,
                           double step, int most);

}  // namespace sim
