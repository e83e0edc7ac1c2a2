// What is seen of all wires together: spacing and junctions.
#include <algorithm>
#include <cmath>
#include <utility>

#include "editor/canvas/nudging.h"
#include "editor/canvas/wiring.h"

namespace fluxion {

static constexpr double tolerance = 0.01;

// Nets change where lines do. Those that now belong to another one.
std::set<sim::Id> Wiring::numberNets(const std::set<sim::Id>& lines) {
  std::set<sim::Id> changed;
  for (sim::Id id : lines) {
    const std::set<sim::Id> members = net(id);
    for (sim::Id other : members)
      if (std::exchange(m_wires.at(other).net, *members.begin()) != *members.begin()) changed.insert(other);
  }
  return changed;
}

std::set<sim::Id> Wiring::nudgeAll() {
  std::vector<routing::NudgedWire> wires;
  for (const auto& [id, wire] : m_wires)
    wires.push_back({sim::to_number(wire.net), !wire.shape.corners.empty(), wire.found});
  std::vector<QRectF> obstacles;
  for (const auto& [id, place] : m_blocks) {
    obstacles.push_back(place.geometry.rect);
    // A wire may touch the margin of a name, not its letters.
    if (const QRectF name = place.name.adjusted(2, 4, -2, -4); name.isValid()) obstacles.push_back(name);
  }
  routing::nudge(wires, obstacles);
  std::set<sim::Id> changed;
  std::size_t k = 0;
  for (auto& [id, wire] : m_wires) {
    routing::Polyline route = routing::simplified(wires[k++].route);
    if (route == wire.route) continue;
    wire.route = std::move(route);
    changed.insert(id);
  }
  return changed;
}

// Which ways the wire goes on from a point: bits for right, down, left, up.
static int directionsAt(const routing::Polyline& route, QPointF p) {
  int directions = 0;
  for (std::size_t k = 0; k + 1 < route.size(); ++k) {
    const QPointF a = route[k], b = route[k + 1];
    if (std::abs(a.y() - b.y()) < tolerance && std::abs(p.y() - a.y()) < tolerance) {
      const double low = std::min(a.x(), b.x()), high = std::max(a.x(), b.x());
      if (p.x() < low - tolerance || p.x() > high + tolerance) continue;
      if (p.x() < high - tolerance) directions |= 1;
      if (p.x() > low + tolerance) directions |= 4;
    } else if (std::abs(a.x() - b.x()) < tolerance && std::abs(p.x() - a.x()) < tolerance) {
      const double low = std::min(a.y(), b.y()), high = std::max(a.y(), b.y());
      if (p.y() < low - tolerance || p.y() > high + tolerance) continue;
      if (p.y() < high - tolerance) directions |= 2;
      if (p.y() > low + tolerance) directions |= 8;
    }
  }
  return directions;
}

// A corner from which the net goes on in three ways or four. It belongs to the last line that bends there.
void Wiring::findJunctions(const std::vector<Wire*>& net) {
  std::vector<QPointF> found;
  for (auto wire = net.rbegin(); wire != net.rend(); ++wire) {
    (*wire)->junctions.clear();
    const routing::Polyline& route = (*wire)->route;
    for (std::size_t k = 1; net.size() > 1 && k + 1 < route.size(); ++k) {
      const QPointF p = route[k];
      int directions = 0;
      for (const Wire* other : net) directions |= directionsAt(other->route, p);
      const bool joins = __builtin_popcount(static_cast<unsigned>(directions)) >= 3;
      const bool known =
          std::any_of(found.begin(), found.end(), [&](QPointF q) { return (p - q).manhattanLength() < 0.1; });
      if (!joins || known) continue;
      found.push_back(p);
      (*wire)->junctions.push_back(p);
    }
  }
  for (std::size_t k = 0; k < net.size(); ++k) {
    Wire& wire = *net[k];
    wire.ownStart = wire.route.empty() ? QPointF() : wire.route.front();
    double farthest = 0;
    for (std::size_t other = 0; other < k; ++other)
      if (const auto p = routing::divergence(net[other]->route, wire.route)) {
        const auto near = routing::nearest(wire.route, *p);
        const double along =
            near.segment * 1e6 + QLineF(wire.route[static_cast<std::size_t>(near.segment)], *p).length();
        if (along > farthest) farthest = along, wire.ownStart = *p;
      }
  }
}

}  // namespace fluxion
