#include "editor/animation/animation_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "editor/animation/scene_painter.h"
#include "editor/plain_text.h"
#include "editor/shown_number.h"
#include "editor/theme.h"

namespace fluxion {

namespace {

constexpr double margin = 0.08;  // of the area, around what is fitted into it

}  // namespace

AnimationView::AnimationView(QWidget* parent) : QWidget(parent) {
  setMinimumSize(160, 100);
  setAccessibleName(tr("Animation"));
  setFocusPolicy(Qt::StrongFocus);
}

void AnimationView::setScene(std::shared_ptr<Scene> scene) {
  m_scene = std::move(scene);
  fit();
}

void AnimationView::setTime(double time) {
  m_time = time;
  update();
}

void AnimationView::setTimeUnit(const sim::TimeUnit& unit) {
  m_timeUnit = unit;
  update();
}

void AnimationView::setPathsShown(bool shown) {
  m_paths = shown;
  update();
}

void AnimationView::fit() {
  m_fitted = true;
  update();
}

QTransform AnimationView::toPixels(const QRectF& area) const {
  QPointF center = m_center;
  double perMeter = m_perMeter;
  if (m_fitted) {
    QRectF extent = m_scene ? m_scene->extent() : QRectF();
    if (extent.isNull()) extent = QRectF(-1, -1, 2, 2);
    center = extent.center();
    const double width = area.width() * (1 - 2 * margin), height = area.height() * (1 - 2 * margin);
    perMeter = std::min(width / extent.width(), height / extent.height());
    if (!std::isfinite(perMeter) || !(perMeter > 0)) perMeter = 1;
    // A point alone is not enlarged beyond a few micrometers.
    perMeter = std::min(perMeter, 1e8);
  } else {
    perMeter *= std::min(area.width() / width(), area.height() / height());
  }
  return QTransform(perMeter, 0, 0, -perMeter, area.center().x() - perMeter * center.x(),
                    area.center().y() + perMeter * center.y());
}

// What is seen now stays, from where it is zoomed or moved.
void AnimationView::keepShown() {
  if (!m_fitted) return;
  const QTransform now = toPixels(rect());
  m_perMeter = now.m11();
  m_center = now.inverted().map(QPointF(QRectF(rect()).center()));
  m_fitted = false;
}

void AnimationView::paintInto(QPainter& painter, const QRectF& area, double time) const {
  const Theme theme = Theme::current(palette());
  painter.fillRect(area, theme.plotBackground);
  if (!m_scene || m_scene->isEmpty()) return;
  painter.save();
  painter.setClipRect(area);
  ScenePainter scene(painter, theme, toPixels(area), area);
  if (m_paths) scene.paintPaths(*m_scene, time);
  scene.paint(*m_scene, m_scene->poses(time));
  scene.paintScale();
  painter.setPen(theme.hint);
  painter.drawText(
      area.adjusted(12, 8, -12, -8), Qt::AlignTop | Qt::AlignLeft,
      QStringLiteral("t = %1 %2")
          .arg(shownNumber(time / m_timeUnit.seconds, 5), QString::fromStdString(m_timeUnit.name)));
  painter.restore();
}

QImage AnimationView::picture(QSize size, double time, double scale) const {
  QImage image(size * scale, QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  QPainter painter(&image);
  paintInto(painter, QRectF(QPointF(), size), time);
  return image;
}

void AnimationView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintInto(painter, rect(), m_time);
  if (m_scene && !m_scene->isEmpty()) return;
  painter.setPen(Theme::current(palette()).hint);
  painter.drawText(QRectF(rect()).adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                   tr("Run a model with bodies of the Planar library to see them move."));
}

void AnimationView::wheelEvent(QWheelEvent* event) {
  constexpr double notch = 120, factor = 1.2;
  keepShown();
  const QPointF under = toPixels(rect()).inverted().map(event->position());
  m_perMeter *= std::pow(factor, event->angleDelta().y() / notch);
  m_perMeter = std::clamp(m_perMeter, 1e-6, 1e9);
  m_center += under - toPixels(rect()).inverted().map(event->position());
  update();
}

void AnimationView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_pressed = event->position();
  m_dragging = false;
}

void AnimationView::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  const QPointF by = event->position() - m_pressed;
  constexpr double slack = 4;
  if (!m_dragging && by.manhattanLength() < slack) return;
  m_dragging = true;
  keepShown();
  m_center -= QPointF(by.x(), -by.y()) / m_perMeter;
  m_pressed = event->position();
  update();
}

void AnimationView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_dragging) return;
  if (const SceneItem* item = itemAt(event->position())) emit blockRequested(item->block);
}

void AnimationView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!itemAt(event->position())) fit();
}

const SceneItem* AnimationView::itemAt(QPointF place) const {
  constexpr double reach = 7;
  if (!m_scene) return nullptr;
  const QTransform pixels = toPixels(rect());
  const std::vector<Pose> poses = m_scene->poses(m_time);
  const SceneItem* nearest = nullptr;
  double best = reach;
  std::size_t next = 0;
  for (const SceneItem& item : m_scene->items()) {
    if (next + item.columns.size() > poses.size()) break;
    const Pose* frames = poses.data() + next;
    next += item.columns.size();
    double distance;
    if (item.isBody() && item.lengths.size() > 1) {  // of the line between its two points
      const QPointF a = pixels.map(frames->at(item.lengths[0], item.lengths[1])),
                    b = pixels.map(frames->at(item.lengths[2], item.lengths[3]));
      const QPointF ab = b - a, ap = place - a;
      const double length = QPointF::dotProduct(ab, ab);
      const double s = length > 0 ? std::clamp(QPointF::dotProduct(ap, ab) / length, 0.0, 1.0) : 0;
      distance = QLineF(place, a + ab * s).length() - item.lengths[4] / 2 * pixels.m11();
    } else {
      const Pose& at = frames[item.columns.size() - 1];
      distance = QLineF(place, pixels.map(at.origin())).length();
      if (item.isBody()) distance -= item.lengths[0] * pixels.m11();
    }
    if (distance <= best) {
      best = std::max(0.0, distance);
      nearest = &item;
    }
  }
  return nearest;
}

bool AnimationView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    const SceneItem* item = itemAt(help->pos());
    QToolTip::showText(help->globalPos(), item ? plainTip(item->name) : QString(), this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace fluxion
