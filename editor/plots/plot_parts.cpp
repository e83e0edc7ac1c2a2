#include "editor/plots/plot_parts.h"

#include <algorithm>

namespace fluxion {

int PlotParts::axesAt(const QPointF& position) const {
  for (std::size_t k = 0; k < axes.size(); ++k)
    if (axes[k].rect->rect().contains(position.toPoint())) return static_cast<int>(k);
  return -1;
}

bool PlotParts::hasCurvesOn(int plot, AxisSide side) const {
  return std::ranges::any_of(curves, [&](const PlotCurve& c) { return c.axes == plot && c.side == side; });
}

QCPMarginGroup* PlotParts::marginGroup(std::map<int, QCPMarginGroup*>& groups, int index) {
  QCPMarginGroup*& found = groups[index];
  if (found == nullptr) found = new QCPMarginGroup(plot);
  return found;
}

void PlotParts::clear() {
  plot->clearPlottables();
  plot->clearItems();
  plot->plotLayout()->clear();
  plot->plotLayout()->setRowSpacing(static_cast<int>(px(2)));
  axes.clear();
  curves.clear();
  for (auto* groups : {&m_columns, &m_rows}) {
    for (const auto& [index, group] : *groups) delete group;
    groups->clear();
  }
}

}  // namespace fluxion
