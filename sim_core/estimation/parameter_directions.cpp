#include "sim_core/estimation/parameter_directions.h"

#include <cmath>
#include <limits>

namespace sim {

namespace {

using Values = std::vector<double>;

// The parameters of the program with x[k] moved.
Result<Values> parameters_beside(const VariedRuns& runs, Values x, std::size_t k, double by) {
  x[k] += by;
  const auto run = runs.prepared(x);
  if (!run) return run.errors();
  if ((*run)->was_compiled() || (*run)->start_time() != runs.first().start_time())
    return error({}, "with another " + runs.parameters()[k].name + " the model is compiled again");
  return (*run)->program().parameters;
}

}  // namespace

Result<ParameterDirections> parameter_directions(const VariedRuns& runs, const Values& x,
                                                 const Values& scale) {
  const Program& program = runs.first().program();
  std::vector<Values> all;
  std::vector<char> moves(program.parameters.size(), 0);
  for (std::size_t k = 0; k < x.size(); ++k) {
    // A power of two that leaves x + step exact to the last digits: errors of the fourth power of 2^-10.
    const double step = std::exp2(std::round(std::log2(scale[k])) - 10);
    Values derivative(program.parameters.size(), 0.0);
    for (const double weight : {8.0, 1.0}) {
      const double by = weight == 8 ? step : 2 * step;
      const auto above = parameters_beside(runs, x, k, by), below = parameters_beside(runs, x, k, -by);
      if (!above) return above.errors();
      if (!below) return below.errors();
      for (std::size_t i = 0; i < derivative.size(); ++i) {
        const double difference = (*above)[i] - (*below)[i];
        if (difference == 0) continue;  // also where both are the same infinity or not a number
        derivative[i] += (weight == 8 ? 8 : -1) * difference / (12 * step);
        moves[i] = 1;
      }
    }
    for (std::size_t i = 0; i < derivative.size(); ++i)
      if (!std::isfinite(derivative[i])) derivative[i] = 0;
    all.push_back(std::move(derivative));
  }
  ParameterDirections out;
  out.slots = parameter_slots(program, moves);
  out.sizes = scale;
  for (const Values& derivative : all) {
    Values of_slots;
    for (const ParameterRange& range : out.slots)
      of_slots.insert(of_slots.end(), derivative.begin() + range.first,
                      derivative.begin() + range.first + range.count);
    out.derivatives.push_back(std::move(of_slots));
  }
  return out;
}

}  // namespace sim
