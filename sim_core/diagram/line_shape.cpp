#include "sim_core/diagram/line_shape.h"

#include <algorithm>

namespace sim {

LineShape shape_of(const std::vector<Point>& waypoints) {
  const auto branch = std::adjacent_find(waypoints.begin(), waypoints.end());
  if (branch == waypoints.end()) return {{}, waypoints};
  return {{waypoints.begin(), branch + 1}, {branch + 2, waypoints.end()}};
}

std::vector<Point> waypoints_of(const LineShape& shape) {
  std::vector<Point> waypoints = shape.trunk;
  if (!waypoints.empty()) waypoints.push_back(waypoints.back());
  waypoints.insert(waypoints.end(), shape.corners.begin(), shape.corners.end());
  return waypoints;
}

std::vector<Point> branch_of(const std::vector<Point>& waypoints) {
  return waypoints_of({shape_of(waypoints).trunk, {}});
}

}  // namespace sim
