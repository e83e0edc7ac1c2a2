#pragma once
// One axis of a plot: a handle that is valid until the next clear() of its PlotCanvas.
#include <QString>

class QCPAxis;

namespace fluxion {

class PlotGrid;

struct AxisRange {
  double low = 0, high = 1;
  double span() const { return high - low; }
  bool operator==(const AxisRange&) const = default;
};

enum class AxisSide { Left, Right, Bottom };

class PlotAxis {
 public:
  PlotAxis(PlotGrid& grid, int plot, AxisSide side) : m_grid(grid), m_plot(plot), m_side(side) {}

  AxisRange range() const;  // that of an empty plot where there is no such plot
  void setRange(AxisRange range);
  void setLogarithmic(bool logarithmic);
  QString label() const;
  void setLabel(const QString& label);

 private:
  QCPAxis* axis() const;
  PlotGrid& m_grid;
  int m_plot;
  AxisSide m_side;
};

}  // namespace fluxion
