#pragma once
// How the parameters that a program reads move with the varied parameters of a model, which come to them
// through expressions: by differences of these expressions, no runs. Again and again while the varied ones
// move: where the parameters are straight lines over x, as they are where a variable is a parameter itself,
// that is seen from the values at x alone; elsewhere they are differenced again.
#include <optional>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/estimation/varied_runs.h"
#include "sim_core/sensitivities/run_sensitivities.h"

namespace sim {

class ParameterDirectionsAlong {
 public:
  // At x, where the program has the parameters `now`; `scale`: what is a large change, by parameter. Errors:
  // a value beside x is refused, or is compiled in, so that the program is another one.
  Result<ParameterDirections> at(const VariedRuns& runs, const std::vector<double>& x,
                                 const std::vector<double>& scale, const std::vector<double>& now);

 private:
  bool continues(const std::vector<double>& x, const std::vector<double>& now) const;

  struct Known {
    std::vector<double> x, parameters;
    ParameterDirections directions;
  };
  std::optional<Known> known_;  // nothing: not differenced yet, or they were no straight lines
};

}  // namespace sim
