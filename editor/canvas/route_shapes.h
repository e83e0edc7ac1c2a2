#pragma once
// The shapes that need no search: straight, one corner, or two.
#include "editor/canvas/routing.h"

namespace fluxion::routing {

// The plainest of these shapes that touches no obstacle and meets few other wires; empty where there is none,
// and for branches.
Polyline simpleShape(const Request& request);

}  // namespace fluxion::routing
