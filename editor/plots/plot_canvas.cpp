#include "editor/plots/plot_canvas.h"

#include <QVBoxLayout>

#include "editor/focus_ring.h"
#include "editor/plots/phase_curve.h"
#include "editor/plots/plot_canvas_private.h"
#include "editor/plots/time_curve.h"

namespace fluxion {

static constexpr std::size_t denseCurve = 2500, denseWhileQuick = 600;  // points

PlotCanvas::PlotCanvas(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(*this)) {
  QCustomPlot* plot = d->parts.plot;
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot);
  plot->setAutoAddPlottableToLegend(false);
  plot->addLayer(QStringLiteral("ghosts"), plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
  for (const auto& name : {overlayLayer, crosshairLayer}) {
    plot->addLayer(name, plot->layer(QStringLiteral("legend")), QCustomPlot::limBelow);
    plot->layer(name)->setMode(QCPLayer::lmBuffered);
  }
  new FocusRing(*this);
  connect(plot, &QCustomPlot::beforeReplot, this, [this, plot] {
    d->grid.fitLabels(plot->size());
    if (d->legends.arrangedWidth() != width()) d->legends.arrange(width());  // after a picture
    d->grid.keepAspect();
    d->overlays.placeIfMoved();
  });
  connect(plot, &QCustomPlot::afterReplot, this, [this] { d->grid.settleTicks(); });
  clear();
}

PlotCanvas::~PlotCanvas() = default;

void PlotCanvas::setLook(const PlotLook& look) {
  d->parts.look = look;
  clear();
}

void PlotCanvas::clear() {
  d->parts.clear();
  d->gestures.forgetPress();
  d->overlays.invalidate();
}

int PlotCanvas::addAxes(const QString& label) {
  int row = 0;
  for (const PlotAxes& a : d->parts.axes) row = std::max(row, a.cell.row + 1);
  return addAxes(label, PlotCell{row, 0});
}

int PlotCanvas::addAxes(const QString& label, PlotCell cell) {
  const int index = d->grid.add(cell, label);
  d->colors.apply();
  d->overlays.invalidate();
  return index;
}

int PlotCanvas::axesCount() const { return static_cast<int>(d->parts.axes.size()); }
int PlotCanvas::axesAt(QPoint place) const { return d->parts.axesAt(d->parts.plot->mapFrom(this, place)); }
QRect PlotCanvas::axesRect(int axes) const { return d->parts.at(axes).rect->rect(); }
PlotAxis PlotCanvas::horizontal(int axes) const { return {d->grid, axes, AxisSide::Bottom}; }
PlotAxis PlotCanvas::vertical(int axes, Side side) const { return {d->grid, axes, side}; }

void PlotCanvas::setTitle(int axes, const QString& title) {
  d->grid.setTitle(axes, title);
  d->colors.apply();
  d->overlays.invalidate();
}

void PlotCanvas::setAxisTitles(const AxisTitles& titles) { d->grid.setTitles(titles); }
void PlotCanvas::setHorizontalLabel(const QString& label) { d->grid.setHorizontalLabel(label); }
void PlotCanvas::setHorizontalUnit(double unit) { d->grid.setHorizontalUnit(unit); }
void PlotCanvas::setHorizontalShared(bool shared) { d->grid.setShared(shared); }
bool PlotCanvas::horizontalShared() const { return d->grid.shared(); }
void PlotCanvas::setEqualAspect(int axes, bool equal) { d->parts.at(axes).equalAspect = equal; }

void PlotCanvas::setHorizontalLogarithmic(bool logarithmic) {
  for (int k = 0; k < axesCount(); ++k) horizontal(k).setLogarithmic(logarithmic);
}

void PlotCanvas::setHorizontalRange(AxisRange range) {
  for (int k = 0; k < axesCount(); ++k) horizontal(k).setRange(range);
}

int PlotCanvas::addCurve(int axes, const QString& name, int color, int age, CurveKind kind, Side side) {
  const PlotAxes& a = d->parts.at(axes);
  QCPAbstractPlottable* plottable = nullptr;
  if (kind == CurveKind::Phase) {
    auto* curve = new PhaseCurve(a.x(), a.y(side));
    curve->setScale(d->parts.look.unit);
    plottable = curve;
  } else {
    auto* graph = new TimeCurve(a.x(), a.y(side));
    graph->setAdaptiveSampling(false);  // what arrives is decimated already
    plottable = graph;
  }
  plottable->setName(name);
  plottable->setSelectable(QCP::stNone);
  plottable->setLayer(age > 0 ? QStringLiteral("ghosts") : QStringLiteral("main"));
  if (a.legend != nullptr && !name.isEmpty()) plottable->addToLegend(a.legend);
  d->parts.curves.push_back({plottable, axes, color, age, kind, side});
  d->grid.showRightAxes();
  d->colors.apply(d->parts.curves.back());
  d->colors.apply(a);
  d->legends.arrange(width());
  return static_cast<int>(d->parts.curves.size()) - 1;
}

void PlotCanvas::setData(int curve, const std::vector<CurvePoint>& points) {
  PlotCurve& c = d->parts.curve(curve);
  if (const bool dense =
          !d->parts.look.isFigure() && points.size() > (d->quick ? denseWhileQuick : denseCurve);
      dense != c.dense) {
    c.dense = dense;
    c.plottable->setAntialiased(!dense);
    d->colors.apply(c);
  }
  if (c.kind == CurveKind::Phase) {
    QVector<QCPCurveData> data(static_cast<qsizetype>(points.size()));
    for (std::size_t k = 0; k < points.size(); ++k)
      data[static_cast<qsizetype>(k)] = {static_cast<double>(k), points[k].x, points[k].y};
    static_cast<QCPCurve*>(c.plottable)->data()->set(data, true);
  } else {
    QVector<QCPGraphData> data(static_cast<qsizetype>(points.size()));
    for (std::size_t k = 0; k < points.size(); ++k)
      data[static_cast<qsizetype>(k)] = {points[k].x, points[k].y};
    static_cast<QCPGraph*>(c.plottable)->data()->set(data, true);
  }
}

void PlotCanvas::setMarks(int curve, const std::optional<std::vector<CurvePoint>>& marks) {
  if (auto* graph = qobject_cast<TimeCurve*>(d->parts.curve(curve).plottable)) graph->setMarks(marks);
}

void PlotCanvas::fillBetween(int curve, int other) {
  auto* first = qobject_cast<QCPGraph*>(d->parts.curve(curve).plottable);
  auto* second = qobject_cast<QCPGraph*>(d->parts.curve(other).plottable);
  if (first == nullptr || second == nullptr) return;
  first->setChannelFillGraph(second);
  d->colors.apply(d->parts.curve(curve));
}

void PlotCanvas::setStyle(int curve, const CurveStyle& style) {
  PlotCurve& c = d->parts.curve(curve);
  c.style = style;
  if (c.kind == CurveKind::Phase)
    static_cast<PhaseCurve*>(c.plottable)
        ->showDirection(style.arrows && c.age == 0, style.ends && c.age == 0);
  d->colors.apply(c);
  d->colors.apply(d->parts.at(c.axes));
}

CurveStyle PlotCanvas::style(int curve) const { return d->parts.curve(curve).style; }

QColor PlotCanvas::curveColor(int curve) const { return d->colors.of(d->parts.curve(curve)); }

void PlotCanvas::setCurveName(int curve, const QString& name) {
  d->parts.curve(curve).plottable->setName(name);
  d->legends.arrange(width());
}

void PlotCanvas::setCurveVisible(int curve, bool visible) {
  const PlotCurve& c = d->parts.curve(curve);
  c.plottable->setVisible(visible);
  d->colors.apply(c);
}

bool PlotCanvas::hasCurvesOn(int axes, Side side) const { return d->parts.hasCurvesOn(axes, side); }
QRect PlotCanvas::legendEntryRect(int curve) const { return d->legends.entryRect(curve); }
void PlotCanvas::removeLegend(int axes) { d->legends.remove(axes); }
int PlotCanvas::heightAround() const { return d->legends.heightAround(); }

QSize PlotCanvas::plotSize() const {
  const QSize inside = d->parts.axes.empty() ? size() : d->parts.axes.front().rect->size();
  return inside.expandedTo({200, 100});
}

PlotOverlays& PlotCanvas::overlays() { return d->overlays; }
void PlotCanvas::setZoomTool(bool zoom) { d->gestures.setZoomTool(zoom); }
void PlotCanvas::setQuick(bool quick) { d->quick = quick; }
void PlotCanvas::redraw() { d->parts.plot->replot(QCustomPlot::rpQueuedReplot); }
void PlotCanvas::redrawNow() { d->parts.plot->replot(QCustomPlot::rpImmediateRefresh); }
double PlotCanvas::drawingTime() const { return d->parts.plot->replotTime(); }

void PlotCanvas::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  d->colors.apply();
  d->overlays.invalidate();
  redraw();
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->legends.arrange(width());
  redraw();  // once the layout is there, which numbers have room at the axes is known
  emit resized();
}

void PlotCanvas::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  d->gestures.hideCrosshair();
}

}  // namespace fluxion
