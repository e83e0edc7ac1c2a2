#pragma once
// Where marks of a signal stand on its line.
#include <algorithm>
#include <cmath>

#include "editor/canvas/routing.h"

namespace fluxion {

// So far behind the beginning of a line, on its first segment; in the middle of a short one.
inline QPointF placeBehindStart(const routing::Polyline& route, double along) {
  const QPointF step = route[1] - route[0];
  const double length = std::hypot(step.x(), step.y());
  return length <= 0 ? route[0] : route[0] + step * (std::min(along, length / 2) / length);
}

}  // namespace fluxion
