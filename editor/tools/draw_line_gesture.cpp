#include "editor/tools/draw_line_gesture.h"

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"
#include "sim_core/diagram/edits.h"

namespace fluxion {

DrawLineGesture::DrawLineGesture(Canvas canvas, const PortHit& from, QPointF pressed, sim::Id replaced)
    : m_canvas(canvas),
      m_from(from),
      m_fixed(from.place.position),
      m_backwards(from.input),
      m_replaced(replaced),
      m_pressed(pressed),
      m_at(pressed) {}

DrawLineGesture::DrawLineGesture(Canvas canvas, sim::Id line, bool source, QPointF pressed)
    : m_canvas(canvas), m_backwards(source), m_replaced(line), m_pressed(pressed), m_at(pressed) {
  const sim::Line* l = canvas.document.line(line);
  m_fixed = toQt(source ? l->loose_target : l->loose_source);
}

static bool fits(sim::Domain a, sim::Domain b) {
  return a == b || a == sim::Domain::Any || b == sim::Domain::Any;
}

// From a conserving port: to another one of its domain, or to a line of such, whose port it then shares.
DrawLineGesture::Drop DrawLineGesture::dropOfNetwork(QPointF at) const {
  const DiagramScene& scene = m_canvas.scene;
  const auto usable = [&](const PortHit& hit) {
    return hit.port.kind == sim::PortKind::Conserving && hit.port != m_from->port &&
           fits(hit.place.domain, m_from->place.domain);
  };
  if (const auto hit = scene.portAt(at, 14); hit && usable(*hit)) return {hit, sim::no_id};
  if (const BlockItem* block = scene.blockAt(at)) {
    Drop best;
    double nearest = std::numeric_limits<double>::infinity();
    for (int k = 0; k < static_cast<int>(block->geometry().conserving.size()); ++k) {
      const auto hit = scene.port({block->id(), k, sim::PortKind::Conserving}, false);
      const double distance = QLineF(at, hit->place.position).length();
      if (usable(*hit) && distance < nearest) best = {hit, sim::no_id}, nearest = distance;
    }
    return best;
  }
  if (const LineItem* under = scene.lineAt(at, 6); under && under->id() != m_replaced) {
    const sim::Line* line = m_canvas.document.line(under->id());
    if (line->conserving() && line->source)
      if (const auto hit = scene.port(*line->source, false); hit && usable(*hit)) return {hit, under->id()};
  }
  return {};
}

DrawLineGesture::Drop DrawLineGesture::dropAt(QPointF at) const {
  if (conserving()) return dropOfNetwork(at);
  const DiagramScene& scene = m_canvas.scene;
  if (const auto hit = scene.portAt(at, 14);
      hit && hit->input != m_backwards && hit->port.kind == sim::PortKind::Signal)
    return {hit, sim::no_id};
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
      if (distance < nearest) best = {scene.port(ref, !m_backwards), sim::no_id}, nearest = distance;
    }
    return best;
  }
  if (const LineItem* under = scene.lineAt(at, 6); under && under->id() != m_replaced) {
    const sim::Line* line = m_canvas.document.line(under->id());
    const bool completes = m_backwards ? line->source.has_value() : !line->source && line->target;
    if (completes) return {std::nullopt, under->id()};
  }
  return {};
}

void DrawLineGesture::reroute() {
  const Wiring& wiring = m_canvas.scene.wiring();
  const routing::End fixed{m_fixed, m_from ? m_from->place.direction : QPointF()};
  const routing::End moving = m_drop.port
                                  ? routing::End{m_drop.port->place.position, m_drop.port->place.direction}
                                  : routing::End{m_at, {}};
  // On a line of a network: as a branch of it.
  if (conserving() && m_drop.line != sim::no_id) {
    m_route = routing::route(wiring.request(moving, fixed, &m_drop.port->port, m_replaced));
    return;
  }
  const sim::PortRef* net = m_from && !m_backwards ? &m_from->port : nullptr;
  m_route = m_backwards ? routing::route(wiring.request(moving, fixed, nullptr, m_replaced))
                        : routing::route(wiring.request(fixed, moving, net, m_replaced));
}

void DrawLineGesture::move(const PointerEvent& event) {
  m_at = event.at;
  m_drop = dropAt(m_at);
  reroute();
  if (LineItem* hidden = m_canvas.scene.lineItem(m_replaced)) hidden->setVisible(false);
  m_canvas.view.viewport()->update();
}

sim::Edit DrawLineGesture::finish() {
  std::optional<sim::PortRef> source, target;
  QPointF looseSource = m_fixed, looseTarget = m_fixed;
  sim::Id completed = sim::no_id;
  (m_backwards ? target : source) = m_from ? std::optional(m_from->port) : std::nullopt;
  (m_backwards ? looseSource : looseTarget) = snapped(m_at);
  if (m_drop.port) (m_backwards ? source : target) = m_drop.port->port;
  if (conserving() && m_drop.line != sim::no_id) std::swap(source, target);
  if (const sim::Line* other = conserving() ? nullptr : m_canvas.document.line(m_drop.line)) {
    if (m_backwards)
      source = other->source;
    else
      target = other->target, completed = m_drop.line;
  }
  sim::Edit edit{"Draw Line", {}};
  if (source && target) {
    auto connected =
        m_canvas.document.plan([&](sim::Diagram& d) { return sim::connect(d, *source, *target); });
    if (!connected) return edit;
    edit = std::move(*connected);
  } else {
    edit.set(
        m_canvas.document.newId(),
        sim::Line{
            m_canvas.scene.subsystem(), source, target, toPoint(looseSource), toPoint(looseTarget), {}, {}});
  }
  for (sim::Id gone : {m_replaced, completed})
    if (gone != sim::no_id) edit.remove<sim::Line>(gone);
  return edit;
}

void DrawLineGesture::release(const PointerEvent& event) {
  m_at = event.at;
  m_drop = dropAt(m_at);
  if (LineItem* hidden = m_canvas.scene.lineItem(m_replaced)) hidden->setVisible(true);
  const bool stayed = QLineF(m_pressed, m_at).length() < 8 && !m_drop.port;
  // Put back where it was: nothing to undo.
  if (const sim::Line* old = m_canvas.document.line(m_replaced);
      stayed || (old && m_drop.port && (m_backwards ? old->source : old->target) == m_drop.port->port)) {
    m_canvas.view.viewport()->update();
    return;
  }
  m_canvas.document.apply(finish());
  m_canvas.view.viewport()->update();
}

void DrawLineGesture::cancel() {
  if (LineItem* hidden = m_canvas.scene.lineItem(m_replaced)) hidden->setVisible(true);
  m_canvas.view.viewport()->update();
}

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
