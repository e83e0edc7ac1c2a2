#include "editor/tools/segment_gesture.h"

#include <algorithm>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

// The first and last segments stay at their ports: they keep a piece, and the rest moves.
SegmentGesture::SegmentGesture(Canvas canvas, sim::Id line, int segment)
    : m_canvas(canvas),
      m_line(line),
      m_gesture(canvas.document.beginGesture()),
      m_route(canvas.scene.lineItem(line)->route()),
      m_segment(static_cast<std::size_t>(segment)) {
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
  line.waypoints.clear();
  for (std::size_t k = 1; k + 1 < route.size(); ++k) line.waypoints.push_back(toPoint(route[k]));
  if (line == *now) return;
  sim::Edit edit{"Shape Line", {}};
  edit.set(m_line, std::move(line));
  m_canvas.document.apply(std::move(edit), m_gesture);
}

void SegmentGesture::cancel() { m_canvas.document.cancelGesture(m_gesture); }

}  // namespace fluxion
