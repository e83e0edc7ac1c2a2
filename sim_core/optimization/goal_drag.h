#pragma once
// What becomes of a goal when the line of one of its areas (goal_areas.h) is dragged in a picture: the
// corners and edges of bounds move, and so do the levels of limits, and the time of a settling time.
#include <cstddef>

#include "sim_core/optimization/goal.h"

namespace sim {

struct GoalGrip {
  std::size_t area = 0;   // of forbidden_areas()
  bool edge = false;      // from corner `index` to the next one; else the corner
  std::size_t index = 0;  // of the area's line
};

// Dragged from one place to another in the plane of time and value, where numbers are rounded to what
// `pixel` tells apart. What the drag would make of the goal but is none stays as it was. The run goes from
// `begin` to `end`.
Goal dragged_goal(const Goal& goal, const GoalGrip& grip, GoalPoint from, GoalPoint to, GoalPoint pixel,
                  double begin, double end);

}  // namespace sim
