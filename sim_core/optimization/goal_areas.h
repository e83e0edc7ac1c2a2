#pragma once
// Where a goal forbids its signal to be, for pictures: areas above or below a line over time.
#include <vector>

#include "sim_core/optimization/goal.h"

namespace sim {

struct ForbiddenArea {
  bool above = true;  // of the line; false: below it
  std::vector<GoalPoint> line;
  bool operator==(const ForbiddenArea&) const = default;
};

// Of bounds, of limits of the largest and the least value, and of overshoot, undershoot and settling time
// where the goal says the levels of the step. None of others: an integral or a rise time has no such area.
// The run goes from `begin` to `end`.
std::vector<ForbiddenArea> forbidden_areas(const Goal& goal, double begin, double end);

}  // namespace sim
