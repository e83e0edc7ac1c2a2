#pragma once
// The legends of a PlotCanvas: in a row above the plot or a column beside it, where they hide no data, or in
// a corner inside.
#include "editor/plots/plot_parts.h"

namespace fluxion {

class PlotLegends {
 public:
  explicit PlotLegends(PlotParts& parts) : m_parts(parts) {}

  QCPLegend* add(PlotCell cell, QCPAxisRect* rect);
  void remove(int axes);
  // As many entries side by side as have room; beside or inside a plot, one below the other.
  void arrange(int width);
  int arrangedWidth() const { return m_arrangedWidth; }
  int entryAt(const QPointF& position) const;  // the curve; -1: none
  QRect entryRect(int curve) const;            // empty: it has none
  // What legends, titles, numbers and labels of the plots take of the height.
  int heightAround() const;

 private:
  PlotParts& m_parts;
  int m_arrangedWidth = 0;
};

}  // namespace fluxion
