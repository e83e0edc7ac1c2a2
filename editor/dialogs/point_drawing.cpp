#include "editor/dialogs/point_drawing.h"

#include <QMouseEvent>
#include <algorithm>
#include <cmath>

namespace fluxion {

static constexpr double reach = 9;             // pixels from a point
static constexpr std::size_t mostMarks = 400;  // more cannot be told apart

std::vector<QPointF> simplified(const std::vector<QPointF>& stroke, double tolerance) {
  if (stroke.size() < 3) return stroke;
  std::vector<char> kept(stroke.size(), 0);
  kept.front() = kept.back() = 1;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, stroke.size() - 1}};
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    const QPointF along = stroke[to] - stroke[from];
    const double length = std::hypot(along.x(), along.y());
    std::size_t worst = from;
    double largest = tolerance;
    for (std::size_t k = from + 1; k < to; ++k) {
      const QPointF at = stroke[k] - stroke[from];
      const double away = length > 0 ? std::abs(along.x() * at.y() - along.y() * at.x()) / length
                                     : std::hypot(at.x(), at.y());
      if (away > largest) largest = away, worst = k;
    }
    if (worst == from) continue;
    kept[worst] = 1;
    open.emplace_back(from, worst);
    open.emplace_back(worst, to);
  }
  std::vector<QPointF> out;
  for (std::size_t k = 0; k < stroke.size(); ++k)
    if (kept[k]) out.push_back(stroke[k]);
  return out;
}

PointDrawing::PointDrawing(PlotCanvas& canvas) : QObject(&canvas), m_canvas(canvas) {
  for (QWidget* widget : canvas.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
    widget->installEventFilter(this);
    widget->setMouseTracking(true);
  }
  connect(&canvas, &PlotCanvas::resized, this, &PointDrawing::showMarks);
}

void PointDrawing::setPoints(std::vector<std::vector<CurvePoint>> curves) {
  m_curves = std::move(curves);
  showMarks();
}

void PointDrawing::setDrawing(bool on) { m_drawing = on; }

void PointDrawing::showMarks() {
  for (int mark : m_marks) m_canvas.overlays().remove(mark);
  m_marks.clear();
  std::size_t count = 0;
  for (const auto& curve : m_curves) count += curve.size();
  if (count > mostMarks || m_canvas.axesCount() == 0) return;
  for (std::size_t c = 0; c < m_curves.size(); ++c)
    for (const CurvePoint& p : m_curves[c])
      if (std::isfinite(p.x) && std::isfinite(p.y))
        m_marks.push_back(
            m_canvas.overlays().addPoint(0, p, {.color = m_canvas.curveColor(static_cast<int>(c))}));
  m_canvas.overlays().redraw();
}

QPointF PointDrawing::placeOf(const CurvePoint& point) const {
  const QRectF plot = m_canvas.axesRect(0);
  const AxisRange x = m_canvas.horizontal(0).range(), y = m_canvas.vertical(0).range();
  return {plot.left() + (point.x - x.low) / x.span() * plot.width(),
          plot.bottom() - (point.y - y.low) / y.span() * plot.height()};
}

// Of as few digits as tell two pixels apart.
static double rounded(double value, double pixel) {
  const double unit = std::pow(10, std::floor(std::log10(pixel)));
  return std::isfinite(unit) && unit > 0 ? std::round(value / unit) * unit : value;
}

// By the axes as they were when the gesture began.
CurvePoint PointDrawing::pointAt(QPointF place) const {
  const double width = std::max(1, m_plot.width()), height = std::max(1, m_plot.height());
  return {rounded(m_x.low + (place.x() - m_plot.left()) / width * m_x.span(), m_x.span() / width),
          rounded(m_y.low + (m_plot.bottom() - place.y()) / height * m_y.span(), m_y.span() / height)};
}

bool PointDrawing::eventFilter(QObject* watched, QEvent* event) {
  auto* mouse = dynamic_cast<QMouseEvent*>(event);
  if (!mouse || m_canvas.axesCount() == 0) return QObject::eventFilter(watched, event);
  const bool left = mouse->button() == Qt::LeftButton;
  if (event->type() == QEvent::MouseButtonPress && left) return press(*mouse);
  if (event->type() == QEvent::MouseButtonDblClick && left) return add(*mouse);
  if (event->type() == QEvent::MouseMove) return move(*mouse);
  if (event->type() == QEvent::MouseButtonRelease && left) return release();
  return false;
}

bool PointDrawing::press(const QMouseEvent& event) {
  const QPointF place = event.position();
  m_plot = m_canvas.axesRect(0);
  m_x = m_canvas.horizontal(0).range(), m_y = m_canvas.vertical(0).range();
  if (m_drawing) {
    if (m_plot.contains(place.toPoint())) m_stroke = {place};
    return true;
  }
  double nearest = reach;
  for (std::size_t c = 0; c < m_curves.size(); ++c)
    for (std::size_t k = 0; k < m_curves[c].size(); ++k) {
      const QPointF away = placeOf(m_curves[c][k]) - place;
      const double distance = std::hypot(away.x(), away.y());
      if (!(distance < nearest)) continue;
      nearest = distance;
      m_curve = static_cast<int>(c), m_point = static_cast<int>(k);
    }
  if (m_curve < 0) return false;
  emit picked(m_curve, m_point);
  return true;
}

bool PointDrawing::move(const QMouseEvent& event) {
  if (!m_stroke.empty()) {
    QPointF place = event.position();
    place.setX(std::clamp<double>(place.x(), m_plot.left(), m_plot.right()));
    place.setY(std::clamp<double>(place.y(), m_plot.top(), m_plot.bottom()));
    // A signal has one value at a time: going back draws over what was there.
    while (m_stroke.size() > 1 && m_stroke.back().x() >= place.x()) m_stroke.pop_back();
    if (place.x() > m_stroke.back().x()) m_stroke.push_back(place);
    showStroke();
    return true;
  }
  if (m_curve < 0) return false;
  const auto& curve = m_curves[static_cast<std::size_t>(m_curve)];
  const auto at = static_cast<std::size_t>(m_point);
  CurvePoint to = pointAt(event.position());
  const double pixel = m_x.span() / std::max(1, m_plot.width());
  if (event.modifiers() & Qt::ShiftModifier) to.x = curve[at].x;
  if (at > 0 && !(to.x > curve[at - 1].x)) to.x = rounded(curve[at - 1].x + pixel, pixel);
  if (at + 1 < curve.size() && !(to.x < curve[at + 1].x)) to.x = rounded(curve[at + 1].x - pixel, pixel);
  const bool between =
      (at == 0 || to.x > curve[at - 1].x) && (at + 1 == curve.size() || to.x < curve[at + 1].x);
  if (between) emit moved(m_curve, m_point, to.x, to.y);
  return true;
}

bool PointDrawing::release() {
  if (!m_stroke.empty()) {
    std::vector<CurvePoint> points;
    for (const QPointF& place : simplified(m_stroke, 1.5)) points.push_back(pointAt(place));
    points.erase(
        std::unique(points.begin(), points.end(), [](const auto& a, const auto& b) { return !(b.x > a.x); }),
        points.end());
    m_stroke.clear();
    showMarks();
    if (points.size() > 1) emit drawn(points);
    return true;
  }
  if (m_curve < 0) return false;
  m_curve = m_point = -1;
  emit released();
  return true;
}

bool PointDrawing::add(const QMouseEvent& event) {
  m_plot = m_canvas.axesRect(0);
  m_x = m_canvas.horizontal(0).range(), m_y = m_canvas.vertical(0).range();
  if (m_drawing || m_curves.empty() || !m_plot.contains(event.position().toPoint())) return true;
  const CurvePoint point = pointAt(event.position());
  emit added(nearestCurve(event.position()), point.x, point.y);
  return true;
}

// The curve that passes the place most closely, up or down.
int PointDrawing::nearestCurve(QPointF place) const {
  int nearest = 0;
  double least = 1e300;
  const CurvePoint at = pointAt(place);
  for (std::size_t c = 0; c < m_curves.size(); ++c)
    for (std::size_t k = 0; k + 1 < m_curves[c].size(); ++k) {
      const CurvePoint &a = m_curves[c][k], &b = m_curves[c][k + 1];
      if (at.x < a.x || at.x > b.x || !(b.x > a.x)) continue;
      const double away = std::abs(a.y + (b.y - a.y) * (at.x - a.x) / (b.x - a.x) - at.y);
      if (away < least) least = away, nearest = static_cast<int>(c);
    }
  return nearest;
}

void PointDrawing::showStroke() {
  for (int mark : m_marks) m_canvas.overlays().remove(mark);
  m_marks.clear();
  for (const QPointF& place : simplified(m_stroke, 1.5))
    m_marks.push_back(m_canvas.overlays().addPoint(0, pointAt(place), {}));
  m_canvas.overlays().redraw();
}

}  // namespace fluxion
