#include "sim_core/estimation/run_differences.h"

#include <utility>

namespace sim {

// Where the error of a central difference of runs with that tolerance and the rounding of the runs are alike.
static constexpr double difference_step = 3e-4;

std::optional<std::vector<std::vector<double>>> run_differences(const DifferencedFunction& function,
                                                                const std::vector<double>& x,
                                                                const std::vector<double>& at_x) {
  std::vector<std::vector<double>> out;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto at = [&](double value) -> std::optional<std::vector<double>> {
      if (value < function.minimum[k] || value > function.maximum[k]) return std::nullopt;
      std::vector<double> moved = x;
      moved[k] = value;
      return function.evaluate(moved);
    };
    const double step = difference_step * function.scale[k], high = x[k] + step, low = x[k] - step;
    const auto above = at(high), below = at(low);
    if (!above && !below && function.minimum[k] < function.maximum[k]) return std::nullopt;
    const std::vector<double>&upper = above ? *above : at_x, &lower = below ? *below : at_x;
    const double width = (above ? high : x[k]) - (below ? low : x[k]);
    std::vector<double> column(at_x.size(), 0.0);
    if (width > 0)
      for (std::size_t i = 0; i < at_x.size(); ++i) column[i] = (upper[i] - lower[i]) / width;
    out.push_back(std::move(column));
  }
  return out;
}

}  // namespace sim
