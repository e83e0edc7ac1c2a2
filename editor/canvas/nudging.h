#pragma once
// After routing, segments of different nets that run beside each other in one channel are set apart, in the
// order that crosses least, and no further than blocks allow. After Wybrow, Marriott & Stuckey, "Orthogonal
// connector routing", Graph Drawing 2009, section 5; positions by relaxation instead of quadratic
// programming.
#include <cstdint>
#include <vector>

#include "editor/canvas/routing.h"

namespace fluxion::routing {

inline constexpr double wireDistance = 8;

struct NudgedWire {
  std::uint64_t net = 0;  // wires of one net may lie on each other
  bool fixed = false;     // its corners stay
  Polyline route;         // changed in place; the ends and their directions stay
};

void nudge(std::vector<NudgedWire>& wires, const std::vector<QRectF>& obstacles);

}  // namespace fluxion::routing
