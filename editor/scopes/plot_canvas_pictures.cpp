// Pictures of a PlotCanvas, for files and the clipboard.
#include <QSvgGenerator>

#include "editor/scopes/plot_canvas_private.h"
#include "editor/scopes/time_curve.h"

namespace fluxion {

// The layout settles for the picture's size first: labels and ticks are chosen by the room there is.
static void settle(QCustomPlot* plot, QSize size) {
  const QRect before = plot->viewport();
  plot->setViewport(QRect(QPoint(), size));
  for (const auto phase : {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins,
                           QCPLayoutElement::upLayout, QCPLayoutElement::upPreparation})
    plot->plotLayout()->update(phase);
  plot->setViewport(before);
}

void PlotCanvas::layOut(QSize size) const {
  d->fitToRows(size);
  d->arrangeLegends(size.width());
  d->placeOverlays();
  settle(d->plot, size);
  d->keepAspect();
}

bool PlotCanvas::paintOn(QPaintDevice& device, QSize size) const {
  layOut(size);
  QCPPainter painter;
  if (!painter.begin(&device)) return false;
  painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
  painter.setWindow(QRect(QPoint(), size));
  d->plot->toPainter(&painter, size.width(), size.height());
  return painter.end();
}

bool PlotCanvas::savePng(const QString& path, QSize size, double scale) const {
  return picture(size, scale).save(path, "PNG");
}

bool PlotCanvas::savePdf(const QString& path, QSize size) const {
  layOut(size);
  return d->plot->savePdf(path, size.width(), size.height());
}

bool PlotCanvas::saveSvg(const QString& path, QSize size) const {
  QSvgGenerator generator;
  generator.setFileName(path);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(), size));
  return paintOn(generator, size);
}

QPixmap PlotCanvas::picture(QSize size, double scale) const {
  layOut(size);
  return d->plot->toPixmap(size.width(), size.height(), scale);
}

static std::vector<CurvePoint> pointsOf(const QCPAbstractPlottable* plottable) {
  std::vector<CurvePoint> points;
  if (const auto* graph = qobject_cast<const QCPGraph*>(plottable))
    for (const QCPGraphData& p : *graph->data()) points.push_back({p.key, p.value});
  if (const auto* curve = qobject_cast<const QCPCurve*>(plottable))
    for (const QCPCurveData& p : *curve->data()) points.push_back({p.key, p.value});
  return points;
}

void PlotCanvas::copyTo(PlotCanvas& other) const {
  other.setHorizontalShared(d->shared);
  other.setHorizontalUnit(d->horizontalUnit);
  for (int k = 0; k < axesCount(); ++k) {
    const Private::Axes& a = d->at(k);
    other.addAxes(a.label, a.cell);
    other.setVerticalLabel(k, a.rightLabel, Side::Right);
    other.setHorizontalLabel(k, horizontalLabel(k));
    other.setEqualAspect(k, a.equalAspect);
    other.setHorizontalLogarithmic(k, a.x()->scaleType() == QCPAxis::stLogarithmic);
    other.setHorizontalRange(k, horizontalRange(k));
    for (const Side side : {Side::Left, Side::Right}) {
      other.setVerticalLogarithmic(k, a.y(side)->scaleType() == QCPAxis::stLogarithmic, side);
      other.setVerticalRange(k, verticalRange(k, side), side);
    }
  }
  std::map<const QCPAbstractPlottable*, int> copies;
  for (const Private::Curve& c : d->curves) {
    if (!c.plottable->visible()) continue;
    const int copy = other.addCurve(c.axes, c.plottable->name(), c.color, c.age, c.kind, c.side);
    other.setStyle(copy, c.style);
    other.setData(copy, pointsOf(c.plottable));
    if (const auto* graph = qobject_cast<const TimeCurve*>(c.plottable)) other.setMarks(copy, graph->marks());
    copies[c.plottable] = copy;
  }
  for (const auto& [plottable, copy] : copies)
    if (const auto* graph = qobject_cast<const QCPGraph*>(plottable); graph && graph->channelFillGraph())
      if (const auto found = copies.find(graph->channelFillGraph()); found != copies.end())
        other.fillBetween(copy, found->second);
  for (int k = 0; k < axesCount(); ++k)
    if (d->at(k).legend == nullptr) other.removeLegend(k);
  for (const auto& [number, overlay] : d->overlays)
    if (overlay.visible && overlay.kind == Private::Overlay::Area)
      other.addArea(overlay.axes, overlay.line, overlay.above, overlay.style, overlay.side);
    else if (overlay.visible)
      other.addOverlay(overlay.axes, overlay.side, overlay.kind, overlay.range, overlay.style);
}

}  // namespace fluxion
