#pragma once
// Moving what lies on the page, within the limits of the file.
#include <algorithm>

#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/file.h"

namespace sim {

inline Point shifted(Point p, Point by) {
  return {std::clamp(p.x + by.x, -max_coordinate, max_coordinate),
          std::clamp(p.y + by.y, -max_coordinate, max_coordinate)};
}

// Its corners and loose ends.
inline Line shifted(Line line, Point by) {
  for (Point& corner : line.waypoints) corner = shifted(corner, by);
  if (!line.source) line.loose_source = shifted(line.loose_source, by);
  if (!line.target) line.loose_target = shifted(line.loose_target, by);
  return line;
}

}  // namespace sim
