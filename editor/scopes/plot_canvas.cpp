#include "editor/scopes/plot_canvas.h"

#include <qcustomplot.h>

#include <QSvgGenerator>
#include <QVBoxLayout>
#include <cmath>

#include "editor/theme.h"

namespace fluxion {

static constexpr std::size_t denseCurve = 2500;

class PlotCanvas::Private {
 public:
  struct Axes {
    QCPAxisRect* rect;
    QCPLegend* legend;  // null once it is not shown
    QCPItemStraightLine *vertical, *horizontal;
    QString label = {};  // of the vertical axis, whole
    QCPAxis* x() const { return rect->axis(QCPAxis::atBottom); }
    QCPAxis* y() const { return rect->axis(QCPAxis::atLeft); }
  };
  struct Curve {
    QCPAbstractPlottable* plottable;
    int color, age;
    CurveKind kind;
    bool dense = false;
  };
  static double penWidth(const Curve& c) { return c.age > 0 || c.dense ? 1.0 : 1.5; }

  explicit Private(PlotCanvas* owner) : q(owner), plot(new QCustomPlot(owner)) {}

  void connectGestures();
  void press(QMouseEvent* event);
  void release(QMouseEvent* event);
  void wheel(QWheelEvent* event);
  void zoomInto(const QRect& rect);
  void movePointer(QMouseEvent* event);
  void hideCrosshair();
  void shareHorizontal(const QCPRange& range);
  void applyTheme();
  void applyTheme(const Axes& a, const Theme& theme);
  void applyTheme(const Curve& c, const Theme& theme);
  void styleVertical(QCPAxis* axis);
  void labelHorizontal();
  void arrangeLegends();
  void fitToRows();
  int axesAt(const QPointF& position) const;
  QCPAbstractPlottable* addPlottable(const Axes& a, CurveKind kind);

  PlotCanvas* q;
  QCustomPlot* plot;
  QCPMarginGroup* margins = nullptr;
  std::vector<Axes> axes;
  std::vector<Curve> curves;
  QString horizontalLabel;
  bool logarithmic = false, zoomTool = false, sharing = false;
  QPoint pressedAt;
};

void PlotCanvas::Private::connectGestures() {
  plot->setFocusPolicy(Qt::NoFocus);  // its keys are those of the canvas
  plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot->setNoAntialiasingOnDrag(true);
  plot->setPlottingHint(QCP::phFastPolylines, true);
  plot->setMouseTracking(true);
  QObject::connect(plot, &QCustomPlot::beforeReplot, q, [this] { fitToRows(); });
  QObject::connect(plot, &QCustomPlot::mousePress, q, [this](QMouseEvent* e) { press(e); });
  QObject::connect(plot, &QCustomPlot::mouseRelease, q, [this](QMouseEvent* e) { release(e); });
  QObject::connect(plot, &QCustomPlot::mouseMove, q, [this](QMouseEvent* e) { movePointer(e); });
  QObject::connect(plot, &QCustomPlot::mouseWheel, q, [this](QWheelEvent* e) { wheel(e); });
  QObject::connect(plot, &QCustomPlot::mouseDoubleClick, q, [this] { emit q->fitRequested(); });
  QObject::connect(plot->selectionRect(), &QCPSelectionRect::accepted, q,
                   [this](const QRect& rect) { zoomInto(rect); });
  QObject::connect(plot, &QCustomPlot::legendClick, q,
                   [this](QCPLegend*, QCPAbstractLegendItem* item, QMouseEvent*) {
                     auto* entry = qobject_cast<QCPPlottableLegendItem*>(item);
                     for (std::size_t k = 0; entry && k < curves.size(); ++k)
                       if (curves[k].plottable == entry->plottable())
                         return emit q->curveClicked(static_cast<int>(k));
                   });
}

// The right button, Ctrl and the zoom tool draw a rectangle; otherwise the picture is dragged.
void PlotCanvas::Private::press(QMouseEvent* event) {
  pressedAt = event->pos();
  const bool onLegend = qobject_cast<QCPLegend*>(plot->layoutElementAt(event->pos())) != nullptr;
  const bool zoom =
      zoomTool || event->button() == Qt::RightButton || (event->modifiers() & Qt::ControlModifier);
  plot->setSelectionRectMode(zoom && !onLegend && axesAt(event->pos()) >= 0 ? QCP::srmCustom : QCP::srmNone);
}

void PlotCanvas::Private::release(QMouseEvent* event) {
  const bool clicked = (event->pos() - pressedAt).manhattanLength() < 4;
  if (clicked && event->button() == Qt::RightButton)
    emit q->menuRequested(event->globalPosition().toPoint());
  else if (!clicked && plot->selectionRectMode() == QCP::srmNone)
    emit q->rangeChangedByUser();
}

void PlotCanvas::Private::wheel(QWheelEvent* event) {
  Qt::Orientations along = Qt::Horizontal | Qt::Vertical;
  if (event->modifiers() & Qt::ControlModifier) along = Qt::Horizontal;
  if (event->modifiers() & Qt::ShiftModifier) along = Qt::Vertical;
  for (const Axes& a : axes) a.rect->setRangeZoom(along);
  QMetaObject::invokeMethod(
      q, [this] { emit q->rangeChangedByUser(); }, Qt::QueuedConnection);
}

// A flat rectangle zooms along one axis only; a tiny one was a click.
void PlotCanvas::Private::zoomInto(const QRect& picked) {
  constexpr int least = 6;
  const int index = axesAt(pressedAt);
  if (index < 0) return;
  const Axes& a = axes[static_cast<std::size_t>(index)];
  const QRect rect = picked.normalized() & a.rect->rect();
  if (rect.width() >= least)
    a.x()->setRange(a.x()->pixelToCoord(rect.left()), a.x()->pixelToCoord(rect.right()));
  if (rect.height() >= least)
    a.y()->setRange(a.y()->pixelToCoord(rect.bottom()), a.y()->pixelToCoord(rect.top()));
  if (rect.width() >= least || rect.height() >= least) emit q->rangeChangedByUser();
}

int PlotCanvas::Private::axesAt(const QPointF& position) const {
  for (std::size_t k = 0; k < axes.size(); ++k)
    if (axes[k].rect->rect().contains(position.toPoint())) return static_cast<int>(k);
  return -1;
}

void PlotCanvas::Private::movePointer(QMouseEvent* event) {
  const int index = axesAt(event->position());
  if (index < 0 || event->buttons() != Qt::NoButton) return hideCrosshair();
  const Axes& here = axes[static_cast<std::size_t>(index)];
  const double x = here.x()->pixelToCoord(event->position().x());
  const double y = here.y()->pixelToCoord(event->position().y());
  for (const Axes& a : axes) {
    a.vertical->setVisible(true);
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
  if (sharing) return;
  sharing = true;
  for (const Axes& a : axes) a.x()->setRange(range);
  sharing = false;
}

void PlotCanvas::Private::styleVertical(QCPAxis* axis) {
  axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  axis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                              : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
  axis->setNumberFormat(logarithmic ? QStringLiteral("eb") : QStringLiteral("gb"));
  axis->setNumberPrecision(logarithmic ? 0 : 5);
  axis->grid()->setSubGridVisible(false);
}

// Only the lowest axes carry numbers and the label.
void PlotCanvas::Private::labelHorizontal() {
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const bool lowest = k + 1 == axes.size();
    axes[k].x()->setTickLabels(lowest);
    axes[k].x()->setLabel(lowest ? horizontalLabel : QString());
  }
}

// Fewer ticks where a row is low or narrow, so that their numbers stay apart, and no more of the label than
// there is room for.
void PlotCanvas::Private::fitToRows() {
  if (axes.empty()) return;
  const QFontMetrics metrics(axes.front().y()->tickLabelFont());
  const auto fit = [](QCPAxis* axis, int room, int each) {
    const int most = std::clamp(room / std::max(1, each), 2, 5);
    axis->ticker()->setTickCount(most);
    axis->ticker()->setTickStepStrategy(most < 4 ? QCPAxisTicker::tssMeetTickCount
                                                 : QCPAxisTicker::tssReadability);
  };
  const int below = 3 * metrics.height();  // numbers and label of the lowest
  const int across = plot->width() - 10 * metrics.averageCharWidth();
  for (const Axes& a : axes) {
    const int legend = a.legend && a.legend->visible() ? 2 * metrics.height() : 0;
    const int row = (plot->height() - below) / static_cast<int>(axes.size()) - legend;
    fit(a.y(), row, 3 * metrics.height() / 2);
    fit(a.x(), across, metrics.horizontalAdvance(QStringLiteral("-0.00000 ")));
    a.y()->setLabel(QFontMetrics(a.y()->labelFont()).elidedText(a.label, Qt::ElideRight, row));
  }
}

// As many entries side by side as have room.
void PlotCanvas::Private::arrangeLegends() {
  for (const Axes& a : axes) {
    if (a.legend == nullptr) continue;
    int widest = 1;
    const QFontMetrics metrics(a.legend->font());
    for (int k = 0; k < a.legend->itemCount(); ++k)
      if (auto* entry = qobject_cast<QCPPlottableLegendItem*>(a.legend->item(k)))
        widest = std::max(widest, metrics.horizontalAdvance(entry->plottable()->name()) + 40);
    const int columns = std::max(1, (q->width() - 70) / widest);
    a.legend->setWrap(columns);
    a.legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
    for (int k = 0; k < a.legend->columnCount(); ++k)
      a.legend->setColumnStretchFactor(k, k + 1 == a.legend->columnCount() ? 1 : 0.001);
  }
}

void PlotCanvas::Private::applyTheme() {
  const Theme theme = Theme::current(q->palette());
  plot->setBackground(theme.plotBackground);
  for (const Axes& a : axes) applyTheme(a, theme);
  for (const Curve& c : curves) applyTheme(c, theme);
  QColor band = theme.selection;
  plot->selectionRect()->setPen(QPen(band, 1));
  band.setAlphaF(0.15F);
  plot->selectionRect()->setBrush(band);
}

void PlotCanvas::Private::applyTheme(const Axes& a, const Theme& theme) {
  const QPen axisPen(theme.plotAxis, 1), gridPen(theme.plotGrid, 1);
  QFont small = q->font();
  small.setPointSizeF(small.pointSizeF() * 0.9);
  for (QCPAxis* axis : a.rect->axes()) {
    axis->setBasePen(axisPen);
    axis->setTickPen(axisPen);
    axis->setSubTickPen(axisPen);
    axis->setTickLabelColor(theme.plotText);
    axis->setLabelColor(theme.plotText);
    axis->setTickLabelFont(small);
    axis->setLabelFont(q->font());
    axis->grid()->setPen(gridPen);
    axis->grid()->setZeroLinePen(QPen(mixed(theme.plotGrid, theme.plotAxis, 0.4), 1));
  }
  const QPen cross(mixed(theme.plotAxis, theme.plotBackground, 0.3), 1, Qt::DashLine);
  a.vertical->setPen(cross);
  a.horizontal->setPen(cross);
  if (a.legend == nullptr) return;
  a.legend->setBrush(Qt::NoBrush);
  a.legend->setBorderPen(Qt::NoPen);
  a.legend->setTextColor(theme.plotText);
  a.legend->setFont(small);
}

void PlotCanvas::Private::applyTheme(const Curve& c, const Theme& theme) {
  QColor color = theme.plotCurves[static_cast<std::size_t>(c.color) % theme.plotCurves.size()];
  if (c.age > 0) color = mixed(color, theme.plotBackground, std::min(0.8, 0.4 + 0.12 * c.age));
  c.plottable->setPen(QPen(color, penWidth(c)));
  for (const Axes& a : axes)
    if (auto* entry = a.legend ? a.legend->itemWithPlottable(c.plottable) : nullptr) {
      entry->setTextColor(c.plottable->visible() ? theme.plotText
                                                 : mixed(theme.plotText, theme.plotBackground, 0.6));
      entry->setFont(a.legend->font());
    }
}

QCPAbstractPlottable* PlotCanvas::Private::addPlottable(const Axes& a, CurveKind kind) {
  if (kind == CurveKind::Phase) return new QCPCurve(a.x(), a.y());
  auto* graph = new QCPGraph(a.x(), a.y());
  graph->setAdaptiveSampling(false);  // what arrives is decimated already
  return graph;
}

PlotCanvas::PlotCanvas(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(d->plot);
  d->plot->setAutoAddPlottableToLegend(false);
  d->plot->addLayer(QStringLiteral("ghosts"), d->plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
  d->plot->addLayer(QStringLiteral("crosshair"), d->plot->layer(QStringLiteral("legend")),
                    QCustomPlot::limBelow);
  d->plot->layer(QStringLiteral("crosshair"))->setMode(QCPLayer::lmBuffered);
  d->margins = new QCPMarginGroup(d->plot);
  d->connectGestures();
  clear();
}

PlotCanvas::~PlotCanvas() = default;

void PlotCanvas::clear() {
  d->plot->clearPlottables();
  d->plot->clearItems();
  d->plot->plotLayout()->clear();
  d->plot->plotLayout()->setRowSpacing(2);
  d->axes.clear();
  d->curves.clear();
}

int PlotCanvas::addAxes(const QString& label) {
  auto* rect = new QCPAxisRect(d->plot);
  const int index = static_cast<int>(d->axes.size());
  rect->setMarginGroup(QCP::msLeft | QCP::msRight, d->margins);
  rect->setMinimumMargins(QMargins(8, 6, 12, 4));
  rect->setupFullAxesBox(true);
  for (auto type : {QCPAxis::atTop, QCPAxis::atRight}) {
    rect->axis(type)->setTicks(false);
    rect->axis(type)->setTickLabels(false);
  }
  // The legend stands in a row of its own, where it hides no data.
  auto* legend = new QCPLegend;
  d->plot->plotLayout()->addElement(2 * index, 0, legend);
  d->plot->plotLayout()->addElement(2 * index + 1, 0, rect);
  d->plot->plotLayout()->setRowStretchFactor(2 * index, 0.001);
  legend->setLayer(QStringLiteral("legend"));
  legend->setIconSize(18, 10);
  legend->setMargins(QMargins(0, 4, 0, 0));
  legend->setRowSpacing(0);
  legend->setColumnSpacing(14);
  legend->setMarginGroup(QCP::msLeft | QCP::msRight, d->margins);
  Private::Axes a{rect, legend, nullptr, nullptr};
  for (QCPItemStraightLine** item : {&a.vertical, &a.horizontal}) {
    auto* line = *item = new QCPItemStraightLine(d->plot);
    line->setLayer(QStringLiteral("crosshair"));
    line->setClipAxisRect(rect);
    line->setSelectable(false);
    for (QCPItemPosition* p : {line->point1, line->point2}) {
      p->setAxisRect(rect);
      p->setAxes(a.x(), a.y());
      p->setTypeX(item == &a.vertical ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
      p->setTypeY(item == &a.vertical ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
    }
    line->setVisible(false);
  }
  a.label = label;
  d->styleVertical(a.y());
  a.x()->setNumberFormat(QStringLiteral("gb"));
  a.x()->setNumberPrecision(6);
  connect(a.x(), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
          [this](const QCPRange& range) { d->shareHorizontal(range); });
  d->axes.push_back(a);
  d->labelHorizontal();
  d->applyTheme();
  return index;
}

void PlotCanvas::setHorizontalLabel(const QString& label) {
  d->horizontalLabel = label;
  d->labelHorizontal();
}

int PlotCanvas::addCurve(int axes, const QString& name, int color, int age, CurveKind kind) {
  const Private::Axes& a = d->axes[static_cast<std::size_t>(axes)];
  auto* plottable = d->addPlottable(a, kind);
  plottable->setName(name);
  plottable->setSelectable(QCP::stNone);
  plottable->setLayer(age > 0 ? QStringLiteral("ghosts") : QStringLiteral("main"));
  plottable->addToLegend(a.legend);
  d->curves.push_back({plottable, color, age, kind, false});
  d->applyTheme(d->curves.back(), Theme::current(palette()));
  d->arrangeLegends();
  return static_cast<int>(d->curves.size()) - 1;
}

void PlotCanvas::setData(int curve, const std::vector<CurvePoint>& points) {
  Private::Curve& c = d->curves[static_cast<std::size_t>(curve)];
  // Smooth and wide lines cost most where there are many points a pixel, and show least there.
  c.dense = points.size() > denseCurve;
  c.plottable->setAntialiased(!c.dense);
  QPen pen = c.plottable->pen();
  pen.setWidthF(Private::penWidth(c));
  c.plottable->setPen(pen);
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

void PlotCanvas::setCurveVisible(int curve, bool visible) {
  const Private::Curve& c = d->curves[static_cast<std::size_t>(curve)];
  c.plottable->setVisible(visible);
  d->applyTheme(c, Theme::current(palette()));
}

void PlotCanvas::removeLegend(int axes) {
  QCPLegend*& legend = d->axes[static_cast<std::size_t>(axes)].legend;
  // An invisible one would still take its room.
  if (legend != nullptr) {
    d->plot->plotLayout()->remove(legend);
    d->plot->plotLayout()->setRowStretchFactor(2 * axes, 0.001);
    legend = nullptr;
  }
  d->arrangeLegends();
}

void PlotCanvas::setLogarithmic(bool logarithmic) {
  d->logarithmic = logarithmic;
  for (const Private::Axes& a : d->axes) d->styleVertical(a.y());
}

void PlotCanvas::setHorizontalLogarithmic(bool logarithmic) {
  for (const Private::Axes& a : d->axes) {
    a.x()->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    a.x()->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                 : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    a.x()->setNumberFormat(logarithmic ? QStringLiteral("eb") : QStringLiteral("gb"));
    a.x()->setNumberPrecision(logarithmic ? 0 : 5);
  }
}

void PlotCanvas::setHorizontalRange(AxisRange range) {
  if (!d->axes.empty()) d->axes.front().x()->setRange(range.low, range.high);
}

void PlotCanvas::setVerticalRange(int axes, AxisRange range) {
  d->axes[static_cast<std::size_t>(axes)].y()->setRange(range.low, range.high);
}

static AxisRange rangeOf(const QCPAxis* axis) { return {axis->range().lower, axis->range().upper}; }

AxisRange PlotCanvas::horizontalRange() const {
  return d->axes.empty() ? AxisRange{} : rangeOf(d->axes.front().x());
}

AxisRange PlotCanvas::verticalRange(int axes) const {
  return rangeOf(d->axes[static_cast<std::size_t>(axes)].y());
}

QSize PlotCanvas::plotSize() const {
  const QSize inside = d->axes.empty() ? size() : d->axes.front().rect->size();
  return inside.expandedTo({200, 100});
}

void PlotCanvas::setZoomTool(bool zoom) {
  d->zoomTool = zoom;
  d->plot->setCursor(zoom ? Qt::CrossCursor : Qt::ArrowCursor);
}

void PlotCanvas::redraw() { d->plot->replot(QCustomPlot::rpQueuedReplot); }
void PlotCanvas::redrawNow() { d->plot->replot(QCustomPlot::rpImmediateRefresh); }

bool PlotCanvas::savePng(const QString& path, QSize size, double scale) const {
  return d->plot->savePng(path, size.width(), size.height(), scale);
}

bool PlotCanvas::savePdf(const QString& path, QSize size) const {
  return d->plot->savePdf(path, size.width(), size.height());
}

bool PlotCanvas::saveSvg(const QString& path, QSize size) const {
  QSvgGenerator generator;
  generator.setFileName(path);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(), size));
  QCPPainter painter;
  if (!painter.begin(&generator)) return false;
  painter.setMode(QCPPainter::pmVectorized);
  d->plot->toPainter(&painter, size.width(), size.height());
  return painter.end();
}

QPixmap PlotCanvas::picture(QSize size, double scale) const {
  return d->plot->toPixmap(size.width(), size.height(), scale);
}

void PlotCanvas::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    d->applyTheme();
    redraw();
  }
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->arrangeLegends();
  emit resized();
}

void PlotCanvas::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  d->hideCrosshair();
}

}  // namespace fluxion
