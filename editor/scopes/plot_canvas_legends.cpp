// The legends of a PlotCanvas: in a row above the plot or a column beside it, where they hide no data, or in
// a corner inside.
#include <algorithm>

#include "editor/scopes/plot_canvas_private.h"

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

QCPLegend* PlotCanvas::Private::addLegend(PlotCell cell, QCPAxisRect* rect) {
  if (look.legend == LegendPlace::None) return nullptr;
  auto* legend = look.legend == LegendPlace::Above ? new WideLegend : new QCPLegend;
  if (look.legend == LegendPlace::Above) {
    plot->plotLayout()->addElement(layoutRow(cell, LegendRow), layoutColumn(cell), legend);
    legend->setMargins(px(QMargins(0, 4, 0, 0)));
    legend->setMarginGroup(QCP::msLeft | QCP::msRight, marginGroup(columns, cell.column, plot));
  } else if (look.legend == LegendPlace::Right) {
    // What is left of the column below it is empty.
    auto* column = new QCPLayoutGrid;
    plot->plotLayout()->addElement(layoutRow(cell, AxesRow), layoutColumn(cell) + 1, column);
    plot->plotLayout()->setColumnStretchFactor(layoutColumn(cell) + 1, 0.001);
    column->addElement(0, 0, legend);
    column->addElement(1, 0, new QCPLayoutElement(plot));
    column->setRowStretchFactor(0, 0.001);
    legend->setMargins(px(QMargins(0, 6, 4, 0)));
  } else {
    rect->insetLayout()->addElement(legend, cornerOf(look.legend));
    rect->insetLayout()->setMargins(px(QMargins(6, 6, 6, 6)));
    legend->setMargins(px(QMargins(5, 3, 5, 1)));
  }
  legend->setLayer(QStringLiteral("legend"));
  // A dash and its gap have room twice.
  legend->setIconSize(QSizeF(px(look.dashes == CurveDashes::AsStyled ? 18 : 26), px(10)).toSize());
  legend->setIconTextPadding(static_cast<int>(px(7)));
  legend->setRowSpacing(0);
  legend->setColumnSpacing(static_cast<int>(px(look.isFigure() ? 8 : 14)));
  return legend;
}

// As many entries side by side as have room; beside or inside a plot, one below the other.
void PlotCanvas::Private::arrangeLegends(int width) {
  arrangedWidth = width;
  if (axes.empty()) return;
  const int columnCount =
      1 + std::ranges::max(axes, {}, [](const Axes& a) { return a.cell.column; }).cell.column;
  for (const Axes& a : axes) {
    if (a.legend == nullptr) continue;
    int widest = 1;
    const QFontMetrics metrics(a.legend->font());
    for (int k = 0; k < a.legend->itemCount(); ++k)
      if (auto* entry = qobject_cast<QCPPlottableLegendItem*>(a.legend->item(k))) {
        const double text = metrics.horizontalAdvance(entry->plottable()->name());
        widest = std::max(widest, static_cast<int>(text) + a.legend->iconSize().width() +
                                      a.legend->iconTextPadding() + a.legend->columnSpacing());
        // Entries are cut at their edges, where underscores and descenders are.
        entry->setMargins(px(QMargins(0, 0, 0, 2)));
      }
    const bool above = look.legend == LegendPlace::Above;
    const int side = above ? std::max(1, static_cast<int>(width / columnCount - px(70)) / widest) : 1;
    a.legend->setWrap(side);
    a.legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
    for (int k = 0; above && k < a.legend->columnCount(); ++k)
      a.legend->setColumnStretchFactor(k, k + 1 == a.legend->columnCount() ? 1 : 0.001);
  }
}

int PlotCanvas::heightAround() const {
  std::map<int, int> rows;  // the highest of each row
  int numbers = 0;
  for (const Private::Axes& a : d->axes) {
    int height = 26;  // margins and spacing
    if (a.legend && d->look.legend == LegendPlace::Above) height += a.legend->minimumOuterSizeHint().height();
    if (a.title) height += QFontMetrics(font()).height() + 4;
    rows[a.cell.row] = std::max(rows[a.cell.row], height);
    const QFontMetrics labels(a.x()->labelFont()), ticks(a.x()->tickLabelFont());
    numbers = std::max(numbers,
                       labels.height() + ticks.height() + a.x()->tickLabelPadding() + a.x()->labelPadding());
  }
  for (const auto& [row, height] : rows) numbers += height;
  return numbers;
}

void PlotCanvas::removeLegend(int axes) {
  Private::Axes& a = d->at(axes);
  // An invisible one would still take its room.
  if (a.legend != nullptr) {
    a.legend->layout()->remove(a.legend);
    if (d->look.legend == LegendPlace::Above)
      d->plot->plotLayout()->setRowStretchFactor(layoutRow(a.cell, LegendRow), 0.001);
    a.legend = nullptr;
  }
  d->arrangeLegends(width());
}

QRect PlotCanvas::legendEntryRect(int curve) const {
  const Private::Curve& c = d->curve(curve);
  const QCPLegend* legend = d->at(c.axes).legend;
  const auto* entry = legend ? legend->itemWithPlottable(c.plottable) : nullptr;
  return entry ? entry->outerRect() : QRect();
}

}  // namespace fluxion
