// What is seen of all wires together: spacing, junctions and crossings.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "editor/canvas/nudging.h"
#include "editor/canvas/wiring.h"

namespace fluxion {

static constexpr double tolerance = 0.01;

void Wiring::numberNets() {
  for (auto& [id, wire] : m_wires) wire.net = 0;
  int count = 0;
  for (auto& [id, wire] : m_wires) {
    if (wire.net != 0) continue;
    ++count;
    for (sim::Id other : net(id)) m_wires.at(other).net = count;
  }
}

std::set<sim::Id> Wiring::nudgeAll() {
  std::vector<routing::NudgedWire> wires;
  for (const auto& [id, wire] : m_wires)
    wires.push_back({wire.net, !wire.line.waypoints.empty(), wire.found});
  std::vector<QRectF> blocks;
  for (const auto& [id, geometry] : m_blocks) blocks.push_back(geometry.rect);
  routing::nudge(wires, blocks);
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

namespace {

struct Upright {
  double x, top, bottom;
  std::size_t wire;
  int net;
};

// The uprights by the squares of the page they run through.
class UprightIndex {
 public:
  void add(const Upright& upright) {
    for (int row = cell(upright.top); row <= cell(upright.bottom); ++row)
      m_cells[key(cell(upright.x), row)].push_back(upright);
  }
  template <class Visit>
  void visit(double left, double right, double y, Visit visit) const {
    for (int column = cell(left); column <= cell(right); ++column)
      if (const auto it = m_cells.find(key(column, cell(y))); it != m_cells.end())
        for (const Upright& upright : it->second) visit(upright);
  }

 private:
  static int cell(double v) { return static_cast<int>(std::floor(v / 128)); }
  static long long key(int column, int row) { return static_cast<long long>(column) * 0x100000000LL + row; }

  std::unordered_map<long long, std::vector<Upright>> m_cells;
};

}  // namespace

std::set<sim::Id> Wiring::findCrossings() {
  constexpr double clear = 4;  // of the ends of both, where a gap would look like an end
  UprightIndex index;
  std::size_t number = 0;
  for (const auto& [id, wire] : m_wires) {
    for (std::size_t k = 0; k + 1 < wire.route.size(); ++k) {
      const QPointF a = wire.route[k], b = wire.route[k + 1];
      if (std::abs(a.x() - b.x()) < tolerance && std::abs(a.y() - b.y()) > 2 * clear)
        index.add({a.x(), std::min(a.y(), b.y()) + clear, std::max(a.y(), b.y()) - clear, number, wire.net});
    }
    ++number;
  }
  std::vector<std::vector<QPointF>> found(number);
  for (const auto& [id, wire] : m_wires)
    for (std::size_t k = 0; k + 1 < wire.route.size(); ++k) {
      const QPointF a = wire.route[k], b = wire.route[k + 1];
      if (std::abs(a.y() - b.y()) > tolerance) continue;
      const double left = std::min(a.x(), b.x()) + clear / 2, right = std::max(a.x(), b.x()) - clear / 2;
      index.visit(left, right, a.y(), [&, net = wire.net](const Upright& u) {
        if (u.net != net && u.x > left && u.x < right && a.y() > u.top && a.y() < u.bottom)
          found[u.wire].push_back({u.x, a.y()});
      });
    }
  std::set<sim::Id> changed;
  number = 0;
  for (auto& [id, wire] : m_wires) {
    std::vector<QPointF>& now = found[number++];
    if (now == wire.crossings) continue;
    wire.crossings = std::move(now);
    changed.insert(id);
  }
  return changed;
}

}  // namespace fluxion
