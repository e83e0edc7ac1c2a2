// The grid of a PlotCanvas: its axes, legends, labels and what has room.
#include <cmath>
#include <utility>

#include "editor/scopes/plot_canvas_private.h"
#include "editor/scopes/sparse_ticker.h"

namespace fluxion {

// Each row of plots has three of the layout: titles, legends, axes.
enum LayoutRow { TitleRow, LegendRow, AxesRow, layoutRows };

static int layoutRow(PlotCell cell, LayoutRow row) { return layoutRows * cell.row + row; }

static QCPMarginGroup* group(std::map<int, QCPMarginGroup*>& groups, int index, QCustomPlot* plot) {
  QCPMarginGroup*& found = groups[index];
  if (found == nullptr) found = new QCPMarginGroup(plot);
  return found;
}

// The legend stands in a row of its own, where it hides no data.
namespace {

// As wide as its column may be: one without entries would hold the plots below it as narrow as itself.
class WideLegend : public QCPLegend {
 public:
  QSize maximumOuterSizeHint() const override {
    return {QWIDGETSIZE_MAX, QCPLegend::maximumOuterSizeHint().height()};
  }
};

}  // namespace

QCPLegend* PlotCanvas::Private::addLegend(PlotCell cell) {
  auto* legend = new WideLegend;
  plot->plotLayout()->addElement(layoutRow(cell, LegendRow), cell.column, legend);
  legend->setLayer(QStringLiteral("legend"));
  legend->setIconSize(18, 10);
  legend->setMargins(QMargins(0, 4, 0, 0));
  legend->setRowSpacing(0);
  legend->setColumnSpacing(14);
  legend->setMarginGroup(QCP::msLeft | QCP::msRight, group(columns, cell.column, plot));
  return legend;
}

void PlotCanvas::Private::addCrosshair(Axes& a) {
  for (QCPItemStraightLine** item : {&a.vertical, &a.horizontal}) {
    auto* line = *item = new QCPItemStraightLine(plot);
    line->setLayer(QStringLiteral("crosshair"));
    line->setClipAxisRect(a.rect);
    line->setSelectable(false);
    for (QCPItemPosition* p : {line->point1, line->point2}) {
      p->setAxisRect(a.rect);
      p->setAxes(a.x(), a.y());
      p->setTypeX(item == &a.vertical ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
      p->setTypeY(item == &a.vertical ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
    }
    line->setVisible(false);
  }
}

int PlotCanvas::Private::addAxes(PlotCell cell) {
  auto* rect = new QCPAxisRect(plot);
  const int index = static_cast<int>(axes.size());
  rect->setMarginGroup(QCP::msLeft | QCP::msRight, group(columns, cell.column, plot));
  rect->setMarginGroup(QCP::msTop | QCP::msBottom, group(rows, cell.row, plot));
  rect->setMinimumMargins(QMargins(8, 6, 12, 4));
  rect->setMinimumSize(40, 16);  // in small scopes the legend must not be squeezed instead
  rect->setupFullAxesBox(false);
  for (auto type : {QCPAxis::atTop, QCPAxis::atRight}) {
    rect->axis(type)->setTicks(false);
    rect->axis(type)->setTickLabels(false);
  }
  plot->plotLayout()->addElement(layoutRow(cell, AxesRow), cell.column, rect);
  Axes a{rect, addLegend(cell), cell};
  addCrosshair(a);
  for (const LayoutRow thin : {TitleRow, LegendRow})
    plot->plotLayout()->setRowStretchFactor(layoutRow(cell, thin), 0.001);
  styleAxis(a.y(), logarithmic);
  styleAxis(a.y(Side::Right), logarithmic);
  styleAxis(a.x(), false);
  rect->setRangeDragAxes({a.x()}, {a.y(), a.y(Side::Right)});
  rect->setRangeZoomAxes({a.x()}, {a.y(), a.y(Side::Right)});
  QObject::connect(a.x(), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), q,
                   [this](const QCPRange& range) { shareHorizontal(range); });
  axes.push_back(a);
  labelHorizontal();
  overlaysMoved = true;
  return index;
}

void PlotCanvas::Private::styleAxis(QCPAxis* axis, bool logarithmic) {
  axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  axis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new SparseTicker<QCPAxisTickerLog>(axis))
                              : QSharedPointer<QCPAxisTicker>(new SparseTicker<QCPAxisTicker>(axis)));
  axis->setNumberFormat(logarithmic ? QStringLiteral("eb") : QStringLiteral("gb"));
  axis->setNumberPrecision(logarithmic ? 0 : axis->orientation() == Qt::Vertical ? 5 : 6);
  axis->grid()->setSubGridVisible(false);
}

// No plot below it in its column.
bool PlotCanvas::Private::isLowest(const Axes& a) const {
  return std::ranges::none_of(
      axes, [&](const Axes& b) { return b.cell.column == a.cell.column && b.cell.row > a.cell.row; });
}

// Where the horizontal axis is shared, only the lowest plots carry its numbers and label.
void PlotCanvas::Private::labelHorizontal() {
  for (const Axes& a : axes) {
    const bool labelled = !shared || isLowest(a);
    a.x()->setTickLabels(labelled);
    a.x()->setLabel(!labelled                     ? QString()
                    : a.horizontalLabel.isEmpty() ? horizontalLabel
                                                  : a.horizontalLabel);
  }
}

// The right axis has numbers where a curve belongs to it.
void PlotCanvas::Private::showRightAxes() {
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const bool used = q->hasCurvesOn(static_cast<int>(k), Side::Right);
    QCPAxis* right = axes[k].y(Side::Right);
    right->setTicks(used);
    right->setTickLabels(used);
    if (!used) right->setLabel({});
  }
}

// No more of a label than there is room for. Beneath rows are numbers and a label, above them legends.
void PlotCanvas::Private::fitToRows(QSize size) {
  if (axes.empty()) return;
  const int rowCount = 1 + std::ranges::max(axes, {}, [](const Axes& a) { return a.cell.row; }).cell.row;
  const QFontMetrics metrics(axes.front().y()->labelFont());
  const int rowHeight = (size.height() - 3 * metrics.height()) / rowCount;
  for (const Axes& a : axes) {
    const int room = rowHeight - (a.legend && a.legend->visible() ? 2 * metrics.height() : 0);
    a.y()->setLabel(metrics.elidedText(a.label, Qt::ElideRight, room));
    const bool right = a.y(Side::Right)->tickLabels();
    a.y(Side::Right)->setLabel(right ? metrics.elidedText(a.rightLabel, Qt::ElideRight, room) : QString());
  }
}

// Widens the axis on which a unit has more pixels.
void PlotCanvas::Private::keepAspect() {
  for (const Axes& a : axes) {
    const QSize size = a.rect->size();
    if (!a.equalAspect || size.isEmpty()) continue;
    const double x = a.x()->range().size() / size.width(), y = a.y()->range().size() / size.height();
    if (!(x > 0) || !(y > 0) || std::abs(x / y - 1) < 1e-9) continue;
    QCPAxis* narrow = x < y ? a.x() : a.y();
    narrow->setRange(narrow->range().center(), narrow->range().size() * std::max(x / y, y / x),
                     Qt::AlignCenter);
  }
}

// Tick marks are chosen before the plots have their places: where a plot came out larger or smaller than they
// were chosen for, they are chosen again.
void PlotCanvas::Private::settleTicks() {
  bool changed = false;
  for (Axes& a : axes) changed = std::exchange(a.ticked, a.rect->size()) != a.rect->size() || changed;
  settling = changed && !settling;
  if (settling) plot->replot(QCustomPlot::rpQueuedReplot);
}

// As many entries side by side as have room.
void PlotCanvas::Private::arrangeLegends() {
  if (axes.empty()) return;
  const int columnCount =
      1 + std::ranges::max(axes, {}, [](const Axes& a) { return a.cell.column; }).cell.column;
  for (const Axes& a : axes) {
    if (a.legend == nullptr) continue;
    int widest = 1;
    const QFontMetrics metrics(a.legend->font());
    for (int k = 0; k < a.legend->itemCount(); ++k)
      if (auto* entry = qobject_cast<QCPPlottableLegendItem*>(a.legend->item(k)))
        widest = std::max(widest, metrics.horizontalAdvance(entry->plottable()->name()) + 40);
    const int side = std::max(1, (q->width() / columnCount - 70) / widest);
    a.legend->setWrap(side);
    a.legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
    for (int k = 0; k < a.legend->columnCount(); ++k)
      a.legend->setColumnStretchFactor(k, k + 1 == a.legend->columnCount() ? 1 : 0.001);
  }
}

int PlotCanvas::addAxes(const QString& label) {
  int row = 0;
  for (const Private::Axes& a : d->axes) row = std::max(row, a.cell.row + 1);
  return addAxes(label, PlotCell{row, 0});
}

int PlotCanvas::addAxes(const QString& label, PlotCell cell) {
  const int index = d->addAxes(cell);
  d->at(index).label = label;
  d->applyTheme();
  return index;
}

int PlotCanvas::axesCount() const { return static_cast<int>(d->axes.size()); }
int PlotCanvas::axesAt(QPoint place) const { return d->axesAt(d->plot->mapFrom(this, place)); }
QRect PlotCanvas::axesRect(int axes) const { return d->at(axes).rect->rect(); }

void PlotCanvas::setTitle(int axes, const QString& title) {
  Private::Axes& a = d->at(axes);
  const int row = layoutRow(a.cell, TitleRow);
  if (a.title == nullptr && !title.isEmpty()) {
    a.title = new QCPTextElement(d->plot, title);
    d->plot->plotLayout()->addElement(row, a.cell.column, a.title);
    d->plot->plotLayout()->setRowStretchFactor(row, 0.001);
    a.title->setMargins(QMargins(0, 4, 0, 0));
  }
  if (a.title != nullptr) a.title->setText(title);
  d->applyTheme();
}

void PlotCanvas::setVerticalLabel(int axes, const QString& label, Side side) {
  (side == Side::Left ? d->at(axes).label : d->at(axes).rightLabel) = label;
}

void PlotCanvas::setHorizontalLabel(const QString& label) {
  d->horizontalLabel = label;
  d->labelHorizontal();
}

void PlotCanvas::setHorizontalLabel(int axes, const QString& label) {
  d->at(axes).horizontalLabel = label;
  d->labelHorizontal();
}

void PlotCanvas::setHorizontalShared(bool shared) {
  d->shared = shared;
  d->labelHorizontal();
}

bool PlotCanvas::horizontalShared() const { return d->shared; }

void PlotCanvas::setEqualAspect(int axes, bool equal) { d->at(axes).equalAspect = equal; }

void PlotCanvas::removeLegend(int axes) {
  Private::Axes& a = d->at(axes);
  // An invisible one would still take its room.
  if (a.legend != nullptr) {
    d->plot->plotLayout()->remove(a.legend);
    d->plot->plotLayout()->setRowStretchFactor(layoutRow(a.cell, LegendRow), 0.001);
    a.legend = nullptr;
  }
  d->arrangeLegends();
}

QRect PlotCanvas::legendEntryRect(int curve) const {
  const Private::Curve& c = d->curve(curve);
  const QCPLegend* legend = d->at(c.axes).legend;
  const auto* entry = legend ? legend->itemWithPlottable(c.plottable) : nullptr;
  return entry ? entry->outerRect() : QRect();
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->arrangeLegends();
  emit resized();
}

}  // namespace fluxion
