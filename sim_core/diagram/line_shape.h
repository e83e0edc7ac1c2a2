#pragma once
// What the fixed corners of a line say. A point that is there twice is where the line branches from
// another one of its net: before it are that one's corners, which say on which of its segments, and behind it
// the branch's own, without which the branch is routed automatically. The branch stays on that segment,
// wherever the other line is now.
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim {

struct LineShape {
  std::vector<Point> trunk = {};    // the other line's corners up to the branch point, which is the last
  std::vector<Point> corners = {};  // the line's own, fixed by hand
  bool operator==(const LineShape&) const = default;
};

LineShape shape_of(const std::vector<Point>& waypoints);
std::vector<Point> waypoints_of(const LineShape& shape);

// As far as they say where the line branches.
std::vector<Point> branch_of(const std::vector<Point>& waypoints);

}  // namespace sim
