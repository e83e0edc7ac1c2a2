#include "editor/scopes/plot_canvas.h"

#include <QVBoxLayout>

#include "editor/focus_ring.h"
#include "editor/scopes/phase_curve.h"
#include "editor/scopes/plot_canvas_private.h"
#include "editor/scopes/time_curve.h"

namespace fluxion {

static constexpr std::size_t denseCurve = 2500, denseWhileQuick = 600;  // points

PlotCanvas::PlotCanvas(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(d->plot);
  d->plot->setAutoAddPlottableToLegend(false);
  d->plot->addLayer(QStringLiteral("ghosts"), d->plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
  for (const auto& name : {QStringLiteral("overlays"), QStringLiteral("crosshair")}) {
    d->plot->addLayer(name, d->plot->layer(QStringLiteral("legend")), QCustomPlot::limBelow);
    d->plot->layer(name)->setMode(QCPLayer::lmBuffered);
  }
  new FocusRing(*this);
  d->connectGestures();
  connect(d->plot, &QCustomPlot::afterReplot, this, [this] { d->settleTicks(); });
  clear();
}

PlotCanvas::~PlotCanvas() = default;

void PlotCanvas::setLook(const PlotLook& look) {
  d->look = look;
  clear();
}

void PlotCanvas::clear() {
  d->plot->clearPlottables();
  d->plot->clearItems();
  d->plot->plotLayout()->clear();
  d->plot->plotLayout()->setRowSpacing(static_cast<int>(d->px(2)));
  d->axes.clear();
  d->curves.clear();
  for (auto* groups : {&d->columns, &d->rows}) {
    for (const auto& [index, group] : *groups) delete group;
    groups->clear();
  }
  d->pressedEntry = -1;
  d->overlaysMoved = true;
}

int PlotCanvas::addCurve(int axes, const QString& name, int color, int age, CurveKind kind, Side side) {
  const Private::Axes& a = d->at(axes);
  QCPAbstractPlottable* plottable = nullptr;
  if (kind == CurveKind::Phase) {
    auto* curve = new PhaseCurve(a.x(), a.y(side));
    curve->setScale(d->look.unit);
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
  d->curves.push_back({plottable, axes, color, age, kind, side});
  d->showRightAxes();
  d->applyTheme(d->curves.back(), Theme::current(palette()));
  d->applyTheme(a, Theme::current(palette()));
  d->arrangeLegends(width());
  return static_cast<int>(d->curves.size()) - 1;
}

void PlotCanvas::setData(int curve, const std::vector<CurvePoint>& points) {
  Private::Curve& c = d->curve(curve);
  if (const bool dense = !d->look.isFigure() && points.size() > (d->quick ? denseWhileQuick : denseCurve);
      dense != c.dense) {
    c.dense = dense;
    c.plottable->setAntialiased(!dense);
    d->applyTheme(c, Theme::current(palette()));
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
  if (auto* graph = qobject_cast<TimeCurve*>(d->curve(curve).plottable)) graph->setMarks(marks);
}

void PlotCanvas::fillBetween(int curve, int other) {
  auto* first = qobject_cast<QCPGraph*>(d->curve(curve).plottable);
  auto* second = qobject_cast<QCPGraph*>(d->curve(other).plottable);
  if (first == nullptr || second == nullptr) return;
  first->setChannelFillGraph(second);
  d->applyTheme(d->curve(curve), Theme::current(palette()));
}

void PlotCanvas::setStyle(int curve, const CurveStyle& style) {
  Private::Curve& c = d->curve(curve);
  c.style = style;
  if (c.kind == CurveKind::Phase)
    static_cast<PhaseCurve*>(c.plottable)
        ->showDirection(style.arrows && c.age == 0, style.ends && c.age == 0);
  const Theme theme = Theme::current(palette());
  d->applyTheme(c, theme);
  d->applyTheme(d->at(c.axes), theme);
}

CurveStyle PlotCanvas::style(int curve) const { return d->curve(curve).style; }

QColor PlotCanvas::curveColor(int curve) const {
  return d->colorOf(d->curve(curve), Theme::current(palette()));
}

void PlotCanvas::setCurveName(int curve, const QString& name) {
  d->curve(curve).plottable->setName(name);
  d->arrangeLegends(width());
}

void PlotCanvas::setCurveVisible(int curve, bool visible) {
  const Private::Curve& c = d->curve(curve);
  c.plottable->setVisible(visible);
  d->applyTheme(c, Theme::current(palette()));
}

void PlotCanvas::setVerticalLogarithmic(int axes, bool logarithmic, Side side) {
  d->styleAxis(d->at(axes).y(side), logarithmic);
}

void PlotCanvas::setHorizontalLogarithmic(bool logarithmic) {
  for (int k = 0; k < axesCount(); ++k) setHorizontalLogarithmic(k, logarithmic);
}

void PlotCanvas::setHorizontalLogarithmic(int axes, bool logarithmic) {
  d->styleAxis(d->at(axes).x(), logarithmic);
}

void PlotCanvas::setHorizontalRange(AxisRange range) {
  for (int k = 0; k < axesCount(); ++k) setHorizontalRange(k, range);
}

void PlotCanvas::setHorizontalRange(int axes, AxisRange range) {
  d->at(axes).x()->setRange(range.low, range.high);
}

void PlotCanvas::setVerticalRange(int axes, AxisRange range, Side side) {
  d->at(axes).y(side)->setRange(range.low, range.high);
}

static AxisRange rangeOf(const QCPAxis* axis) { return {axis->range().lower, axis->range().upper}; }

AxisRange PlotCanvas::horizontalRange(int axes) const {
  return axes >= axesCount() ? AxisRange{} : rangeOf(d->at(axes).x());
}

AxisRange PlotCanvas::verticalRange(int axes, Side side) const { return rangeOf(d->at(axes).y(side)); }

bool PlotCanvas::hasCurvesOn(int axes, Side side) const {
  return std::ranges::any_of(d->curves,
                             [&](const Private::Curve& c) { return c.axes == axes && c.side == side; });
}

QSize PlotCanvas::plotSize() const {
  const QSize inside = d->axes.empty() ? size() : d->axes.front().rect->size();
  return inside.expandedTo({200, 100});
}

void PlotCanvas::setZoomTool(bool zoom) {
  d->zoomTool = zoom;
  d->plot->setCursor(zoom ? Qt::CrossCursor : Qt::ArrowCursor);
}

void PlotCanvas::setQuick(bool quick) { d->quick = quick; }

void PlotCanvas::redraw() { d->plot->replot(QCustomPlot::rpQueuedReplot); }
void PlotCanvas::redrawNow() { d->plot->replot(QCustomPlot::rpImmediateRefresh); }

double PlotCanvas::drawingTime() const { return d->plot->replotTime(); }

void PlotCanvas::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  d->hideCrosshair();
}

}  // namespace fluxion
