#include "editor/canvas/wiring.h"

#include <algorithm>

namespace fluxion {

using routing::End;

void Wiring::clear() { *this = Wiring(); }

void Wiring::setBlock(sim::Id id, const BlockGeometry& geometry, const QRectF& name) {
  m_blocks[id] = geometry;
  m_names[id] = name;
  m_changedBlocks.insert(id);
}

void Wiring::removeBlock(sim::Id id) {
  m_blocks.erase(id);
  m_names.erase(id);
  m_changedBlocks.insert(id);
}

void Wiring::setLine(sim::Id id, const sim::Line& line) {
  removeLine(id);
  m_wires[id].line = line;
  if (line.source) m_nets[*line.source].insert(id);
  m_changedLines.insert(id);
}

void Wiring::removeLine(sim::Id id) {
  const auto it = m_wires.find(id);
  if (it == m_wires.end()) return;
  if (const auto& source = it->second.line.source) {
    auto& net = m_nets[*source];
    net.erase(id);
    // The rest of the net may have branched from this line.
    m_changedLines.insert(net.begin(), net.end());
    if (net.empty()) m_nets.erase(*source);
  }
  m_wires.erase(it);
  m_changedLines.erase(id);
}

void Wiring::touchNet(const sim::Line& line, sim::Id id) {
  m_changedLines.insert(id);
  if (!line.source) return;
  const auto& net = m_nets[*line.source];
  m_changedLines.insert(net.begin(), net.end());
}

std::set<sim::Id> Wiring::update() {
  std::vector<QRectF> changedRects;
  for (sim::Id id : m_changedBlocks)
    if (const auto it = m_blocks.find(id); it != m_blocks.end()) changedRects.push_back(it->second.rect);
  const auto touched = [&](const Wire& wire) {
    const sim::Line& l = wire.line;
    return (l.source && m_changedBlocks.contains(l.source->block)) ||
           (l.target && m_changedBlocks.contains(l.target->block)) ||
           (l.waypoints.empty() &&
            std::any_of(changedRects.begin(), changedRects.end(),
                        [&](const QRectF& r) { return routing::crosses(wire.route, r); }));
  };
  const std::set<sim::Id> named = m_changedLines;
  for (const auto& [id, wire] : m_wires)
    if (named.contains(id) || touched(wire)) touchNet(wire.line, id);

  std::set<sim::Id> renewed;
  renewed.swap(m_changedLines);
  m_changedBlocks.clear();
  std::set<sim::PortRef> nets;
  for (sim::Id id : renewed) m_wires.at(id).route.clear();
  for (sim::Id id : renewed) {
    Wire& wire = m_wires.at(id);
    routeWire(id, wire);
    if (wire.line.source) nets.insert(*wire.line.source);
  }
  for (const sim::PortRef& source : nets) findJunctions(source);
  return renewed;
}

static End endAt(const std::map<sim::Id, BlockGeometry>& blocks, const std::optional<sim::PortRef>& ref,
                 bool input, const sim::Point& loose) {
  if (ref)
    if (const auto it = blocks.find(ref->block); it != blocks.end()) {
      if (const PortPlace* port = it->second.place(*ref, input)) return {port->position, port->direction};
      // A port this block does not have (any more): at its edge.
      const QRectF& r = it->second.rect;
      return {{input ? r.left() : r.right(), r.center().y()}, {input ? -1.0 : 1.0, 0}};
    }
  return {{loose.x, loose.y}, {}};
}

End Wiring::sourceEnd(const sim::Line& l) const { return endAt(m_blocks, l.source, false, l.loose_source); }
End Wiring::targetEnd(const sim::Line& l) const { return endAt(m_blocks, l.target, true, l.loose_target); }

routing::Request Wiring::request(const End& source, const End& target, const sim::PortRef* net, sim::Id self,
                                 sim::Id ignoredBlock) const {
  routing::Request r{source, target, {}, {}, {}};
  for (const auto& [id, geometry] : m_blocks) {
    if (id == ignoredBlock) continue;
    r.obstacles.push_back(geometry.rect);
    // Smaller than it is, as a wire may pass close to a name.
    if (const QRectF name = m_names.at(id).adjusted(6, 6, -6, -6); name.isValid())
      r.obstacles.push_back(name);
  }
  for (const auto& [id, wire] : m_wires) {
    if (id == self || wire.route.empty()) continue;
    if (net && wire.line.source == *net) {
      r.trunks.push_back(wire.route);
      continue;
    }
    for (std::size_t k = 0; k + 1 < wire.route.size(); ++k)
      r.foreign.emplace_back(wire.route[k], wire.route[k + 1]);
  }
  return r;
}

void Wiring::routeWire(sim::Id id, Wire& wire) {
  const End source = sourceEnd(wire.line), target = targetEnd(wire.line);
  if (wire.line.waypoints.empty()) {
    wire.route = routing::route(request(source, target, wire.line.source ? &*wire.line.source : nullptr, id));
    return;
  }
  routing::Polyline waypoints;
  for (const sim::Point& p : wire.line.waypoints) waypoints.push_back({p.x, p.y});
  wire.route = routing::routeThrough(source, waypoints, target);
}

void Wiring::findJunctions(const sim::PortRef& source) {
  const auto net = m_nets.find(source);
  if (net == m_nets.end()) return;
  std::vector<const routing::Polyline*> before;
  for (sim::Id id : net->second) {
    Wire& wire = m_wires.at(id);
    wire.junctions.clear();
    std::optional<QPointF> last;
    double farthest = -1;
    for (const routing::Polyline* other : before)
      if (const auto p = routing::divergence(*other, wire.route)) {
        const auto near = routing::nearest(wire.route, *p);
        const double along =
            near.segment * 1e6 + QLineF(wire.route[static_cast<std::size_t>(near.segment)], *p).length();
        if (along > farthest) farthest = along, last = p;
      }
    if (last) wire.junctions.push_back(*last);
    before.push_back(&wire.route);
  }
}

const routing::Polyline& Wiring::route(sim::Id line) const {
  static const routing::Polyline none;
  const auto it = m_wires.find(line);
  return it == m_wires.end() ? none : it->second.route;
}

const std::vector<QPointF>& Wiring::junctions(sim::Id line) const {
  static const std::vector<QPointF> none;
  const auto it = m_wires.find(line);
  return it == m_wires.end() ? none : it->second.junctions;
}

bool Wiring::leadsItsNet(sim::Id line) const {
  const auto it = m_wires.find(line);
  if (it == m_wires.end() || !it->second.line.source) return false;
  const auto net = m_nets.find(*it->second.line.source);
  return net != m_nets.end() && *net->second.begin() == line;
}

std::vector<sim::Id> Wiring::linesAt(sim::PortRef port, bool input) const {
  std::vector<sim::Id> out;
  for (const auto& [id, wire] : m_wires)
    if ((input ? wire.line.target : wire.line.source) == port) out.push_back(id);
  return out;
}

}  // namespace fluxion
