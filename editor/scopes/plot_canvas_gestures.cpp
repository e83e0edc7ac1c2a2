// What the mouse does in a PlotCanvas: drags, wheels, rectangles, the legend's entries, lines that can be
// moved.
#include <cmath>

#include "editor/scopes/plot_canvas_private.h"

namespace fluxion {

static constexpr int clickSlack = 4;  // pixels that a click may move

void PlotCanvas::Private::connectGestures() {
  plot->setFocusPolicy(Qt::NoFocus);  // its keys are those of the canvas
  plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot->setNoAntialiasingOnDrag(true);
  plot->setPlottingHint(QCP::phFastPolylines, true);
  plot->setMouseTracking(true);
  QObject::connect(plot, &QCustomPlot::beforeReplot, q, [this] {
    fitToRows(plot->size());
    if (arrangedWidth != q->width()) arrangeLegends(q->width());  // after a picture of another size
    keepAspect();
    if (overlaysMoved) placeOverlays();
  });
  QObject::connect(plot, &QCustomPlot::mousePress, q, [this](QMouseEvent* e) { press(e); });
  QObject::connect(plot, &QCustomPlot::mouseRelease, q, [this](QMouseEvent* e) { release(e); });
  QObject::connect(plot, &QCustomPlot::mouseMove, q, [this](QMouseEvent* e) { move(e); });
  QObject::connect(plot, &QCustomPlot::mouseWheel, q, [this](QWheelEvent* e) { wheel(e); });
  QObject::connect(plot, &QCustomPlot::mouseDoubleClick, q, [this](QMouseEvent* e) { doubleClick(e); });
  QObject::connect(plot->selectionRect(), &QCPSelectionRect::accepted, q,
                   [this](const QRect& rect) { zoomInto(rect); });
}

// The right button, Ctrl and the zoom tool draw a rectangle; otherwise the picture is dragged, but for a line
// that can be moved, or an entry of a legend.
void PlotCanvas::Private::press(QMouseEvent* event) {
  pressedAt = event->pos();
  if (event->button() == Qt::BackButton) return emit q->backRequested();
  if (event->button() == Qt::ForwardButton) return emit q->forwardRequested();
  pressedEntry = legendEntryAt(event->position());
  const bool left = event->button() == Qt::LeftButton;
  draggedOverlay = left && !zoomTool ? draggableAt(event->position()) : -1;
  plot->setInteraction(QCP::iRangeDrag, left && pressedEntry < 0 && draggedOverlay < 0);
  const bool zoom =
      zoomTool || event->button() == Qt::RightButton || (event->modifiers() & Qt::ControlModifier);
  const bool inPlot = pressedEntry < 0 && draggedOverlay < 0 && axesAt(event->pos()) >= 0;
  plot->setSelectionRectMode(zoom && inPlot ? QCP::srmCustom : QCP::srmNone);
}

void PlotCanvas::Private::move(QMouseEvent* event) {
  if (draggedOverlay >= 0 && (event->buttons() & Qt::LeftButton)) return dragOverlay(event->position());
  if (pressedEntry >= 0 && event->buttons() != Qt::NoButton) {
    plot->setCursor(axesAt(event->position()) >= 0 ? Qt::DragMoveCursor : Qt::ForbiddenCursor);
    return;
  }
  settleCursor(event->position());
  movePointer(event);
}

void PlotCanvas::Private::release(QMouseEvent* event) {
  const bool clicked = (event->pos() - pressedAt).manhattanLength() < clickSlack;
  const int entry = std::exchange(pressedEntry, -1), overlay = std::exchange(draggedOverlay, -1);
  settleCursor(event->position());
  if (overlay >= 0) {
    const auto it = overlays.find(overlay);
    if (it != overlays.end()) emit q->overlayReleased(overlay, it->second.range.low);
    return;
  }
  if (entry >= 0) {
    const int target = axesAt(event->position());
    if (clicked && event->button() == Qt::RightButton)
      return emit q->legendMenuRequested(entry, event->globalPosition().toPoint());
    if (clicked && event->button() == Qt::LeftButton) return emit q->curveClicked(entry);
    if (target >= 0 && target != curve(entry).axes) emit q->curveDropped(entry, target);
    return;
  }
  if (clicked && event->button() == Qt::RightButton)
    return emit q->menuRequested(event->globalPosition().toPoint(), axesAt(event->position()));
  if (!clicked && event->button() == Qt::LeftButton && plot->selectionRectMode() == QCP::srmNone)
    return emit q->rangeChangedByUser();
  if (!clicked || event->button() != Qt::LeftButton) return;
  const int index = axesAt(event->position());
  if (index < 0) return;
  emit q->clicked(index, at(index).x()->pixelToCoord(event->position().x()),
                  at(index).y()->pixelToCoord(event->position().y()));
}

void PlotCanvas::Private::wheel(QWheelEvent* event) {
  Qt::Orientations along = Qt::Horizontal | Qt::Vertical;
  if (event->modifiers() & Qt::ControlModifier) along = Qt::Horizontal;
  if (event->modifiers() & Qt::ShiftModifier) along = Qt::Vertical;
  for (const Axes& a : axes) a.rect->setRangeZoom(along);
  QMetaObject::invokeMethod(
      q, [this] { emit q->rangeChangedByUser(); }, Qt::QueuedConnection);
}

void PlotCanvas::Private::doubleClick(QMouseEvent* event) {
  if (legendEntryAt(event->position()) >= 0) return;
  if (axesAt(event->position()) >= 0) return emit q->fitRequested();
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const QRect inside = axes[k].rect->rect(), whole = axes[k].rect->outerRect();
    if (!whole.contains(event->pos())) continue;
    const bool beside = event->pos().x() < inside.left() || event->pos().x() > inside.right();
    return emit q->axisFitRequested(static_cast<int>(k), beside ? Qt::Vertical : Qt::Horizontal);
  }
}

// A flat rectangle zooms along one axis only; a tiny one was a click.
void PlotCanvas::Private::zoomInto(const QRect& picked) {
  constexpr int least = 6;
  const int index = axesAt(pressedAt);
  if (index < 0) return;
  const Axes& a = at(index);
  const QRect rect = picked.normalized() & a.rect->rect();
  const auto range = [](const QCPAxis* axis, double low, double high) {
    return QCPRange(axis->pixelToCoord(low), axis->pixelToCoord(high));
  };
  if (rect.width() >= least) a.x()->setRange(range(a.x(), rect.left(), rect.right()));
  if (rect.height() >= least)
    for (const Side side : {Side::Left, Side::Right})
      a.y(side)->setRange(range(a.y(side), rect.bottom(), rect.top()));
  if (rect.width() >= least || rect.height() >= least) emit q->rangeChangedByUser();
}

int PlotCanvas::Private::axesAt(const QPointF& position) const {
  for (std::size_t k = 0; k < axes.size(); ++k)
    if (axes[k].rect->rect().contains(position.toPoint())) return static_cast<int>(k);
  return -1;
}

int PlotCanvas::Private::legendEntryAt(const QPointF& position) const {
  for (const Axes& a : axes) {
    if (a.legend == nullptr || !a.legend->outerRect().contains(position.toPoint())) continue;
    for (std::size_t k = 0; k < curves.size(); ++k)
      if (const auto* entry = a.legend->itemWithPlottable(curves[k].plottable))
        if (entry->outerRect().contains(position.toPoint())) return static_cast<int>(k);
  }
  return -1;
}

void PlotCanvas::Private::settleCursor(const QPointF& position) {
  Qt::CursorShape shape = zoomTool ? Qt::CrossCursor : Qt::ArrowCursor;
  const int overlay = zoomTool ? -1 : draggableAt(position);
  if (overlay >= 0)
    shape = overlays.at(overlay).runsUp() ? Qt::SplitHCursor : Qt::SplitVCursor;
  else if (legendEntryAt(position) >= 0)
    shape = Qt::PointingHandCursor;
  if (plot->cursor().shape() != shape) plot->setCursor(shape);
}

void PlotCanvas::Private::movePointer(QMouseEvent* event) {
  const int index = axesAt(event->position());
  if (index < 0 || event->buttons() != Qt::NoButton) return hideCrosshair();
  const Axes& here = at(index);
  const double x = here.x()->pixelToCoord(event->position().x());
  const double y = here.y()->pixelToCoord(event->position().y());
  for (const Axes& a : axes) {
    a.vertical->setVisible(shared || &a == &here);
    a.vertical->point1->setCoords(x, 0);
    a.vertical->point2->setCoords(x, 1);
    a.horizontal->setVisible(&a == &here);
    a.horizontal->point1->setCoords(0, y);
    a.horizontal->point2->setCoords(1, y);
  }
  plot->layer(QStringLiteral("crosshair"))->replot();
  emit q->pointerMoved(index, x, y);
}

void PlotCanvas::Private::hideCrosshair() {
  for (const Axes& a : axes) {
    a.vertical->setVisible(false);
    a.horizontal->setVisible(false);
  }
  plot->layer(QStringLiteral("crosshair"))->replot();
  emit q->pointerLeft();
}

void PlotCanvas::Private::shareHorizontal(const QCPRange& range) {
  if (sharing || !shared) return;
  sharing = true;
  for (const Axes& a : axes) a.x()->setRange(range);
  sharing = false;
}

}  // namespace fluxion
