#pragma once
// Derivatives of what runs give along their parameters, by central differences: runs are repeatable to the
// last bit, and exact enough where their relative tolerance is.
#include <functional>
#include <optional>
#include <vector>

namespace sim {

// The largest relative tolerance of runs that are differenced.
inline constexpr double difference_tolerance = 1e-8;

struct DifferencedFunction {
  // Nothing: there is no result there.
  std::function<std::optional<std::vector<double>>(const std::vector<double>& x)> evaluate;
  std::vector<double> minimum, maximum;  // by parameter: it is not asked for beyond
  std::vector<double> scale;             // by parameter: what is a large change
};

// By parameter, the derivatives of all results at x, where they are `at_x`. To one side at a bound, or where
// there is no result on the other; nothing where there is none on either.
std::optional<std::vector<std::vector<double>>> run_differences(const DifferencedFunction& function,
                                                                const std::vector<double>& x,
                                                                const std::vector<double>& at_x);

}  // namespace sim
