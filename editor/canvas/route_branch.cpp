#include "editor/canvas/route_branch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "editor/canvas/route_cost.h"

namespace fluxion::routing {

static bool level(QPointF a, QPointF b) { return std::abs(a.y() - b.y()) < 0.01; }

// The point of the segment nearest to `wanted`, with room to both of its ends; in the middle of a short one.
static QPointF placeOn(QPointF a, QPointF b, double fromA, double fromB, QPointF wanted) {
  const double length = (b - a).manhattanLength();
  if (length < fromA + fromB) return a + (b - a) * (fromA / (fromA + fromB));
  const QPointF way = (b - a) / length;
  const double along = QPointF::dotProduct(wanted - a, way);
  return a + way * std::clamp(along, fromA, length - fromB);
}

std::optional<BranchPlace> branchPlace(const Request& r) {
  if (r.branch.empty()) return std::nullopt;
  constexpr double elsewhere = 1000;  // a segment that was not the one
  const QPointF wanted = r.branch.back();
  const int wantedSegment = static_cast<int>(r.branch.size()) - 1;
  const bool flat =
      wantedSegment > 0 ? level(r.branch[r.branch.size() - 2], wanted) : r.source.direction.x() != 0;
  std::optional<BranchPlace> best;
  double least = std::numeric_limits<double>::infinity();
  for (int t = 0; t < static_cast<int>(r.trunks.size()); ++t) {
    const Polyline& trunk = r.trunks[static_cast<std::size_t>(t)];
    for (std::size_t k = 0; k + 1 < trunk.size(); ++k) {
      const QPointF a = trunk[k], b = trunk[k + 1];
      if (level(a, b) != flat || (b - a).manhattanLength() < 1) continue;
      const double head = r.arrow && k + 2 == trunk.size() ? arrowRoom : clearance;
      const QPointF point = placeOn(a, b, clearance, head, wanted);
      const double cost =
          (point - wanted).manhattanLength() + (static_cast<int>(k) == wantedSegment ? 0 : elsewhere);
      if (cost < least) least = cost, best = BranchPlace{t, static_cast<int>(k), point, flat};
    }
  }
  return best;
}

Polyline trunkTo(const Request& r, const BranchPlace& place) {
  const Polyline& trunk = r.trunks[static_cast<std::size_t>(place.trunk)];
  Polyline line(trunk.begin(), trunk.begin() + place.segment + 1);
  line.push_back(place.point);
  return line;
}

}  // namespace fluxion::routing
