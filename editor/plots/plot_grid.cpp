#include "editor/plots/plot_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "editor/plots/plot_legends.h"
#include "editor/plots/sparse_ticker.h"

namespace fluxion {

void PlotGrid::addCrosshair(PlotAxes& a) {
  for (QCPItemStraightLine** item : {&a.vertical, &a.horizontal}) {
    auto* line = *item = new QCPItemStraightLine(m_parts.plot);
    line->setLayer(crosshairLayer);
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

int PlotGrid::add(PlotCell cell, const QString& label) {
  auto* rect = new QCPAxisRect(m_parts.plot);
  const int index = static_cast<int>(m_parts.axes.size());
  rect->setMarginGroup(QCP::msLeft | QCP::msRight, m_parts.column(cell.column));
  rect->setMarginGroup(QCP::msTop | QCP::msBottom, m_parts.row(cell.row));
  rect->setMinimumMargins(m_parts.px(QMargins(8, 6, 12, 4)));
  rect->setMinimumSize(QSizeF(m_parts.px(40), m_parts.px(16))
                           .toSize());  // in small scopes the legend must not be squeezed instead
  rect->setupFullAxesBox(false);
  for (auto type : {QCPAxis::atTop, QCPAxis::atRight}) {
    rect->axis(type)->setTicks(false);
    rect->axis(type)->setTickLabels(false);
  }
  m_parts.plot->plotLayout()->addElement(layoutRow(cell, AxesRow), m_parts.layoutColumn(cell), rect);
  for (QCPAxis* axis : rect->axes()) scaleAxis(axis);
  PlotAxes a{rect, m_legends.add(cell, rect), cell};
  addCrosshair(a);
  for (const LayoutRow thin : {TitleRow, LegendRow})
    m_parts.plot->plotLayout()->setRowStretchFactor(layoutRow(cell, thin), 0.001);
  setLogarithmic(a.y(), false);
  setLogarithmic(a.y(AxisSide::Right), false);
  setLogarithmic(a.x(), false);
  rect->setRangeDragAxes({a.x()}, {a.y(), a.y(AxisSide::Right)});
  rect->setRangeZoomAxes({a.x()}, {a.y(), a.y(AxisSide::Right)});
  QObject::connect(a.x(), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), &m_parts.canvas,
                   [this](const QCPRange& range) { shareHorizontal(range); });
  a.label = label;
  m_parts.axes.push_back(a);
  labelHorizontal();
  return index;
}

// Where a drawing has finer units than pixels.
void PlotGrid::scaleAxis(QCPAxis* axis) {
  const auto scaled = [this](int pixels) { return static_cast<int>(std::lround(m_parts.px(pixels))); };
  axis->setTickLength(scaled(axis->tickLengthIn()), scaled(axis->tickLengthOut()));
  axis->setSubTickLength(scaled(axis->subTickLengthIn()), scaled(axis->subTickLengthOut()));
  axis->setTickLabelPadding(scaled(axis->tickLabelPadding()));
  axis->setLabelPadding(scaled(axis->labelPadding()));
  axis->setPadding(scaled(axis->padding()));
}

void PlotGrid::setLogarithmic(QCPAxis* axis, bool logarithmic) {
  axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  const double unit = axis->orientation() == Qt::Horizontal ? m_horizontalUnit : 1;
  axis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new SparseTicker<QCPAxisTickerLog>(axis, unit))
                              : QSharedPointer<QCPAxisTicker>(new SparseTicker<QCPAxisTicker>(axis, unit)));
  axis->setNumberFormat(logarithmic ? QStringLiteral("eb") : QStringLiteral("gb"));
  axis->setNumberPrecision(logarithmic ? 0 : axis->orientation() == Qt::Vertical ? 5 : 6);
  axis->grid()->setSubGridVisible(false);
}

// No plot below it in its column.
bool PlotGrid::isLowest(const PlotAxes& a) const {
  return std::ranges::none_of(m_parts.axes, [&](const PlotAxes& b) {
    return b.cell.column == a.cell.column && b.cell.row > a.cell.row;
  });
}

void PlotGrid::labelHorizontal() {
  for (const PlotAxes& a : m_parts.axes) {
    const bool labeled = !m_shared || isLowest(a);
    a.x()->setTickLabels(labeled);
    const QString& own = a.horizontalLabel.isEmpty() ? m_horizontalLabel : a.horizontalLabel;
    a.x()->setLabel(!labeled ? QString() : m_titles.horizontal.isEmpty() ? own : m_titles.horizontal);
  }
}

void PlotGrid::showRightAxes() {
  for (std::size_t k = 0; k < m_parts.axes.size(); ++k) {
    const bool used = m_parts.hasCurvesOn(static_cast<int>(k), AxisSide::Right);
    QCPAxis* right = m_parts.axes[k].y(AxisSide::Right);
    right->setTicks(used);
    right->setTickLabels(used);
    if (!used) right->setLabel({});
  }
}

const QString& PlotGrid::shownLabel(int index, AxisSide side) const {
  const PlotAxes& a = m_parts.axes[static_cast<std::size_t>(index)];
  const auto& chosen = side == AxisSide::Left ? m_titles.left : m_titles.right;
  const auto found = chosen.find(index);
  return found != chosen.end() ? found->second : side == AxisSide::Left ? a.label : a.rightLabel;
}

// No more of a label than there is room for. Beneath rows are numbers and a label, above them legends.
void PlotGrid::fitLabels(QSize size) {
  if (m_parts.axes.empty()) return;
  const int rowCount =
      1 + std::ranges::max(m_parts.axes, {}, [](const PlotAxes& a) { return a.cell.row; }).cell.row;
  const QFontMetrics metrics(m_parts.axes.front().y()->labelFont());
  const int rowHeight = (size.height() - 3 * metrics.height()) / rowCount;
  for (int k = 0; k < static_cast<int>(m_parts.axes.size()); ++k) {
    const PlotAxes& a = m_parts.at(k);
    const int room = rowHeight - (a.legend && a.legend->visible() ? 2 * metrics.height() : 0);
    a.y()->setLabel(metrics.elidedText(shownLabel(k, AxisSide::Left), Qt::ElideRight, room));
    const bool right = a.y(AxisSide::Right)->tickLabels();
    a.y(AxisSide::Right)
        ->setLabel(right ? metrics.elidedText(shownLabel(k, AxisSide::Right), Qt::ElideRight, room)
                         : QString());
  }
}

// Widens the axis on which a unit has more pixels.
void PlotGrid::keepAspect() {
  for (const PlotAxes& a : m_parts.axes) {
    const QSize size = a.rect->size();
    if (!a.equalAspect || size.isEmpty()) continue;
    const double x = a.x()->range().size() / size.width(), y = a.y()->range().size() / size.height();
    if (!(x > 0) || !(y > 0) || std::abs(x / y - 1) < 1e-9) continue;
    QCPAxis* narrow = x < y ? a.x() : a.y();
    narrow->setRange(narrow->range().center(), narrow->range().size() * std::max(x / y, y / x),
                     Qt::AlignCenter);
  }
}

void PlotGrid::settleTicks() {
  bool changed = false;
  for (PlotAxes& a : m_parts.axes)
    changed = std::exchange(a.ticked, a.rect->size()) != a.rect->size() || changed;
  m_settling = changed && !m_settling;
  if (m_settling) m_parts.plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotGrid::setTitle(int axes, const QString& title) {
  PlotAxes& a = m_parts.at(axes);
  const int row = layoutRow(a.cell, TitleRow);
  if (a.title == nullptr && !title.isEmpty()) {
    a.title = new QCPTextElement(m_parts.plot, title);
    m_parts.plot->plotLayout()->addElement(row, m_parts.layoutColumn(a.cell), a.title);
    m_parts.plot->plotLayout()->setRowStretchFactor(row, 0.001);
    a.title->setMargins(QMargins(0, 4, 0, 0));
  }
  if (a.title != nullptr) a.title->setText(title);
}

QCPAxis* PlotGrid::axis(int plot, AxisSide side) const {
  if (plot < 0 || plot >= static_cast<int>(m_parts.axes.size())) return nullptr;
  const PlotAxes& a = m_parts.at(plot);
  return side == AxisSide::Bottom ? a.x() : a.y(side);
}

QString& PlotGrid::ownLabel(int plot, AxisSide side) const {
  PlotAxes& a = m_parts.at(plot);
  return side == AxisSide::Left ? a.label : side == AxisSide::Right ? a.rightLabel : a.horizontalLabel;
}

void PlotGrid::setTitles(const AxisTitles& titles) {
  m_titles = titles;
  labelHorizontal();
}

void PlotGrid::setHorizontalUnit(double unit) {
  m_horizontalUnit = unit;
  for (const PlotAxes& a : m_parts.axes) setLogarithmic(a.x(), a.x()->scaleType() == QCPAxis::stLogarithmic);
}

void PlotGrid::setHorizontalLabel(const QString& label) {
  m_horizontalLabel = label;
  labelHorizontal();
}

void PlotGrid::setShared(bool shared) {
  m_shared = shared;
  labelHorizontal();
}

void PlotGrid::shareHorizontal(const QCPRange& range) {
  if (m_sharing || !m_shared) return;
  m_sharing = true;
  for (const PlotAxes& a : m_parts.axes) a.x()->setRange(range);
  m_sharing = false;
}

AxisRange PlotAxis::range() const {
  const QCPAxis* of = axis();
  return of ? AxisRange{of->range().lower, of->range().upper} : AxisRange{};
}

void PlotAxis::setRange(AxisRange range) { axis()->setRange(range.low, range.high); }
void PlotAxis::setLogarithmic(bool logarithmic) { m_grid.setLogarithmic(axis(), logarithmic); }

QString PlotAxis::label() const {
  const QString& own = m_grid.ownLabel(m_plot, m_side);
  return own.isEmpty() && m_side == AxisSide::Bottom ? m_grid.horizontalLabel() : own;
}

void PlotAxis::setLabel(const QString& label) {
  m_grid.ownLabel(m_plot, m_side) = label;
  if (m_side == AxisSide::Bottom) m_grid.labelHorizontal();
}

QCPAxis* PlotAxis::axis() const { return m_grid.axis(m_plot, m_side); }

}  // namespace fluxion
