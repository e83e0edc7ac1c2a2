// A PlotCanvas drawn in another one, for a figure.
#include <map>

#include "editor/plots/plot_canvas_private.h"
#include "editor/plots/time_curve.h"

namespace fluxion {

static std::vector<CurvePoint> pointsOf(const QCPAbstractPlottable* plottable) {
  std::vector<CurvePoint> points;
  if (const auto* graph = qobject_cast<const QCPGraph*>(plottable))
    for (const QCPGraphData& p : *graph->data()) points.push_back({p.key, p.value});
  if (const auto* curve = qobject_cast<const QCPCurve*>(plottable))
    for (const QCPCurveData& p : *curve->data()) points.push_back({p.key, p.value});
  return points;
}

void PlotCanvas::copyTo(PlotCanvas& other) const {
  other.setHorizontalShared(horizontalShared());
  other.setHorizontalUnit(d->grid.horizontalUnit());
  for (int k = 0; k < axesCount(); ++k) {
    const PlotAxes& a = d->parts.at(k);
    other.addAxes(a.label, a.cell);
    other.vertical(k, Side::Right).setLabel(a.rightLabel);
    other.horizontal(k).setLabel(horizontal(k).label());
    other.setEqualAspect(k, a.equalAspect);
    other.horizontal(k).setLogarithmic(a.x()->scaleType() == QCPAxis::stLogarithmic);
    other.horizontal(k).setRange(horizontal(k).range());
    for (const Side side : {Side::Left, Side::Right}) {
      other.vertical(k, side).setLogarithmic(a.y(side)->scaleType() == QCPAxis::stLogarithmic);
      other.vertical(k, side).setRange(vertical(k, side).range());
    }
  }
  std::map<const QCPAbstractPlottable*, int> copies;
  for (const PlotCurve& c : d->parts.curves) {
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
    if (d->parts.at(k).legend == nullptr) other.removeLegend(k);
  d->overlays.copyTo(other.d->overlays);
}

}  // namespace fluxion
