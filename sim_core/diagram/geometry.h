#pragma once
// Moving what lies on the page, within the limits of the file.
#include <algorithm>
#include <cmath>

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

// A rectangle of the page.
struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
  Point center() const { return {(left + right) / 2, (top + bottom) / 2}; }
  bool overlaps(const Box& o) const {
    return left < o.right && o.left < right && top < o.bottom && o.top < bottom;
  }
  Box grown(double by) const { return {left - by, top - by, right + by, bottom + by}; }
  Box shifted(Point by) const { return {left + by.x, top + by.y, right + by.x, bottom + by.y}; }
  bool operator==(const Box&) const = default;
};

inline Box united(const Box& a, const Box& b) {
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
          std::max(a.bottom, b.bottom)};
}

// How a block lies on the page, after rotation.
inline Box box_of(const Block& b) {
  const bool turned = b.rotation % 2 != 0;
  return {b.position.x, b.position.y, b.position.x + (turned ? b.size.height : b.size.width),
          b.position.y + (turned ? b.size.width : b.size.height)};
}
inline Box box_of(const Annotation& a) {
  return {a.position.x, a.position.y, a.position.x + a.size.width, a.position.y + a.size.height};
}

// What blocks are placed on.
inline constexpr double grid_step = 8;
inline double on_grid(double v) { return std::round(v / grid_step) * grid_step; }

}  // namespace sim
