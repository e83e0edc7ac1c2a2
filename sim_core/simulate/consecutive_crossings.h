#pragma once
// How many zero crossings have followed one another within the time tolerance, and of which functions.
#include <cstdint>
#include <limits>
#include <vector>

namespace sim {

struct ConsecutiveCrossings {
  double last = -std::numeric_limits<double>::infinity();  // s
  std::int64_t count = 0;
  std::vector<int> functions;  // by their place among those that are located

  bool operator==(const ConsecutiveCrossings&) const = default;
};

}  // namespace sim
