#include "editor/tools/draw_line_gesture.h"

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/wiring_edits.h"

namespace fluxion {

DrawLineGesture::DrawLineGesture(Canvas canvas, const PortHit& from, QPointF pressed, sim::Id moved)
    : m_canvas(canvas),
      m_from(from),
      m_fixed(from.place.position),
      m_backwards(from.input),
      m_moved(moved),
      m_pressed(pressed),
      m_at(pressed) {}

DrawLineGesture::DrawLineGesture(Canvas canvas, sim::Id line, bool source, QPointF pressed)
    : m_canvas(canvas), m_backwards(source), m_moved(line), m_pressed(pressed), m_at(pressed) {
  const sim::Line* l = canvas.document.line(line);
  m_fixed = toQt(source ? l->loose_target : l->loose_source);
}

// From a conserving port: to another one of its domain, or to a line of such, whose port it then shares.
DrawLineGesture::Drop DrawLineGesture::dropOfNetwork(QPointF at) const {
  const DiagramScene& scene = m_canvas.scene;
  const auto usable = [&](const PortHit& hit) {
    return hit.port.kind == sim::PortKind::Conserving && hit.port != m_from->port &&
           sameDomain(hit.place.domain, m_from->place.domain);
  };
  if (const auto hit = scene.portAt(at, 14); hit && usable(*hit)) return {hit};
  if (const BlockItem* block = scene.blockAt(at)) {
    Drop best;
    double nearest = std::numeric_limits<double>::infinity();
    for (int k = 0; k < static_cast<int>(block->geometry().conserving.size()); ++k) {
      const auto hit = scene.port({block->id(), k, sim::PortKind::Conserving}, false);
      const double distance = QLineF(at, hit->place.position).length();
      if (usable(*hit) && distance < nearest) best = {hit}, nearest = distance;
    }
    return best;
  }
  if (const LineItem* under = scene.lineAt(at, 6); under && under->id() != m_moved) {
    const sim::Line* line = m_canvas.document.line(under->id());
    const auto& end = line->source ? line->source : line->target;
    const bool hangs = !line->source || !line->target;
    if (line->conserving() && end)
      if (const auto hit = scene.port(*end, false); hit && usable(*hit)) return {hit, under->id(), hangs};
  }
  return {};
}

DrawLineGesture::Drop DrawLineGesture::dropAt(QPointF at) const {
  if (conserving()) return dropOfNetwork(at);
  const DiagramScene& scene = m_canvas.scene;
  if (const auto hit = scene.portAt(at, 14);
      hit && hit->input != m_backwards && hit->port.kind == sim::PortKind::Signal)
    return {hit};
  if (const BlockItem* block = scene.blockAt(at)) {
    // The nearest port of the right kind, a free one if there is any.
    const auto& ports = m_backwards ? block->geometry().outputs : block->geometry().inputs;
    Drop best;
    double nearest = std::numeric_limits<double>::infinity();
    for (int k = 0; k < static_cast<int>(ports.size()); ++k) {
      const sim::PortRef ref{block->id(), k};
      const bool taken = !m_backwards && !scene.wiring().linesAt(ref, true).empty();
      const double distance =
          QLineF(at, ports[static_cast<std::size_t>(k)].position).length() + (taken ? 1e6 : 0);
      if (distance < nearest) best = {scene.port(ref, !m_backwards)}, nearest = distance;
    }
    return best;
  }
  if (const LineItem* under = scene.lineAt(at, 6); under && under->id() != m_moved) {
    const sim::Line* line = m_canvas.document.line(under->id());
    if (line->conserving()) return {};
    if (m_backwards && line->source) return {std::nullopt, under->id(), !line->target};
    if (!m_backwards && !line->source && line->target) return {std::nullopt, under->id(), true};
  }
  return {};
}

// Where the end stays if it hangs: on the row of the port it comes from, or on the grid, a step from that row
// at least.
QPointF DrawLineGesture::looseAt() const {
  QPointF at = snapped(m_at);
  if (!m_from) return at;
  constexpr double step = 8;
  const QPointF off = at - m_fixed;
  if (m_from->place.direction.x() != 0 && std::abs(off.y()) < step) at.setY(m_fixed.y());
  if (m_from->place.direction.y() != 0 && std::abs(off.x()) < step) at.setX(m_fixed.x());
  return at;
}

void DrawLineGesture::reroute() {
  const Wiring& wiring = m_canvas.scene.wiring();
  const routing::End fixed{m_fixed, m_from ? m_from->place.direction : QPointF()};
  const routing::End moving = m_drop.port
                                  ? routing::End{m_drop.port->place.position, m_drop.port->place.direction}
                                  : routing::End{looseAt(), {}};
  // On a line of a network: as a branch of it.
  if (conserving() && m_drop.line != sim::no_id) {
    m_route = routing::route(wiring.request(moving, fixed, &m_drop.port->port, m_moved));
    return;
  }
  const sim::PortRef* net = m_from && !m_backwards ? &m_from->port : nullptr;
  m_route = m_backwards ? routing::route(wiring.request(moving, fixed, nullptr, m_moved))
                        : routing::route(wiring.request(fixed, moving, net, m_moved));
}

void DrawLineGesture::showMoved(bool visible) {
  if (LineItem* item = m_canvas.scene.lineItem(m_moved)) item->setVisible(visible);
  m_canvas.view.viewport()->update();
}

void DrawLineGesture::move(const PointerEvent& event) {
  m_at = event.at;
  m_drop = dropAt(m_at);
  reroute();
  showMoved(false);
}

sim::Line DrawLineGesture::ends() const {
  sim::Line line;
  line.parent = m_canvas.scene.subsystem();
  std::optional<sim::PortRef>&here = m_backwards ? line.target : line.source,
  &there = m_backwards ? line.source : line.target;
  if (m_from) here = m_from->port;
  (m_backwards ? line.loose_target : line.loose_source) = toPoint(m_fixed);
  (m_backwards ? line.loose_source : line.loose_target) = toPoint(looseAt());
  if (m_drop.port) there = m_drop.port->port;
  if (conserving() && m_drop.line != sim::no_id) std::swap(line.source, line.target);
  if (const sim::Line* other = conserving() ? nullptr : m_canvas.document.line(m_drop.line))
    there = m_backwards ? other->source : other->target;
  if (line.source) line.loose_source = {};
  if (line.target) line.loose_target = {};
  return line;
}

sim::Edit DrawLineGesture::finish() {
  sim::Line line = ends();
  sim::Edit edit{"Draw Line", {}};
  if (m_moved != sim::no_id) {
    auto moved = m_canvas.document.plan([&](sim::Diagram& d) { return sim::reconnect(d, m_moved, line); });
    if (!moved) return edit;
    edit = std::move(*moved);
  } else if (line.source && line.target) {
    auto connected =
        m_canvas.document.plan([&](sim::Diagram& d) { return sim::connect(d, *line.source, *line.target); });
    if (!connected) return edit;
    edit = std::move(*connected);
  } else {
    edit.set(m_canvas.document.newId(), std::move(line));
  }
  if (m_drop.completes) edit.remove<sim::Line>(m_drop.line);
  return edit;
}

void DrawLineGesture::release(const PointerEvent& event) {
  m_at = event.at;
  m_drop = dropAt(m_at);
  showMoved(true);
  const bool empty = !m_drop.port && m_drop.line == sim::no_id;
  if (empty && QLineF(m_pressed, m_at).length() < 8) return;
  sim::Edit edit = finish();
  const auto* added =
      edit.changes.empty() ? nullptr : std::get_if<sim::Set<sim::Line>>(&edit.changes.front());
  const sim::Id line = added ? added->id : sim::no_id;
  const int gesture = m_canvas.document.beginGesture();
  m_canvas.document.apply(std::move(edit), gesture);
  if (empty && m_moved == sim::no_id && m_onHanging) m_onHanging({{line, m_backwards}, looseAt(), gesture});
}

void DrawLineGesture::cancel() { showMoved(true); }

void DrawLineGesture::paint(QPainter& painter, double pixel) {
  const Theme& theme = m_canvas.scene.theme();
  const bool connects = m_drop.port || m_drop.line != sim::no_id;
  QPen pen(connects ? theme.selection : theme.dangling, 1.5);
  if (!connects) pen.setDashPattern({4, 3});
  painter.save();
  painter.translate(pixel / 2, pixel / 2);
  paintWire(painter, m_route, pen, !conserving());
  if (m_drop.port) {
    painter.setPen(QPen(theme.selection, 1.5));
    painter.setBrush(theme.selectionFill);
    painter.drawEllipse(m_drop.port->place.position, 6, 6);
  }
  painter.restore();
}

}  // namespace fluxion
