#pragma once
// The search behind routing::route.
#include "editor/canvas/routing.h"

namespace fluxion::routing {

// A* from the source (or its trunks) to the target, keeping `margin` pixels from every obstacle and staying
// within `window` pixels around the two ends. Empty if there is no way, or none within 8,000 states.
Polyline searchRoute(const Request& request, double margin, double window);

}  // namespace fluxion::routing
