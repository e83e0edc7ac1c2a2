#pragma once
// Blocks of another tool with random parameters, written as a file of that tool, imported, run, and compared
// with what the tool's documentation says they compute. FLUXION_IMPORT_RANDOM_BLOCKS says how many of each.
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim::importing {

using Random = std::mt19937;

inline double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
inline int whole(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}
template <class T>
const T& one_of(Random& random, const std::vector<T>& all) {
  return all[static_cast<std::size_t>(whole(random, 0, static_cast<int>(all.size()) - 1))];
}
// As a file says a number: all digits.
std::string digits(double v);
std::string row(const std::vector<double>& numbers);  // "[1 2 3]"

using Pairs = std::vector<std::pair<std::string, std::string>>;  // parameter, text

// One block; its inputs are constants, or, where `ramp` says so, the time.
struct Sample {
  Pairs parameters;
  std::vector<double> inputs = {};
  std::function<double(double t)> expected;
  bool ramp = false;
};

struct ClosedForm {
  const char* type;  // or the path of a library's block
  std::function<Sample(Random&)> make;
  double tolerance = 1e-9;  // relative to max(1, |expected|)
};

// Where models run: continuous ones with tight tolerances, others in steps of `discrete_step`.
enum class Run { Continuous, Discrete };
inline constexpr double discrete_step = 0.125;

// The file of so many samples: sample k has an output "y<k>".
using Write = std::function<Diagram(const ClosedForm&, const std::vector<Sample>&, Run)>;

void compare(const std::vector<ClosedForm>& forms, Run run, const Write& write);

}  // namespace sim::importing
