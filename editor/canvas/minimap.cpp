#include "editor/canvas/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

static constexpr int pauseMilliseconds = 120, gap = 10;

Minimap::Minimap(DiagramScene& scene, DiagramView& view)
    : QWidget(view.viewport()), m_scene(scene), m_view(view) {
  setObjectName(QStringLiteral("minimap"));
  setAccessibleName(tr("Minimap"));
  setToolTip(tr("Press or drag to go there"));
  setCursor(Qt::ArrowCursor);
  setFixedSize(200, 140);
  m_pause.setSingleShot(true);
  m_pause.setInterval(pauseMilliseconds);
  connect(&m_pause, &QTimer::timeout, this, &Minimap::paintMap);
  const auto soon = [this] {
    if (isVisible() && !m_pause.isActive()) m_pause.start();
  };
  connect(&scene.document(), &DiagramDocument::changed, this, soon);
  connect(&scene, &DiagramScene::subsystemChanged, this, soon);
  connect(&scene, &DiagramScene::themeChanged, this, soon);
  connect(&view, &DiagramView::zoomChanged, this, qOverload<>(&QWidget::update));
  for (QScrollBar* bar : {view.horizontalScrollBar(), view.verticalScrollBar()})
    connect(bar, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
  view.viewport()->installEventFilter(this);
  place();
}

bool Minimap::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) place();
  return QWidget::eventFilter(watched, event);
}

void Minimap::showEvent(QShowEvent*) {
  place();
  paintMap();
}

void Minimap::place() {
  const QSize room = m_view.viewport()->size();
  move(room.width() - width() - gap, room.height() - height() - gap);
}

QTransform Minimap::toMap() const {
  const QRectF inner = QRectF(rect()).adjusted(6, 6, -6, -6);
  if (m_content.isEmpty()) return {};
  const double scale =
      std::min({inner.width() / m_content.width(), inner.height() / m_content.height(), 0.5});
  QTransform t;
  t.translate(inner.center().x(), inner.center().y());
  t.scale(scale, scale);
  t.translate(-m_content.center().x(), -m_content.center().y());
  return t;
}

// Blocks as spots, lines as hair: text would be dust.
void Minimap::paintMap() {
  m_content = m_scene.level().contentRect();
  const double ratio = devicePixelRatioF();
  m_map = QPixmap(size() * ratio);
  m_map.setDevicePixelRatio(ratio);
  m_map.fill(Qt::transparent);
  QPainter painter(&m_map);
  const QTransform map = toMap();
  const Theme& theme = m_scene.theme();
  painter.setPen(QPen(mixed(theme.canvas, theme.line, 0.45), 0));
  for (const LineItem* item : m_scene.level().lines()) {
    const auto& route = item->route();
    painter.drawPolyline(map.map(QPolygonF(QList<QPointF>(route.begin(), route.end()))));
  }
  for (const BlockItem* item : m_scene.level().blocks())
    painter.fillRect(map.mapRect(item->geometry().rect), theme.blockBorder);
  update();
}

QRectF Minimap::frame() const {
  const QRectF seen = m_view.mapToScene(m_view.viewport()->rect()).boundingRect();
  return toMap().mapRect(seen).intersected(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
}

void Minimap::paintEvent(QPaintEvent*) {
  const Theme& theme = m_scene.theme();
  QPainter painter(this);
  QColor ground = theme.canvas;
  ground.setAlphaF(0.92F);
  painter.setPen(mixed(theme.canvas, theme.blockText, 0.3));
  painter.setBrush(ground);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  painter.drawPixmap(0, 0, m_map);
  painter.setPen(QPen(theme.selection, 1.5));
  painter.setBrush(theme.selectionFill);
  painter.drawRect(frame());
}

void Minimap::go(QPointF at) {
  if (m_content.isEmpty()) return;
  const QPointF center = toMap().inverted().map(at);
  const QSizeF seen = QSizeF(m_view.viewport()->size()) / m_view.zoom();
  m_view.setSceneRect(
      m_view.sceneRect().united(QRectF(center - QPointF(seen.width(), seen.height()), seen * 2)));
  m_view.centerOn(center);
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) go(event->position());
}
void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) go(event->position());
}
void Minimap::mouseReleaseEvent(QMouseEvent*) {}
void Minimap::mouseDoubleClickEvent(QMouseEvent*) {}

void Minimap::wheelEvent(QWheelEvent* event) {
  m_view.zoomBy(event->angleDelta().y() > 0 ? 1.2 : 1 / 1.2);
  event->accept();
}

}  // namespace fluxion
