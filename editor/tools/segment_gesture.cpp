#include "editor/tools/segment_gesture.h"

#include <algorithm>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

// Which of the lines that lie there is drawn there.
static sim::Id ownerOf(const Wiring& wiring, sim::Id line, QPointF at) {
  const auto own = [&](sim::Id id) {
    return routing::nearest(routing::from(wiring.route(id), wiring.ownStart(id)), at).distance;
  };
  sim::Id owner = line;
  for (sim::Id other : wiring.net(line))
    if (own(other) < own(owner) - 0.5) owner = other;
  return owner;
}

// The first and last segments stay where they begin and end: they keep a piece, and the rest moves.
SegmentGesture::SegmentGesture(Canvas canvas, sim::Id line, QPointF pressed)
    : m_canvas(canvas),
      m_line(ownerOf(canvas.scene.wiring(), line, pressed)),
      m_gesture(canvas.document.beginGesture()),
      m_route(canvas.scene.wiring().route(m_line)) {
  takeOwnPart();
  m_segment = static_cast<std::size_t>(routing::nearest(m_route, pressed).segment);
  constexpr double piece = 16;
  const auto partway = [](QPointF from, QPointF to) {
    const double length = QLineF(from, to).length();
    return length > 0 ? from + (to - from) * std::min(piece / length, 1.0 / 3) : from;
  };
  const QPointF a = m_route[m_segment], b = m_route[m_segment + 1];
  if (m_segment + 2 == m_route.size()) m_route.insert(m_route.end() - 1, 2, partway(b, a));
  if (m_segment == 0) {
    m_route.insert(m_route.begin() + 1, 2, partway(a, b));
    m_segment = 2;
  }
}

// Of a branch, what comes behind the place where it leaves the others.
void SegmentGesture::takeOwnPart() {
  const QPointF start = m_canvas.scene.wiring().ownStart(m_line);
  if ((start - m_route.front()).manhattanLength() < 1 || m_canvas.document.line(m_line)->conserving()) return;
  const routing::Polyline trunk = routing::upTo(m_route, start);
  for (std::size_t k = 1; k < trunk.size(); ++k) m_shape.trunk.push_back(toPoint(trunk[k]));
  m_route = routing::from(m_route, start);
}

void SegmentGesture::move(const PointerEvent& event) {
  const sim::Line* now = m_canvas.document.line(m_line);
  if (!now) return;
  routing::Polyline route = m_route;
  QPointF &a = route[m_segment], &b = route[m_segment + 1];
  if (std::abs(a.y() - b.y()) < 0.01) {
    a.setY(snapped(event.at.y()));
    b.setY(a.y());
  } else {
    a.setX(snapped(event.at.x()));
    b.setX(a.x());
  }
  route = routing::simplified(route);
  sim::Line line = *now;
  sim::LineShape shape = m_shape;
  for (std::size_t k = 1; k + 1 < route.size(); ++k) shape.corners.push_back(toPoint(route[k]));
  line.waypoints = sim::waypoints_of(shape);
  if (line == *now) return;
  sim::Edit edit{"Shape Line", {}};
  edit.set(m_line, std::move(line));
  m_canvas.document.apply(std::move(edit), m_gesture);
}

void SegmentGesture::cancel() { m_canvas.document.cancelGesture(m_gesture); }

}  // namespace fluxion
