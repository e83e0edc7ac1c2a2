#include "editor/plots/plot_gestures.h"

#include <utility>

#include "editor/plots/plot_grid.h"
#include "editor/plots/plot_legends.h"
#include "editor/plots/plot_overlays.h"

namespace fluxion {

static constexpr int clickSlack = 4;  // pixels that a click may move

PlotGestures::PlotGestures(PlotParts& parts, const PlotGrid& grid, const PlotLegends& legends,
                           PlotOverlays& overlays)
    : m_parts(parts), m_grid(grid), m_legends(legends), m_overlays(overlays) {
  QCustomPlot* plot = parts.plot;
  plot->setFocusPolicy(Qt::NoFocus);  // its keys are those of the canvas
  plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot->setNoAntialiasingOnDrag(true);
  plot->setPlottingHint(QCP::phFastPolylines, true);
  plot->setMouseTracking(true);
  PlotCanvas* canvas = &parts.canvas;
  QObject::connect(plot, &QCustomPlot::mousePress, canvas, [this](QMouseEvent* e) { press(e); });
  QObject::connect(plot, &QCustomPlot::mouseRelease, canvas, [this](QMouseEvent* e) { release(e); });
  QObject::connect(plot, &QCustomPlot::mouseMove, canvas, [this](QMouseEvent* e) { move(e); });
  QObject::connect(plot, &QCustomPlot::mouseWheel, canvas, [this](QWheelEvent* e) { wheel(e); });
  QObject::connect(plot, &QCustomPlot::mouseDoubleClick, canvas, [this](QMouseEvent* e) { doubleClick(e); });
  QObject::connect(plot->selectionRect(), &QCPSelectionRect::accepted, canvas,
                   [this](const QRect& rect) { zoomInto(rect); });
}

void PlotGestures::setZoomTool(bool zoom) {
  m_zoomTool = zoom;
  m_parts.plot->setCursor(zoom ? Qt::CrossCursor : Qt::ArrowCursor);
}

// The right button, Ctrl and the zoom tool draw a rectangle; otherwise the picture is dragged, but for a line
// that can be moved, or an entry of a legend.
void PlotGestures::press(QMouseEvent* event) {
  m_pressedAt = event->pos();
  if (event->button() == Qt::BackButton) return emit m_parts.canvas.backRequested();
  if (event->button() == Qt::ForwardButton) return emit m_parts.canvas.forwardRequested();
  m_pressedEntry = m_legends.entryAt(event->position());
  const bool left = event->button() == Qt::LeftButton;
  m_draggedOverlay = left && !m_zoomTool ? m_overlays.draggableAt(event->position()) : -1;
  m_parts.plot->setInteraction(QCP::iRangeDrag, left && m_pressedEntry < 0 && m_draggedOverlay < 0);
  const bool zoom =
      m_zoomTool || event->button() == Qt::RightButton || (event->modifiers() & Qt::ControlModifier);
  const bool inPlot = m_pressedEntry < 0 && m_draggedOverlay < 0 && m_parts.axesAt(event->pos()) >= 0;
  m_parts.plot->setSelectionRectMode(zoom && inPlot ? QCP::srmCustom : QCP::srmNone);
}

void PlotGestures::move(QMouseEvent* event) {
  if (m_draggedOverlay >= 0 && (event->buttons() & Qt::LeftButton))
    return m_overlays.drag(m_draggedOverlay, m_pressedAt, event->position());
  if (m_pressedEntry >= 0 && event->buttons() != Qt::NoButton) {
    m_parts.plot->setCursor(m_parts.axesAt(event->position()) >= 0 ? Qt::DragMoveCursor
                                                                   : Qt::ForbiddenCursor);
    return;
  }
  settleCursor(event->position());
  movePointer(event);
}

void PlotGestures::release(QMouseEvent* event) {
  const bool clicked = (event->pos() - m_pressedAt).manhattanLength() < clickSlack;
  const int entry = std::exchange(m_pressedEntry, -1), overlay = std::exchange(m_draggedOverlay, -1);
  settleCursor(event->position());
  if (overlay >= 0) return m_overlays.endDrag(overlay);
  if (entry >= 0) return releaseEntry(entry, clicked, event);
  if (clicked && event->button() == Qt::RightButton)
    return emit m_parts.canvas.menuRequested(event->globalPosition().toPoint(),
                                             m_parts.axesAt(event->position()));
  if (!clicked && event->button() == Qt::LeftButton && m_parts.plot->selectionRectMode() == QCP::srmNone)
    return emit m_parts.canvas.rangeChangedByUser();
  if (!clicked || event->button() != Qt::LeftButton) return;
  const int index = m_parts.axesAt(event->position());
  if (index < 0) return;
  emit m_parts.canvas.clicked(index, m_parts.at(index).x()->pixelToCoord(event->position().x()),
                              m_parts.at(index).y()->pixelToCoord(event->position().y()));
}

void PlotGestures::releaseEntry(int entry, bool clicked, QMouseEvent* event) {
  const int target = m_parts.axesAt(event->position());
  if (clicked && event->button() == Qt::RightButton)
    return emit m_parts.canvas.legendMenuRequested(entry, event->globalPosition().toPoint());
  if (clicked && event->button() == Qt::LeftButton) return emit m_parts.canvas.curveClicked(entry);
  if (target >= 0 && target != m_parts.curve(entry).axes) emit m_parts.canvas.curveDropped(entry, target);
}

void PlotGestures::wheel(QWheelEvent* event) {
  Qt::Orientations along = Qt::Horizontal | Qt::Vertical;
  if (event->modifiers() & Qt::ControlModifier) along = Qt::Horizontal;
  if (event->modifiers() & Qt::ShiftModifier) along = Qt::Vertical;
  for (const PlotAxes& a : m_parts.axes) a.rect->setRangeZoom(along);
  QMetaObject::invokeMethod(
      &m_parts.canvas, [this] { emit m_parts.canvas.rangeChangedByUser(); }, Qt::QueuedConnection);
}

void PlotGestures::doubleClick(QMouseEvent* event) {
  if (m_legends.entryAt(event->position()) >= 0) return;
  if (m_parts.axesAt(event->position()) >= 0) return emit m_parts.canvas.fitRequested();
  for (std::size_t k = 0; k < m_parts.axes.size(); ++k) {
    const QRect inside = m_parts.axes[k].rect->rect(), whole = m_parts.axes[k].rect->outerRect();
    if (!whole.contains(event->pos())) continue;
    const bool beside = event->pos().x() < inside.left() || event->pos().x() > inside.right();
    return emit m_parts.canvas.axisFitRequested(static_cast<int>(k), beside ? Qt::Vertical : Qt::Horizontal);
  }
}

// A flat rectangle zooms along one axis only; a tiny one was a click.
void PlotGestures::zoomInto(const QRect& picked) {
  constexpr int least = 6;
  const int index = m_parts.axesAt(m_pressedAt);
  if (index < 0) return;
  const PlotAxes& a = m_parts.at(index);
  const QRect rect = picked.normalized() & a.rect->rect();
  const auto range = [](const QCPAxis* axis, double low, double high) {
    return QCPRange(axis->pixelToCoord(low), axis->pixelToCoord(high));
  };
  if (rect.width() >= least) a.x()->setRange(range(a.x(), rect.left(), rect.right()));
  if (rect.height() >= least)
    for (const AxisSide side : {AxisSide::Left, AxisSide::Right})
      a.y(side)->setRange(range(a.y(side), rect.bottom(), rect.top()));
  if (rect.width() >= least || rect.height() >= least) emit m_parts.canvas.rangeChangedByUser();
}

void PlotGestures::settleCursor(const QPointF& position) {
  Qt::CursorShape shape = m_zoomTool ? Qt::CrossCursor : Qt::ArrowCursor;
  const int overlay = m_zoomTool ? -1 : m_overlays.draggableAt(position);
  if (overlay >= 0)
    shape = m_overlays.runsUp(overlay) ? Qt::SplitHCursor : Qt::SplitVCursor;
  else if (m_legends.entryAt(position) >= 0)
    shape = Qt::PointingHandCursor;
  if (m_parts.plot->cursor().shape() != shape) m_parts.plot->setCursor(shape);
}

void PlotGestures::movePointer(QMouseEvent* event) {
  const int index = m_parts.axesAt(event->position());
  if (index < 0 || event->buttons() != Qt::NoButton) return hideCrosshair();
  const PlotAxes& here = m_parts.at(index);
  const double x = here.x()->pixelToCoord(event->position().x());
  const double y = here.y()->pixelToCoord(event->position().y());
  for (const PlotAxes& a : m_parts.axes) {
    a.vertical->setVisible(m_grid.shared() || &a == &here);
    a.vertical->point1->setCoords(x, 0);
    a.vertical->point2->setCoords(x, 1);
    a.horizontal->setVisible(&a == &here);
    a.horizontal->point1->setCoords(0, y);
    a.horizontal->point2->setCoords(1, y);
  }
  m_parts.plot->layer(crosshairLayer)->replot();
  emit m_parts.canvas.pointerMoved(index, x, y);
}

void PlotGestures::hideCrosshair() {
  for (const PlotAxes& a : m_parts.axes) {
    a.vertical->setVisible(false);
    a.horizontal->setVisible(false);
  }
  m_parts.plot->layer(crosshairLayer)->replot();
  emit m_parts.canvas.pointerLeft();
}

}  // namespace fluxion
