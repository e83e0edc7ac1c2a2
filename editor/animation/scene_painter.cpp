#include "editor/animation/scene_painter.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "editor/scopes/axis_fit.h"
#include "editor/shown_number.h"

namespace fluxion {

namespace {

constexpr double pinRadius = 4, thinnest = 4, ground = 14, coil = 6;

QPointF direction(const Pose& frame) { return {std::cos(frame.angle), -std::sin(frame.angle)}; }
QPointF across(QPointF d) { return {-d.y(), d.x()}; }

}  // namespace

ScenePainter::ScenePainter(QPainter& painter, const Theme& theme, const QTransform& toPixels,
                           const QRectF& area)
    : m_painter(painter), m_theme(theme), m_toPixels(toPixels), m_area(area) {
  m_painter.setRenderHint(QPainter::Antialiasing);
}

void ScenePainter::paint(const Scene& scene, const std::vector<Pose>& poses) {
  std::size_t next = 0;
  for (const SceneItem& item : scene.items()) {
    if (next + item.columns.size() > poses.size()) return;
    paintItem(item, poses.data() + next);
    next += item.columns.size();
  }
}

void ScenePainter::paintPaths(const Scene& scene, double time) {
  constexpr int most = 2000;
  m_painter.setBrush(Qt::NoBrush);
  for (const SceneItem& item : scene.items()) {
    if (!item.isBody()) continue;
    QPolygonF line;
    for (QPointF point : scene.path(item, time, most)) line << pixels(point);
    QColor color = bodyColor(item);
    color.setAlphaF(0.6F);
    m_painter.setPen(QPen(color, 1));
    m_painter.drawPolyline(line);
  }
}

void ScenePainter::paintItem(const SceneItem& item, const Pose* frames) {
  switch (item.kind) {
    case sim::SceneKind::Rod:
      return paintRod(item, frames);
    case sim::SceneKind::Box:
      return paintBox(item, *frames);
    case sim::SceneKind::Disk:
      return paintDisk(item, *frames);
    case sim::SceneKind::Ground:
      return paintGround(*frames);
    case sim::SceneKind::Pin:
      m_painter.setPen(QPen(m_theme.plotText, 1.5));
      m_painter.setBrush(m_theme.plotBackground);
      m_painter.drawEllipse(pixels(frames->origin()), pinRadius, pinRadius);
      return;
    case sim::SceneKind::Slider:
      return paintSlider(frames[0], frames[1]);
    case sim::SceneKind::Spring:
      return paintSpring(pixels(frames[0].origin()), pixels(frames[1].origin()));
    case sim::SceneKind::Link:
      m_painter.setPen(QPen(m_theme.plotText, thinnest / 2));
      m_painter.drawLine(pixels(frames[0].origin()), pixels(frames[1].origin()));
      return;
    case sim::SceneKind::Strut:
      return paintStrut(pixels(frames[0].origin()), pixels(frames[1].origin()));
    case sim::SceneKind::Ball:
      paintLine(frames[0]);
      if (item.lengths[0] <= 0) return;
      m_painter.setPen(QPen(m_theme.plotText, 1));
      m_painter.setBrush(Qt::NoBrush);
      m_painter.drawEllipse(pixels(frames[1].origin()), pixels(item.lengths[0]), pixels(item.lengths[0]));
      return;
  }
}

QColor ScenePainter::bodyColor(const SceneItem& item) const {
  return m_theme.plotCurves[static_cast<std::size_t>(item.color) % m_theme.plotCurves.size()];
}

void ScenePainter::paintRod(const SceneItem& item, const Pose* frames) {
  const Pose& frame = *frames;
  const QLineF line(pixels(frame.at(item.lengths[0], item.lengths[1])),
                    pixels(frame.at(item.lengths[2], item.lengths[3])));
  const double width = std::max(thinnest, pixels(item.lengths[4]));
  for (std::size_t k = 1; k < item.columns.size(); ++k) {
    m_painter.setPen(QPen(bodyColor(item), 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.setBrush(mixed(bodyColor(item), m_theme.plotBackground, 0.8));
    m_painter.drawPolygon(QPolygonF{line.p1(), line.p2(), pixels(frames[k].origin())});
  }
  m_painter.setPen(QPen(bodyColor(item), width, Qt::SolidLine, Qt::RoundCap));
  m_painter.drawLine(line);
  m_painter.setPen(QPen(mixed(bodyColor(item), m_theme.plotBackground, 0.65), std::max(1.0, width - 2),
                        Qt::SolidLine, Qt::RoundCap));
  m_painter.drawLine(line);
}

void ScenePainter::paintBox(const SceneItem& item, const Pose& frame) {
  const std::vector<double>& l = item.lengths;
  QPointF along(l[2] - l[0], l[3] - l[1]);
  const double length = std::hypot(along.x(), along.y());
  const QPointF middle((l[0] + l[2]) / 2, (l[1] + l[3]) / 2);
  along = length > 0 ? along / length : QPointF(1, 0);
  const QPointF half = along * ((length > 0 ? length : l[4]) / 2), side = across(along) * (l[4] / 2);
  QPolygonF corners;
  for (const QPointF& corner : {half + side, half - side, -half - side, -half + side}) {
    const QPointF at = middle + corner;
    corners << pixels(frame.at(at.x(), at.y()));
  }
  m_painter.setPen(QPen(bodyColor(item), 1.5));
  m_painter.setBrush(mixed(bodyColor(item), m_theme.plotBackground, 0.65));
  m_painter.drawPolygon(corners);
}

void ScenePainter::paintDisk(const SceneItem& item, const Pose& frame) {
  const double radius = std::max(thinnest / 2, pixels(item.lengths[0]));
  m_painter.setPen(QPen(bodyColor(item), 1.5));
  m_painter.setBrush(mixed(bodyColor(item), m_theme.plotBackground, 0.65));
  const QPointF center = pixels(frame.origin());
  m_painter.drawLine(center, pixels(frame.at(item.lengths[1], item.lengths[2])));
  m_painter.drawEllipse(center, radius, radius);
  m_painter.drawLine(center, center + direction(frame) * radius);
}

void ScenePainter::paintGround(const Pose& frame) {
  const QPointF at = pixels(frame.origin()), along = direction(frame), below = across(along);
  m_painter.setPen(QPen(m_theme.plotText, 1.5));
  m_painter.drawLine(at - along * ground, at + along * ground);
  m_painter.setPen(QPen(m_theme.plotText, 1));
  constexpr int hatches = 4;
  constexpr double step = 2 * ground / hatches;
  for (int k = 1; k <= hatches; ++k)
    m_painter.drawLine(at + along * (k * step - ground),
                       at + along * ((k - 1) * step - ground) + below * step);
}

// As far as one sees.
void ScenePainter::paintLine(const Pose& frame) {
  const QPointF at = pixels(frame.origin()), along = direction(frame);
  const QPointF off = m_area.center() - at;
  const double far = std::hypot(m_area.width(), m_area.height()) + std::hypot(off.x(), off.y());
  m_painter.save();
  m_painter.setClipRect(m_area, Qt::IntersectClip);
  m_painter.setPen(QPen(m_theme.plotText, 1));
  m_painter.drawLine(at - along * far, at + along * far);
  m_painter.restore();
}

void ScenePainter::paintSpring(QPointF from, QPointF to) {
  constexpr int turns = 8;
  const QPointF between = to - from;
  const double length = std::hypot(between.x(), between.y());
  m_painter.setPen(QPen(m_theme.plotText, 1.2));
  if (!(length > 0)) return;
  const QPointF side = across(between / length) * coil;
  QPolygonF line{from, from + between * 0.15};
  for (int k = 0; k < turns; ++k)
    line << from + between * (0.15 + 0.7 * (k + 0.5) / turns) + (k % 2 == 0 ? side : -side);
  line << from + between * 0.85 << to;
  m_painter.drawPolyline(line);
}

// The cylinder is half as long as the strut.
void ScenePainter::paintStrut(QPointF from, QPointF to) {
  constexpr double wide = 8, thin = 3;
  m_painter.setPen(QPen(m_theme.plotText, thin, Qt::SolidLine, Qt::FlatCap));
  m_painter.drawLine(from, to);
  const QLineF cylinder(from + (to - from) * 0.05, from + (to - from) * 0.55);
  m_painter.setPen(QPen(m_theme.plotText, wide, Qt::SolidLine, Qt::FlatCap));
  m_painter.drawLine(cylinder);
  m_painter.setPen(QPen(m_theme.plotBackground, wide - 3, Qt::SolidLine, Qt::FlatCap));
  m_painter.drawLine(cylinder);
}

void ScenePainter::paintSlider(const Pose& frame, const Pose& slides) {
  constexpr double half = 9, height = 6;
  const QPointF from = pixels(frame.origin()), at = pixels(slides.origin()), along = direction(frame),
                side = across(along);
  QColor guide = m_theme.plotText;
  guide.setAlphaF(0.45F);
  m_painter.setPen(QPen(guide, 1, Qt::DashLine));
  const QPointF off = at - from;
  const double s = off.x() * along.x() + off.y() * along.y();
  m_painter.drawLine(from + along * std::min(0.0, s - 3 * half), from + along * std::max(0.0, s + 3 * half));
  m_painter.setPen(QPen(m_theme.plotText, 1.5));
  m_painter.setBrush(m_theme.plotBackground);
  m_painter.drawPolygon(QPolygonF{at + along * half + side * height, at + along * half - side * height,
                                  at - along * half - side * height, at - along * half + side * height});
}

void ScenePainter::paintScale() {
  constexpr double about = 80, margin = 12, tick = 4;
  const double step = roundStep(about / m_toPixels.m11());
  if (!(step > 0) || !std::isfinite(step)) return;
  const QPointF left(m_area.left() + margin, m_area.bottom() - margin),
      right = left + QPointF(pixels(step), 0);
  m_painter.setPen(QPen(m_theme.hint, 1));
  m_painter.drawLine(left, right);
  for (const QPointF& end : {left, right}) m_painter.drawLine(end, end - QPointF(0, tick));
  m_painter.drawText(left - QPointF(0, tick + 3), shownNumber(step, 4) + QStringLiteral(" m"));
}

}  // namespace fluxion
