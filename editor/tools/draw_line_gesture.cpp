#include "editor/tools/draw_line_gesture.h"

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/port_names.h"
#include "editor/tools/selection.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/line_shape.h"
#include "sim_core/diagram/make_room.h"
#include "sim_core/diagram/wiring_edits.h"

namespace fluxion {

DrawLineGesture::DrawLineGesture(Canvas canvas, const PortHit& from, QPointF pressed, sim::Id moved)
    : m_canvas(canvas),
      m_from(from),
      m_fixed(from.place.position),
      m_backwards(from.input),
      m_moved(moved),
      m_pressed(pressed),
      m_at(pressed) {
  if (const sim::Line* line = canvas.document.line(moved); line && line->source == from.port)
    for (const sim::Point& corner : sim::shape_of(line->waypoints).trunk) m_branch.push_back(toQt(corner));
}

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
  if (const auto hit = scene.level().portAt(at, 14); hit && usable(*hit)) return {hit};
  if (const BlockItem* block = scene.level().blockAt(at)) {
    if (block->id() == m_from->port.block) return {.refusal = QString()};
    Drop best;
    double nearest = std::numeric_limits<double>::infinity();
    for (int k = 0; k < static_cast<int>(block->geometry().conserving.size()); ++k) {
      const auto hit = scene.level().port({block->id(), k, sim::PortKind::Conserving}, false);
      const double distance = QLineF(at, hit->place.position).length();
      if (usable(*hit) && distance < nearest) best = {hit}, nearest = distance;
    }
    if (!best.port)
      best.refusal =
          QObject::tr("%1 has no port of this kind").arg(QString::fromStdString(block->block().name));
    return best;
  }
  if (const LineItem* under = scene.level().lineAt(at, 6); under && under->id() != m_moved) {
    const sim::Line* line = m_canvas.document.line(under->id());
    const auto& end = line->source ? line->source : line->target;
    const bool hangs = !line->source || !line->target;
    if (line->conserving() && end)
      if (const auto hit = scene.level().port(*end, false); hit && usable(*hit))
        return {hit, under->id(), hangs};
  }
  return {};
}

DrawLineGesture::Drop DrawLineGesture::dropOnBlock(const BlockItem& block, QPointF at) {
  if (m_from && m_from->port.block == block.id()) return {.refusal = QString()};  // let go before it got away
  if (m_full && m_full->first == block.id()) return m_full->second;
  const LineTarget target =
      m_backwards ? outputOnBlock(m_canvas, block, at) : inputOnBlock(m_canvas, block, at, m_moved);
  Drop drop{.port = target.port, .block = target.block};
  if (!target.port) drop.refusal = target.refusal;
  if (target.block || !target.port) m_full = {block.id(), drop};
  return drop;
}

DrawLineGesture::Drop DrawLineGesture::dropAt(QPointF at) {
  if (conserving()) return dropOfNetwork(at);
  const DiagramScene& scene = m_canvas.scene;
  const BlockItem* block = scene.level().blockAt(at);
  if (const auto hit = scene.level().portAt(at, 14);
      hit && hit->input != m_backwards && hit->port.kind == sim::PortKind::Signal) {
    // A slim block is all near its ports: what replaces another line has to be aimed at the port.
    const auto there = scene.wiring().linesAt(hit->port, hit->input);
    const bool taken = hit->input && !there.empty() && there.front() != m_moved;
    if (!taken || !block || QLineF(at, hit->place.position).length() <= 5) return {hit};
  }
  if (block) return dropOnBlock(*block, at);
  if (const LineItem* under = scene.level().lineAt(at, 6); under && under->id() != m_moved) {
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

routing::Polyline branchAt(const routing::Polyline& route, QPointF at) {
  routing::Polyline line = routing::upTo(route, at);
  const QPointF before = line[line.size() - 2], next = route[line.size() - 1];
  QPointF& last = line.back();
  (std::abs(before.y() - next.y()) < 0.01) ? last.setX(snapped(last.x())) : last.setY(snapped(last.y()));
  line.erase(line.begin());
  return line;
}

// Where it begins on another line of its net: that it was pulled from, or that it is about to be dropped on.
routing::Polyline DrawLineGesture::branch() const {
  if (m_drop.line == sim::no_id || (m_drop.completes && !m_backwards)) return m_branch;
  const sim::Line* line = m_canvas.document.line(m_drop.line);
  const LineItem* item = m_canvas.scene.level().line(m_drop.line);
  if (m_drop.completes || !line->source || !item || item->route().size() < 2) return {};
  return branchAt(item->route(), m_at);
}

void DrawLineGesture::reroute() {
  const Wiring& wiring = m_canvas.scene.wiring();
  const routing::End fixed{m_fixed, m_from ? m_from->place.direction : QPointF()};
  const routing::End moving = m_drop.port
                                  ? routing::End{m_drop.port->place.position, m_drop.port->place.direction}
                                  : routing::End{looseAt(), {}};
  const sim::Line* other = m_canvas.document.line(m_drop.line);
  const auto request = [&]() -> routing::Request {
    // On a line: as a branch of it.
    if (conserving() && other) return wiring.request(moving, fixed, &m_drop.port->port, m_moved);
    if (m_backwards && other && other->source && !m_drop.completes)
      return wiring.request(wiring.sourceEnd(*other), fixed, &*other->source, m_moved);
    if (m_backwards) return wiring.request(moving, fixed, nullptr, m_moved);
    return wiring.request(fixed, moving, m_from ? &m_from->port : nullptr, m_moved);
  };
  routing::Request asked = request();
  asked.branch = branch();
  m_route = routing::route(asked);
}

void DrawLineGesture::showMoved(bool visible) {
  if (LineItem* item = m_canvas.scene.level().line(m_moved)) item->setVisible(visible);
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

static void beginAt(const routing::Polyline& branch, const sim::Line& ends, sim::Edit& edit) {
  sim::LineShape shape;
  for (QPointF corner : branch) shape.trunk.push_back(toPoint(corner));
  for (sim::Change& change : edit.changes)
    if (auto* line = std::get_if<sim::Set<sim::Line>>(&change))
      if (line->value && line->value->source == ends.source && line->value->target == ends.target)
        line->value->waypoints = sim::waypoints_of(shape);
}

sim::Edit DrawLineGesture::finish() {
  const sim::Line line = ends();
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
    edit.set(m_canvas.document.newId(), line);
  }
  beginAt(branch(), line, edit);
  if (m_drop.completes) edit.remove<sim::Line>(m_drop.line);
  if (m_drop.block) edit.set(m_drop.port->port.block, *m_drop.block);
  return edit;
}

void DrawLineGesture::release(const PointerEvent& event) {
  m_at = event.at;
  m_drop = dropAt(m_at);
  showMoved(true);
  const bool empty = m_drop.nowhere();
  if (empty && QLineF(m_pressed, m_at).length() < 8) return;
  if (m_drop.refusal) {
    if (!m_drop.refusal->isEmpty()) tellOnCanvas(m_canvas.view, *m_drop.refusal, m_at);
    return;
  }
  sim::Edit edit = finish();
  const auto* added =
      edit.changes.empty() ? nullptr : std::get_if<sim::Set<sim::Line>>(&edit.changes.front());
  const sim::Id line = added ? added->id : sim::no_id;
  const int gesture = m_canvas.document.beginGesture();
  const auto source = ends().source;
  if (m_canvas.document.apply(std::move(edit), gesture)) {
    if (source) namePortsAfter(m_canvas, *source, gesture);
    if (m_drop.block)
      m_canvas.document.apply(sim::move_aside(m_canvas.document.diagram(), m_drop.port->port.block), gesture);
  }
  if (empty && m_moved == sim::no_id && m_onLooseEnd) m_onLooseEnd({{line, m_backwards}, looseAt(), gesture});
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
