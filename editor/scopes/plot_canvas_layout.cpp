// The grid of a PlotCanvas: its axes, legends, labels and what has room.
#include <cmath>
#include <utility>

#include "editor/scopes/plot_canvas_private.h"
#include "editor/scopes/sparse_ticker.h"

namespace fluxion {

QCPMarginGroup* marginGroup(std::map<int, QCPMarginGroup*>& groups, int index, QCustomPlot* plot) {
  QCPMarginGroup*& found = groups[index];
  if (found == nullptr) found = new QCPMarginGroup(plot);
  return found;
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
  rect->setMarginGroup(QCP::msLeft | QCP::msRight, marginGroup(columns, cell.column, plot));
  rect->setMarginGroup(QCP::msTop | QCP::msBottom, marginGroup(rows, cell.row, plot));
  rect->setMinimumMargins(px(QMargins(8, 6, 12, 4)));
  rect->setMinimumSize(
      QSizeF(px(40), px(16)).toSize());  // in small scopes the legend must not be squeezed instead
  rect->setupFullAxesBox(false);
  for (auto type : {QCPAxis::atTop, QCPAxis::atRight}) {
    rect->axis(type)->setTicks(false);
    rect->axis(type)->setTickLabels(false);
  }
  plot->plotLayout()->addElement(layoutRow(cell, AxesRow), layoutColumn(cell), rect);
  for (QCPAxis* axis : rect->axes()) scaleAxis(axis);
  Axes a{rect, addLegend(cell, rect), cell};
  addCrosshair(a);
  for (const LayoutRow thin : {TitleRow, LegendRow})
    plot->plotLayout()->setRowStretchFactor(layoutRow(cell, thin), 0.001);
  styleAxis(a.y(), false);
  styleAxis(a.y(Side::Right), false);
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

// Where a drawing has finer units than pixels.
void PlotCanvas::Private::scaleAxis(QCPAxis* axis) {
  const auto scaled = [this](int pixels) { return static_cast<int>(std::lround(px(pixels))); };
  axis->setTickLength(scaled(axis->tickLengthIn()), scaled(axis->tickLengthOut()));
  axis->setSubTickLength(scaled(axis->subTickLengthIn()), scaled(axis->subTickLengthOut()));
  axis->setTickLabelPadding(scaled(axis->tickLabelPadding()));
  axis->setLabelPadding(scaled(axis->labelPadding()));
  axis->setPadding(scaled(axis->padding()));
}

void PlotCanvas::Private::styleAxis(QCPAxis* axis, bool logarithmic) {
  axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  const double unit = axis->orientation() == Qt::Horizontal ? horizontalUnit : 1;
  axis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new SparseTicker<QCPAxisTickerLog>(axis, unit))
                              : QSharedPointer<QCPAxisTicker>(new SparseTicker<QCPAxisTicker>(axis, unit)));
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
    const QString& own = a.horizontalLabel.isEmpty() ? horizontalLabel : a.horizontalLabel;
    a.x()->setLabel(!labelled ? QString() : titles.horizontal.isEmpty() ? own : titles.horizontal);
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

const QString& PlotCanvas::Private::shownLabel(int index, Side side) const {
  const Axes& a = axes[static_cast<std::size_t>(index)];
  const auto& chosen = side == Side::Left ? titles.left : titles.right;
  const auto found = chosen.find(index);
  return found != chosen.end() ? found->second : side == Side::Left ? a.label : a.rightLabel;
}

// No more of a label than there is room for. Beneath rows are numbers and a label, above them legends.
void PlotCanvas::Private::fitToRows(QSize size) {
  if (axes.empty()) return;
  const int rowCount = 1 + std::ranges::max(axes, {}, [](const Axes& a) { return a.cell.row; }).cell.row;
  const QFontMetrics metrics(axes.front().y()->labelFont());
  const int rowHeight = (size.height() - 3 * metrics.height()) / rowCount;
  for (int k = 0; k < static_cast<int>(axes.size()); ++k) {
    const Axes& a = at(k);
    const int room = rowHeight - (a.legend && a.legend->visible() ? 2 * metrics.height() : 0);
    a.y()->setLabel(metrics.elidedText(shownLabel(k, Side::Left), Qt::ElideRight, room));
    const bool right = a.y(Side::Right)->tickLabels();
    a.y(Side::Right)
        ->setLabel(right ? metrics.elidedText(shownLabel(k, Side::Right), Qt::ElideRight, room) : QString());
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
    d->plot->plotLayout()->addElement(row, d->layoutColumn(a.cell), a.title);
    d->plot->plotLayout()->setRowStretchFactor(row, 0.001);
    a.title->setMargins(QMargins(0, 4, 0, 0));
  }
  if (a.title != nullptr) a.title->setText(title);
  d->applyTheme();
}

void PlotCanvas::setVerticalLabel(int axes, const QString& label, Side side) {
  (side == Side::Left ? d->at(axes).label : d->at(axes).rightLabel) = label;
}

QString PlotCanvas::verticalLabel(int axes, Side side) const {
  return side == Side::Left ? d->at(axes).label : d->at(axes).rightLabel;
}

QString PlotCanvas::horizontalLabel(int axes) const {
  const QString& own = d->at(axes).horizontalLabel;
  return own.isEmpty() ? d->horizontalLabel : own;
}

void PlotCanvas::setAxisTitles(const AxisTitles& titles) {
  d->titles = titles;
  d->labelHorizontal();
}

void PlotCanvas::setHorizontalUnit(double unit) {
  d->horizontalUnit = unit;
  for (const Private::Axes& a : d->axes) d->styleAxis(a.x(), a.x()->scaleType() == QCPAxis::stLogarithmic);
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

void PlotCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->arrangeLegends(width());
  emit resized();
}

}  // namespace fluxion
