#include "editor/plots/plot_legends.h"

#include <algorithm>
#include <map>

namespace fluxion {

namespace {

// As wide as its column may be: one without entries would hold the plots below it as narrow as itself.
class WideLegend : public QCPLegend {
 public:
  QSize maximumOuterSizeHint() const override {
    return {QWIDGETSIZE_MAX, QCPLegend::maximumOuterSizeHint().height()};
  }
};

Qt::Alignment cornerOf(LegendPlace place) {
  const bool left = place == LegendPlace::TopLeft || place == LegendPlace::BottomLeft;
  const bool top = place == LegendPlace::TopLeft || place == LegendPlace::TopRight;
  return (left ? Qt::AlignLeft : Qt::AlignRight) | (top ? Qt::AlignTop : Qt::AlignBottom);
}

}  // namespace

QCPLegend* PlotLegends::add(PlotCell cell, QCPAxisRect* rect) {
  if (m_parts.look.legend == LegendPlace::None) return nullptr;
  auto* legend = m_parts.look.legend == LegendPlace::Above ? new WideLegend : new QCPLegend;
  if (m_parts.look.legend == LegendPlace::Above) {
    m_parts.plot->plotLayout()->addElement(layoutRow(cell, LegendRow), m_parts.layoutColumn(cell), legend);
    legend->setMargins(m_parts.px(QMargins(0, 4, 0, 0)));
    legend->setMarginGroup(QCP::msLeft | QCP::msRight, m_parts.column(cell.column));
  } else if (m_parts.look.legend == LegendPlace::Right) {
    // What is left of the column below it is empty.
    auto* column = new QCPLayoutGrid;
    m_parts.plot->plotLayout()->addElement(layoutRow(cell, AxesRow), m_parts.layoutColumn(cell) + 1, column);
    m_parts.plot->plotLayout()->setColumnStretchFactor(m_parts.layoutColumn(cell) + 1, 0.001);
    column->addElement(0, 0, legend);
    column->addElement(1, 0, new QCPLayoutElement(m_parts.plot));
    column->setRowStretchFactor(0, 0.001);
    legend->setMargins(m_parts.px(QMargins(0, 6, 4, 0)));
  } else {
    rect->insetLayout()->addElement(legend, cornerOf(m_parts.look.legend));
    rect->insetLayout()->setMargins(m_parts.px(QMargins(6, 6, 6, 6)));
    legend->setMargins(m_parts.px(QMargins(5, 3, 5, 1)));
  }
  legend->setLayer(QStringLiteral("legend"));
  // A dash and its gap have room twice.
  legend->setIconSize(
      QSizeF(m_parts.px(m_parts.look.dashes == CurveDashes::AsStyled ? 18 : 26), m_parts.px(10)).toSize());
  legend->setIconTextPadding(static_cast<int>(m_parts.px(7)));
  legend->setRowSpacing(0);
  legend->setColumnSpacing(static_cast<int>(m_parts.px(m_parts.look.isFigure() ? 8 : 14)));
  return legend;
}

void PlotLegends::arrange(int width) {
  m_arrangedWidth = width;
  if (m_parts.axes.empty()) return;
  const int columnCount =
      1 + std::ranges::max(m_parts.axes, {}, [](const PlotAxes& a) { return a.cell.column; }).cell.column;
  for (const PlotAxes& a : m_parts.axes) {
    if (a.legend == nullptr) continue;
    int widest = 1;
    const QFontMetrics metrics(a.legend->font());
    for (int k = 0; k < a.legend->itemCount(); ++k)
      if (auto* entry = qobject_cast<QCPPlottableLegendItem*>(a.legend->item(k))) {
        const double text = metrics.horizontalAdvance(entry->plottable()->name());
        widest = std::max(widest, static_cast<int>(text) + a.legend->iconSize().width() +
                                      a.legend->iconTextPadding() + a.legend->columnSpacing());
        // Entries are cut at their edges, where underscores and descenders are.
        entry->setMargins(m_parts.px(QMargins(0, 0, 0, 2)));
      }
    const bool above = m_parts.look.legend == LegendPlace::Above;
    const int side = above ? std::max(1, static_cast<int>(width / columnCount - m_parts.px(70)) / widest) : 1;
    a.legend->setWrap(side);
    a.legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
    for (int k = 0; above && k < a.legend->columnCount(); ++k)
      a.legend->setColumnStretchFactor(k, k + 1 == a.legend->columnCount() ? 1 : 0.001);
  }
}

int PlotLegends::heightAround() const {
  std::map<int, int> rows;  // the highest of each row
  int numbers = 0;
  for (const PlotAxes& a : m_parts.axes) {
    int height = 26;  // margins and spacing
    if (a.legend && m_parts.look.legend == LegendPlace::Above)
      height += a.legend->minimumOuterSizeHint().height();
    if (a.title) height += QFontMetrics(m_parts.canvas.font()).height() + 4;
    rows[a.cell.row] = std::max(rows[a.cell.row], height);
    const QFontMetrics labels(a.x()->labelFont()), ticks(a.x()->tickLabelFont());
    numbers = std::max(numbers,
                       labels.height() + ticks.height() + a.x()->tickLabelPadding() + a.x()->labelPadding());
  }
  for (const auto& [row, height] : rows) numbers += height;
  return numbers;
}

void PlotLegends::remove(int axes) {
  PlotAxes& a = m_parts.at(axes);
  // An invisible one would still take its room.
  if (a.legend != nullptr) {
    a.legend->layout()->remove(a.legend);
    if (m_parts.look.legend == LegendPlace::Above)
      m_parts.plot->plotLayout()->setRowStretchFactor(layoutRow(a.cell, LegendRow), 0.001);
    a.legend = nullptr;
  }
  arrange(m_parts.canvas.width());
}

QRect PlotLegends::entryRect(int curve) const {
  const PlotCurve& c = m_parts.curve(curve);
  const QCPLegend* legend = m_parts.at(c.axes).legend;
  const auto* entry = legend ? legend->itemWithPlottable(c.plottable) : nullptr;
  return entry ? entry->outerRect() : QRect();
}

int PlotLegends::entryAt(const QPointF& position) const {
  for (const PlotAxes& a : m_parts.axes) {
    if (a.legend == nullptr || !a.legend->outerRect().contains(position.toPoint())) continue;
    for (std::size_t k = 0; k < m_parts.curves.size(); ++k)
      if (const auto* entry = a.legend->itemWithPlottable(m_parts.curves[k].plottable))
        if (entry->outerRect().contains(position.toPoint())) return static_cast<int>(k);
  }
  return -1;
}

}  // namespace fluxion
