#pragma once
// The smallest cost(x) where g(x) <= 0 and minimum <= x <= maximum, of a function that may have kinks, is not
// defined everywhere and costs a run of a model each time.
//
// 1. Where the start does not keep all constraints, bounded least squares of their violations max(g, 0)
//    (estimation/least_squares.h): it comes to points that keep them in few steps, and where there are none
//    to a compromise. Without a cost, the search is over once all are kept.
// 2. From there SLSQP, then COBYLA (constrained_methods.h), in turns while one of them gets on: the first is
//    fast where all is smooth, the second goes on where kinks, jumps or places without results stop it. Where
//    no point keeps all constraints, COBYLA alone makes the largest violation as small as it gets.
//
// Points without results count as far worse than all others. Of what was seen the best point is kept: of
// those that keep all constraints the cheapest, else that with the smallest largest violation.
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "sim_core/base/result.h"

namespace sim {

struct ConstrainedPoint {
  std::vector<double> x;
  double cost = 0;
  std::vector<double> constraints;
  double violation() const;  // the largest constraint; 0: all are kept
};

struct ConstrainedProblem {
  std::vector<double> start, minimum, maximum;  // by variable
  std::vector<double> scale;                    // by variable, above 0: what is a large change of it
  std::size_t constraints = 0;
  bool has_cost = true;
  double tolerance = 1e-4;  // what of a constraint counts as kept
  // Nothing: there are no results at x. x and the point's x are the same. Asked once at each x.
  std::function<std::optional<ConstrainedPoint>(const std::vector<double>& x)> evaluate;
};

struct ConstrainedResult {
  ConstrainedPoint first, best;
  int evaluations = 0;
  bool converged = false;      // false: it was ended by `most_evaluations` or `stop`
  bool stopped = false;        // by `stop`
  std::vector<char> at_bound;  // by variable
};

struct ConstrainedOptions {
  int most_evaluations = 0;         // 0: 200 for each variable and one
  std::function<bool()> stop = {};  // asked after each evaluation
  // Sees the start and each point that is better than those before.
  std::function<void(int evaluation, const ConstrainedPoint&)> progress = {};
};

// Errors: there are no results at the start.
Result<ConstrainedResult> constrained_minimum(const ConstrainedProblem& problem,
                                              const ConstrainedOptions& options = {});

}  // namespace sim
