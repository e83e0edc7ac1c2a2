#pragma once
// Where a branch that was pulled from a certain place of its net begins, now that the net may have moved.
#include <optional>

#include "editor/canvas/routing.h"

namespace fluxion::routing {

struct BranchPlace {
  int trunk = 0, segment = 0;  // of the request's trunks
  QPointF point;
  bool flat = false;  // whether that segment is level
};

// On the segment of request.branch: as far along as it was pulled, but away from corners, ports and arrow
// heads. Where no trunk has such a segment, on the nearest one that runs the same way; nothing without any.
std::optional<BranchPlace> branchPlace(const Request& request);

// The trunk from the source to there.
Polyline trunkTo(const Request& request, const BranchPlace& place);

}  // namespace fluxion::routing
