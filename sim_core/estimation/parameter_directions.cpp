#include "sim_core/estimation/parameter_directions.h"

#include <cmath>
#include <limits>

namespace sim {

namespace {

using Values = std::vector<double>;

// Of sums of numbers of that size; of lines that are followed far, whose slopes are differences.
constexpr double rounding = 1e-15, extrapolated = 1e-11;

// The parameters of the program with x[k] moved.
Result<Values> parameters_beside(const VariedRuns& runs, Values x, std::size_t k, double by) {
  x[k] += by;
  const auto run = runs.prepared(x);
  if (!run) return run.errors();
  if ((*run)->was_compiled() || (*run)->start_time() != runs.first().start_time())
    return error({}, "with another " + runs.parameters()[k].name + " the model is compiled again");
  return (*run)->program().parameters;
}

struct Differenced {
  ParameterDirections directions;
  bool straight = true;  // values beside x are on lines through those at x
};

// `now`: at x.
Result<Differenced> differenced(const VariedRuns& runs, const Values& x, const Values& scale,
                                const Values& now) {
  const Program& program = runs.first().program();
  Differenced out;
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
        const double high = (*above)[i], low = (*below)[i];
        if (high == low || (std::isnan(high) && std::isnan(low))) continue;  // the same infinity too
        derivative[i] += (weight == 8 ? 8 : -1) * (high - low) / (12 * step);
        moves[i] = 1;
        if (out.straight)
          out.straight = std::abs(high + low - 2 * now[i]) <= rounding * (std::abs(high) + std::abs(low));
      }
    }
    for (std::size_t i = 0; i < derivative.size(); ++i)
      if (!std::isfinite(derivative[i])) derivative[i] = 0, out.straight = false;
    all.push_back(std::move(derivative));
  }
  out.directions.slots = parameter_slots(program, moves);
  out.directions.sizes = scale;
  for (const Values& derivative : all) {
    Values of_slots;
    for (const ParameterRange& range : out.directions.slots)
      of_slots.insert(of_slots.end(), derivative.begin() + range.first,
                      derivative.begin() + range.first + range.count);
    out.directions.derivatives.push_back(std::move(of_slots));
  }
  return out;
}

}  // namespace

bool ParameterDirectionsAlong::continues(const Values& x, const Values& now) const {
  if (!known_ || known_->x.size() != x.size() || known_->parameters.size() != now.size()) return false;
  Values expected = known_->parameters, size = expected;
  for (double& each : size) each = std::abs(each);
  for (std::size_t k = 0; k < x.size(); ++k) {
    auto derivative = known_->directions.derivatives[k].begin();
    for (const ParameterRange& range : known_->directions.slots)
      for (int i = range.first; i < range.first + range.count; ++i) {
        const double moved = *derivative++ * (x[k] - known_->x[k]);
        expected[static_cast<std::size_t>(i)] += moved;
        size[static_cast<std::size_t>(i)] += std::abs(moved);
      }
  }
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool same = now[i] == expected[i] || (std::isnan(now[i]) && std::isnan(expected[i]));
    if (!same && !(std::abs(now[i] - expected[i]) <= extrapolated * size[i])) return false;
  }
  return true;
}

Result<ParameterDirections> ParameterDirectionsAlong::at(const VariedRuns& runs, const Values& x,
                                                         const Values& scale, const Values& now) {
  if (continues(x, now)) {
    ParameterDirections same = known_->directions;
    same.sizes = scale;
    return same;
  }
  known_.reset();
  auto found = differenced(runs, x, scale, now);
  if (!found) return found.errors();
  if (found->straight) known_ = Known{x, now, found->directions};
  return std::move(found->directions);
}

}  // namespace sim
