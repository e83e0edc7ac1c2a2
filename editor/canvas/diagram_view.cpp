#include "editor/canvas/diagram_view.h"

#include <QMimeData>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "editor/canvas/diagram_scene.h"

namespace fluxion {

DiagramView::DiagramView(DiagramScene& scene, QWidget* parent)
    : QGraphicsView(&scene, parent), m_diagram(scene) {
  setObjectName(QStringLiteral("diagramView"));
  setAccessibleName(tr("Diagram"));
  setRenderHint(QPainter::Antialiasing);
  setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
  setTransformationAnchor(QGraphicsView::NoAnchor);
  setResizeAnchor(QGraphicsView::NoAnchor);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setAcceptDrops(true);
  setFocusPolicy(Qt::StrongFocus);
  connect(&scene, &DiagramScene::themeChanged, viewport(), qOverload<>(&QWidget::update));
  connect(&scene, &DiagramScene::placed, this, &DiagramView::makeRoom);
  makeRoom(scene.level().contentRect());
  constexpr int settled = 200;  // ms: the window has been laid out by then
  m_letGo.setSingleShot(true);
  m_letGo.setInterval(settled);
  connect(&m_letGo, &QTimer::timeout, this, [this] {
    putBack();
    const bool hides = m_held && m_held->fitted && !sees(m_diagram.level().contentRect());
    m_held.reset();
    if (hides) zoomToFit();
  });
}

// Room to scroll on all sides, and never less than is on screen, so that the picture does not jump while
// blocks move.
void DiagramView::makeRoom(const QRectF& content) {
  const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
  const QRectF wanted = content.adjusted(-2000, -2000, 2000, 2000).united(seen);
  if (!sceneRect().contains(wanted)) setSceneRect(sceneRect().united(wanted));
}

PointerEvent DiagramView::pointerEvent(const QMouseEvent& event) const {
  const QPointF at = viewportTransform().inverted().map(event.position());
  return {at, event.position().toPoint(), event.button(), event.buttons(), event.modifiers()};
}

void DiagramView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::MiddleButton || (m_spaceHeld && event->button() == Qt::LeftButton)) {
    m_panning = true;
    m_panned = true;
    m_panFrom = event->position().toPoint();
    viewport()->setCursor(Qt::ClosedHandCursor);
    return;
  }
  if (m_handler) m_handler->press(pointerEvent(*event));
}

void DiagramView::mouseMoveEvent(QMouseEvent* event) {
  if (m_panning) {
    const QPoint by = event->position().toPoint() - m_panFrom;
    m_panFrom = event->position().toPoint();
    const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
    setSceneRect(sceneRect().united(seen.translated(-by.x() / zoom(), -by.y() / zoom())));
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
    return;
  }
  if (m_handler) m_handler->move(pointerEvent(*event));
}

void DiagramView::mouseReleaseEvent(QMouseEvent* event) {
  if (m_panning) {
    m_panning = false;
    viewport()->setCursor(m_spaceHeld ? Qt::OpenHandCursor : Qt::ArrowCursor);
    return;
  }
  if (m_handler) m_handler->release(pointerEvent(*event));
}

void DiagramView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (m_handler && event->button() == Qt::LeftButton) m_handler->doubleClick(pointerEvent(*event));
}

void DiagramView::wheelEvent(QWheelEvent* event) {
  if (event->modifiers() & (Qt::ShiftModifier | Qt::AltModifier)) return QGraphicsView::wheelEvent(event);
  const double notches = event->angleDelta().y() / 120.0;
  if (notches != 0) setZoom(zoom() * std::pow(1.2, notches), event->position().toPoint());
  event->accept();
}

void DiagramView::setZoom(double factor, QPoint viewPoint) {
  m_held.reset();
  factor = std::clamp(factor, smallestZoom, largestZoom);
  if (std::abs(factor - 1) < 0.02) factor = 1;
  const QPointF fixed = viewportTransform().inverted().map(QPointF(viewPoint));
  setTransform(QTransform::fromScale(factor, factor));
  const QPointF center = fixed + (QPointF(viewport()->rect().center()) - viewPoint) / factor;
  const QSizeF seen = QSizeF(viewport()->size()) / factor;
  setSceneRect(sceneRect().united(QRectF(center - QPointF(seen.width(), seen.height()), seen * 2)));
  centerOn(center);
  emit zoomChanged(factor);
}

void DiagramView::zoomBy(double factor) { setZoom(zoom() * factor, viewport()->rect().center()); }

void DiagramView::zoomToFit() {
  const QRectF content = m_diagram.level().contentRect().adjusted(-16, -16, 16, 16);
  const QSizeF room(std::max(1, viewport()->width()), std::max(1, viewport()->height()));
  const double fit = std::min({1.0, room.width() / content.width(), room.height() / content.height()});
  setZoom(fit, viewport()->rect().center());
  const QSizeF seen = room / zoom();
  setSceneRect(sceneRect().united(QRectF(content.center() - QPointF(seen.width(), seen.height()), seen * 2)));
  centerOn(content.center());
  m_fitted = lookIn(viewport()->size());
  m_held.reset();
}

DiagramView::Look DiagramView::lookIn(QSize size) const {
  return {zoom(), mapToScene(QRect(QPoint(), size).center())};
}

void DiagramView::holdStill() {
  const bool fitted = m_fitted && *m_fitted == lookIn(viewport()->size());
  m_fitted.reset();
  if (!isVisible()) return;
  if (!m_held)
    m_held = Pinned{viewportTransform().inverted().map(QPointF()), viewport()->mapToGlobal(QPoint()), fitted};
  m_letGo.start();
}

void DiagramView::putBack() {
  if (!m_held || m_panning) return;
  const QPointF now = viewportTransform().map(m_held->scene);
  const QPoint by = now.toPoint() - viewport()->mapFromGlobal(m_held->screen);
  if (by.isNull()) return;
  const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
  setSceneRect(sceneRect().united(seen.translated(QPointF(by) / zoom())));
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() + by.x());
  verticalScrollBar()->setValue(verticalScrollBar()->value() + by.y());
}

// Docks that open or close, too, leave more or less room.
void DiagramView::resizeEvent(QResizeEvent* event) {
  const bool fitted = m_fitted && *m_fitted == lookIn(event->oldSize());
  QGraphicsView::resizeEvent(event);
  if (m_held)
    putBack();
  else if (fitted)
    zoomToFit();
}

QPointF DiagramView::center() const { return mapToScene(viewport()->rect().center()); }

QPointF DiagramView::pointerOrCenter() const {
  const QPoint at = viewport()->mapFromGlobal(QCursor::pos());
  return viewport()->underMouse() && viewport()->rect().contains(at) ? mapToScene(at) : center();
}

bool DiagramView::sees(const QRectF& rect) const {
  return mapToScene(viewport()->rect()).boundingRect().contains(rect);
}

void DiagramView::reveal(const QRectF& rect) {
  const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
  if (!seen.adjusted(20, 20, -20, -20).contains(rect)) centerOn(rect.center());
}

void DiagramView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
    m_spaceHeld = true;
    m_panned = false;
    viewport()->setCursor(Qt::OpenHandCursor);
    return;
  }
  if (m_handler && m_handler->keyPress(*event)) return;
  // The view's own keys would scroll; what is not for the tool goes to the window's shortcuts.
  event->ignore();
}

void DiagramView::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QGraphicsView::keyReleaseEvent(event);
  m_spaceHeld = false;
  viewport()->setCursor(Qt::ArrowCursor);
  if (!m_panned) zoomToFit();
}

void DiagramView::focusOutEvent(QFocusEvent* event) {
  m_spaceHeld = false;
  m_panning = false;
  QGraphicsView::focusOutEvent(event);
  viewport()->update();  // the frame of the focus
}

void DiagramView::focusInEvent(QFocusEvent* event) {
  QGraphicsView::focusInEvent(event);
  viewport()->update();
}

// Dots on the grid; every fourth row and column when they would crowd, none when they would be a mist.
void DiagramView::drawBackground(QPainter* painter, const QRectF& rect) {
  const Theme& theme = m_diagram.theme();
  painter->fillRect(rect, theme.canvas);
  double step = gridStep;
  while (step * zoom() < 12) step *= 4;
  if (step > gridStep * 64) return;
  const double left = std::floor(rect.left() / step) * step, top = std::floor(rect.top() / step) * step;
  QList<QPointF> dots;
  const double half = 0.5 / zoom();
  const auto columns = static_cast<int>(std::ceil((rect.right() - left) / step)),
             rows = static_cast<int>(std::ceil((rect.bottom() - top) / step));
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row) dots.append({left + column * step + half, top + row * step + half});
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing, false);
  QPen pen(theme.grid, (zoom() >= 2 ? 2 : 1) * devicePixelRatioF());
  pen.setCosmetic(true);
  painter->setPen(pen);
  painter->drawPoints(dots.data(), static_cast<int>(dots.size()));
  painter->restore();
}

void DiagramView::drawForeground(QPainter* painter, const QRectF&) {
  if (m_handler) m_handler->paint(*painter, 1 / zoom());
}

void DiagramView::dragEnterEvent(QDragEnterEvent* event) { dragMoveEvent(event); }

void DiagramView::dragMoveEvent(QDragMoveEvent* event) {
  const QMimeData* data = event->mimeData();
  if (data->hasFormat(QLatin1String(blockMimeType)) || data->hasFormat(QLatin1String(linkMimeType)) ||
      data->hasUrls())
    event->acceptProposedAction();
}

void DiagramView::dropEvent(QDropEvent* event) {
  const QMimeData* data = event->mimeData();
  if (data->hasFormat(QLatin1String(blockMimeType))) {
    event->acceptProposedAction();
    emit blockDropped(QString::fromUtf8(data->data(QLatin1String(blockMimeType))),
                      mapToScene(event->position().toPoint()));
  } else if (data->hasFormat(QLatin1String(linkMimeType))) {
    event->acceptProposedAction();
    const QString link = QString::fromUtf8(data->data(QLatin1String(linkMimeType)));
    emit linkDropped(link.section(u'\n', 0, 0), link.section(u'\n', 1),
                     mapToScene(event->position().toPoint()));
  } else if (data->hasUrls() && data->urls().first().isLocalFile()) {
    event->acceptProposedAction();
    emit fileDropped(data->urls().first().toLocalFile());
  }
}

// Tab is for the handler, which goes through the blocks; an empty level lets it pass.
bool DiagramView::focusNextPrevChild(bool next) {
  return m_diagram.level().contentRect().isNull() && QGraphicsView::focusNextPrevChild(next);
}

// A right press may begin a branch; menus come when it is released in place, from the tool.
void DiagramView::contextMenuEvent(QContextMenuEvent* event) { event->accept(); }

}  // namespace fluxion
