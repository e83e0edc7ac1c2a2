#include "editor/canvas/wiring.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "editor/canvas/route_cost.h"

namespace fluxion {

using routing::End;

static constexpr double farthestWindow = 260;  // what a search looks at around the two ends

void Wiring::clear() { *this = Wiring(); }

void Wiring::setBlock(sim::Id id, const BlockGeometry& geometry, const QRectF& name) {
  const auto [at, isNew] = m_blocks.try_emplace(id);
  if (!isNew && at->second.geometry.rect != geometry.rect) leave(at->second);
  at->second = {geometry, name};
  m_blockPlaces.set(id, {geometry.rect, name});
  m_changedBlocks.insert(id);
}

// Smaller than it is, as a wire may pass close to a name; no higher than the searches know names to be.
static QRectF nameObstacle(const QRectF& name) {
  return {name.left() + 6, name.center().y() - 2, name.width() - 12, 4};
}

void Wiring::leave(const Place& place) {
  m_left.push_back(place.geometry.rect);
  if (const QRectF name = nameObstacle(place.name); name.isValid()) m_left.push_back(name);
}

void Wiring::removeBlock(sim::Id id) {
  if (const auto at = m_blocks.find(id); at != m_blocks.end()) {
    leave(at->second);
    m_blocks.erase(at);
  }
  m_blockPlaces.remove(id);
  m_changedBlocks.insert(id);
}

void Wiring::listEnds(sim::Id id, const sim::Line& line, bool add) {
  const auto list = [&](const std::optional<sim::PortRef>& end, auto& at) {
    if (!end) return;
    auto& lines = at[*end];
    if (add)
      lines.insert(id);
    else
      lines.erase(id);
    if (lines.empty()) at.erase(*end);
  };
  list(line.source, m_linesAt);
  list(line.target, line.conserving() ? m_linesAt : m_linesInto);
}

void Wiring::setLine(sim::Id id, const sim::Line& line) {
  removeLine(id);
  Wire& wire = m_wires[id];
  wire.line = line;
  wire.shape = sim::shape_of(line.waypoints);
  listEnds(id, line, true);
  m_changedLines.insert(id);
}

void Wiring::removeLine(sim::Id id) {
  const auto it = m_wires.find(id);
  if (it == m_wires.end()) return;
  // The rest of the net may have branched from this line.
  const std::set<sim::Id> rest = net(id);
  m_changedLines.insert(rest.begin(), rest.end());
  listEnds(id, it->second.line, false);
  m_wires.erase(it);
  m_wirePlaces.remove(id);
  m_crossings.remove(id);
  m_changedLines.erase(id);
}

std::set<sim::Id> Wiring::net(sim::Id line) const {
  std::set<sim::Id> lines;
  std::vector<sim::Id> open{line};
  while (!open.empty()) {
    const sim::Id id = open.back();
    open.pop_back();
    const auto wire = m_wires.find(id);
    if (wire == m_wires.end() || !lines.insert(id).second) continue;
    const sim::Line& l = wire->second.line;
    for (const auto& end : {l.source, l.conserving() ? l.target : std::nullopt})
      if (const auto at = end ? m_linesAt.find(*end) : m_linesAt.end(); at != m_linesAt.end())
        open.insert(open.end(), at->second.begin(), at->second.end());
  }
  return lines;
}

// Whether a segment between two corners keeps just the clearance to a side of the rectangle.
static bool goesAround(const routing::Polyline& line, const QRectF& r) {
  const auto at = [](double a, double b) { return std::abs(a - b) < 1; };
  const double c = routing::clearance;
  for (std::size_t k = 1; k + 2 < line.size(); ++k) {
    const QRectF s = QRectF(line[k], line[k + 1]).normalized();
    const bool beside = s.top() < r.bottom() && s.bottom() > r.top() && s.width() < 1;
    const bool above = s.left() < r.right() && s.right() > r.left() && s.height() < 1;
    if (beside && (at(s.left(), r.left() - c) || at(s.left(), r.right() + c))) return true;
    if (above && (at(s.top(), r.top() - c) || at(s.top(), r.bottom() + c))) return true;
  }
  return false;
}

// Whether the first may have been led along the second.
bool Wiring::dependsOn(const Wire& wire, const Wire& trunk) {
  const auto &a = wire.found, &b = trunk.found;
  if (a.size() < 2 || b.size() < 2) return true;
  if (wire.line.conserving()) return true;
  return routing::divergence(a, b).has_value();
}

// With what branches from them: what changed, what ends at a block that changed, what a block now lies on,
// and what may have gone around a block where it was.
std::set<sim::Id> Wiring::touchedLines() const {
  std::set<sim::Id> touched;
  if (m_changedLines.size() == m_wires.size()) return m_changedLines;  // of a level that was just entered
  for (sim::Id id : m_changedLines)
    if (m_wires.contains(id)) touched.insert(id);
  for (const auto* lists : {&m_linesAt, &m_linesInto})
    for (sim::Id block : m_changedBlocks)
      for (auto at = lists->lower_bound({block, std::numeric_limits<int>::min(), sim::PortKind::Signal});
           at != lists->end() && at->first.block == block; ++at)
        touched.insert(at->second.begin(), at->second.end());
  const auto inTheWay = [&](const QRectF& near, auto isTouched) {
    for (sim::Id id : m_wirePlaces.near(near)) {
      const Wire& wire = m_wires.at(id);
      if (wire.shape.corners.empty() && isTouched(wire.found)) touched.insert(id);
    }
  };
  for (sim::Id id : m_changedBlocks)
    if (const auto it = m_blocks.find(id); it != m_blocks.end()) {
      const auto& [geometry, name] = it->second;
      for (const QRectF& entered : {geometry.rect.adjusted(-3, -3, 3, 3), name})
        if (entered.isValid())
          inTheWay(entered, [&](const auto& route) { return routing::crosses(route, entered); });
    }
  const double beside = routing::clearance + 2;
  for (const QRectF& left : m_left)
    inTheWay(left.adjusted(-beside, -beside, beside, beside),
             [&](const auto& route) { return goesAround(route, left); });
  std::set<sim::Id> all = touched;
  // All of a small net, as what did not branch from this line before may do so now.
  constexpr std::size_t small = 6;
  for (sim::Id id : touched) {
    const std::set<sim::Id> lines = net(id);
    for (sim::Id other : lines)
      if (lines.size() <= small || (!all.contains(other) && dependsOn(m_wires.at(other), m_wires.at(id))))
        all.insert(other);
  }
  return all;
}

// Lines shaped by hand first, then those that can be straight, then as they were drawn: what comes later goes
// around them, or branches from them. What branches at a certain place needs the others of its net.
std::vector<sim::Id> Wiring::inRoutingOrder(const std::set<sim::Id>& lines) const {
  using Key = std::tuple<bool, bool, bool, double, sim::Id>;
  std::vector<Key> keys;
  for (sim::Id id : lines) {
    const Wire& wire = m_wires.at(id);
    const sim::Line& line = wire.line;
    const End source = sourceEnd(line), target = targetEnd(line);
    const QPointF between = target.point - source.point;
    const double aside = source.direction.x() != 0 ? between.y() : between.x();
    const bool straight = source.direction == -target.direction && std::abs(aside) < 0.01 &&
                          QPointF::dotProduct(between, source.direction) > 0;
    keys.emplace_back(!wire.shape.trunk.empty(), wire.shape.corners.empty(), !straight,
                      between.manhattanLength(), id);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<sim::Id> order;
  for (const Key& key : keys) order.push_back(std::get<4>(key));
  return order;
}

std::set<sim::Id> Wiring::update() {
  const std::set<sim::Id> renewed = touchedLines();
  std::set<sim::Id> changed = numberNets(m_changedLines);
  m_changedBlocks.clear();
  m_changedLines.clear();
  m_left.clear();
  for (sim::Id id : renewed)
    if (Wire& wire = m_wires.at(id); !wire.found.empty()) setFound(id, wire, {});
  for (sim::Id id : inRoutingOrder(renewed)) routeWire(id, m_wires.at(id));
  changed.merge(nudgeAll());
  changed.insert(renewed.begin(), renewed.end());
  for (sim::Id id : changed) m_crossings.set(id, m_wires.at(id).net, m_wires.at(id).route);
  for (std::set<sim::Id> open = changed; !open.empty();) {
    std::vector<Wire*> wires;
    for (sim::Id id : net(*open.begin())) {
      wires.push_back(&m_wires.at(id));
      changed.insert(id);
      open.erase(id);
    }
    findJunctions(wires);
  }
  changed.merge(m_crossings.update());
  return changed;
}

End Wiring::endAt(const std::optional<sim::PortRef>& ref, bool input, const sim::Point& loose) const {
  if (ref)
    if (const auto it = m_blocks.find(ref->block); it != m_blocks.end()) {
      const BlockGeometry& geometry = it->second.geometry;
      if (const PortPlace* port = geometry.place(*ref, input)) return {port->position, port->direction};
      // A port this block does not have (any more): at its edge.
      const QRectF& r = geometry.rect;
      return {{input ? r.left() : r.right(), r.center().y()}, {input ? -1.0 : 1.0, 0}};
    }
  return {{loose.x, loose.y}, {}};
}

End Wiring::sourceEnd(const sim::Line& l) const { return endAt(l.source, false, l.loose_source); }
End Wiring::targetEnd(const sim::Line& l) const { return endAt(l.target, true, l.loose_target); }

std::vector<QRectF> Wiring::obstacles(const QRectF& window, sim::Id ignoredBlock) const {
  std::vector<QRectF> found;
  for (sim::Id id : m_blockPlaces.near(window)) {
    if (id == ignoredBlock) continue;
    const Place& place = m_blocks.at(id);
    if (place.geometry.rect.intersects(window)) found.push_back(place.geometry.rect);
    const QRectF name = nameObstacle(place.name);
    if (name.isValid() && name.intersects(window)) found.push_back(name);
  }
  return found;
}

// Wires of the port of the request's source are trunks, seen from there.
routing::Request Wiring::request(const End& source, const End& target, const sim::PortRef* net, sim::Id self,
                                 sim::Id ignoredBlock, Routes routes, double around) const {
  routing::Request r{source, target, {}, {}, {}, {}};
  QRectF window = QRectF(source.point, target.point).normalized().adjusted(-1, -1, 1, 1);
  const auto routeOf = [&](const Wire& wire) -> const routing::Polyline& {
    return routes == Routes::Found ? wire.found : wire.route;
  };
  const auto at = net ? m_linesAt.find(*net) : m_linesAt.end();
  const std::set<sim::Id> none, &trunks = at == m_linesAt.end() ? none : at->second;
  for (sim::Id id : trunks) {
    const Wire& wire = m_wires.at(id);
    if (id == self || routeOf(wire).empty()) continue;
    routing::Polyline trunk = routeOf(wire);
    if (net && wire.line.source != *net) std::reverse(trunk.begin(), trunk.end());
    for (QPointF p : trunk) window |= QRectF(p, QSizeF(1, 1));
    r.trunks.push_back(std::move(trunk));
  }
  r.arrow = !net || net->kind == sim::PortKind::Signal;
  window.adjust(-around, -around, around, around);
  r.obstacles = obstacles(window, ignoredBlock);
  // How far from where it was found a route may be shown.
  const double nudged = routes == Routes::Shown ? 128 : 0;
  for (sim::Id id : m_wirePlaces.near(window.adjusted(-nudged, -nudged, nudged, nudged))) {
    if (id == self || trunks.contains(id)) continue;
    const Wire& wire = m_wires.at(id);
    const routing::Polyline& route = routeOf(wire);
    for (std::size_t k = 0; k + 1 < route.size(); ++k) {
      const QPointF a = route[k], b = route[k + 1];
      if (std::max(a.x(), b.x()) < window.left() || std::min(a.x(), b.x()) > window.right() ||
          std::max(a.y(), b.y()) < window.top() || std::min(a.y(), b.y()) > window.bottom())
        continue;
      const bool fixed = k == 0 || k + 2 == route.size() || !wire.shape.corners.empty();
      (fixed ? r.foreign : r.movable).emplace_back(a, b);
    }
  }
  return r;
}

routing::Request Wiring::request(const End& source, const End& target, const sim::PortRef* net, sim::Id self,
                                 sim::Id ignoredBlock) const {
  return request(source, target, net, self, ignoredBlock, Routes::Shown, farthestWindow);
}

static routing::Polyline polyline(const std::vector<sim::Point>& points) {
  routing::Polyline line;
  for (const sim::Point& p : points) line.push_back({p.x, p.y});
  return line;
}

routing::Polyline Wiring::routeWithout(sim::Id id, sim::Id block) const {
  const sim::Line& line = m_wires.at(id).line;
  const sim::PortRef* net = line.source ? &*line.source : nullptr;
  routing::Request asked =
      request(sourceEnd(line), targetEnd(line), net, id, block, Routes::Shown, farthestWindow);
  asked.branch = polyline(m_wires.at(id).shape.trunk);
  return routing::route(asked);
}

void Wiring::setFound(sim::Id id, Wire& wire, routing::Polyline route) {
  wire.found = std::move(route);
  m_wirePlaces.set(id, routing::segmentRects(wire.found));
}

void Wiring::routeWire(sim::Id id, Wire& wire) {
  const sim::Line& line = wire.line;
  const End source = sourceEnd(line), target = targetEnd(line);
  if (wire.shape.trunk.empty() && !wire.shape.corners.empty())
    return setFound(id, wire, routing::routeThrough(source, polyline(wire.shape.corners), target));
  const sim::PortRef *here = line.source ? &*line.source : nullptr,
                     *there = line.target ? &*line.target : nullptr;
  if (line.conserving() && there) {
    // As a branch of what is at either end.
    const auto routed = [&](const sim::PortRef* port) {
      const auto at = port ? m_linesAt.find(*port) : m_linesAt.end();
      return at != m_linesAt.end() && std::any_of(at->second.begin(), at->second.end(), [&](sim::Id other) {
               return other != id && !m_wires.at(other).found.empty();
             });
    };
    if (!routed(here) && routed(there)) {
      routing::Polyline back =
          routing::route(request(target, source, there, id, sim::no_id, Routes::Found, farthestWindow));
      std::reverse(back.begin(), back.end());
      return setFound(id, wire, std::move(back));
    }
  }
  if (wire.shape.trunk.empty()) {
    const routing::Request near =
        request(source, target, here, id, sim::no_id, Routes::Found, routing::plainReach);
    if (near.trunks.empty())
      if (routing::Polyline plain = routing::plainlyRouted(near); !plain.empty())
        return setFound(id, wire, std::move(plain));
  }
  routing::Request asked = request(source, target, here, id, sim::no_id, Routes::Found, farthestWindow);
  asked.branch = polyline(wire.shape.trunk);
  asked.corners = polyline(wire.shape.corners);
  setFound(id, wire, routing::route(asked));
}

const Wiring::Wire* Wiring::find(sim::Id line) const {
  const auto it = m_wires.find(line);
  return it == m_wires.end() ? nullptr : &it->second;
}

const routing::Polyline& Wiring::route(sim::Id line) const {
  static const routing::Polyline none;
  const Wire* wire = find(line);
  return wire ? wire->route : none;
}

const std::vector<QPointF>& Wiring::junctions(sim::Id line) const {
  static const std::vector<QPointF> none;
  const Wire* wire = find(line);
  return wire ? wire->junctions : none;
}

const std::vector<QPointF>& Wiring::crossings(sim::Id line) const { return m_crossings.of(line); }

QPointF Wiring::ownStart(sim::Id line) const {
  const Wire* wire = find(line);
  return wire ? wire->ownStart : QPointF();
}

bool Wiring::leadsItsNet(sim::Id line) const {
  const Wire* wire = find(line);
  if (!wire || !wire->line.source) return false;
  return *m_linesAt.at(*wire->line.source).begin() == line;
}

std::vector<sim::Id> Wiring::linesAt(sim::PortRef port, bool input) const {
  const bool into = input && port.kind == sim::PortKind::Signal;
  const auto& lists = into ? m_linesInto : m_linesAt;
  const auto at = lists.find(port);
  return at == lists.end() ? std::vector<sim::Id>()
                           : std::vector<sim::Id>(at->second.begin(), at->second.end());
}

bool Wiring::isConnected(sim::PortRef port, bool input) const {
  return (input && port.kind == sim::PortKind::Signal ? m_linesInto : m_linesAt).contains(port);
}

const sim::Line* Wiring::line(sim::Id id) const {
  const Wire* wire = find(id);
  return wire ? &wire->line : nullptr;
}

}  // namespace fluxion
