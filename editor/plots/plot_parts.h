#pragma once
// The plots and curves of a PlotCanvas as objects of the plotting library, which its parts work on: PlotGrid
// places plots, PlotLegends their legends, PlotColors gives colors and pens, PlotOverlays draws marks and
// PlotGestures follows the mouse.
#include <qcustomplot.h>

#include <map>
#include <vector>

#include "editor/plots/plot_canvas.h"
#include "editor/theme.h"

namespace fluxion {

// Each row of plots has three of the layout: titles, legends, axes.
enum LayoutRow { TitleRow, LegendRow, AxesRow, LayoutRowCount };
inline int layoutRow(PlotCell cell, LayoutRow row) { return LayoutRowCount * cell.row + row; }

// The layers above the curves, which are drawn without them.
inline const QString overlayLayer = QStringLiteral("overlays"), crosshairLayer = QStringLiteral("crosshair");

struct PlotAxes {
  QCPAxisRect* rect;
  QCPLegend* legend;  // null once it is not shown
  PlotCell cell;
  QCPItemStraightLine *vertical = nullptr, *horizontal = nullptr;  // the crosshair
  QString label = {}, rightLabel = {};                             // of the vertical axes, whole
  QString horizontalLabel = {};
  QCPTextElement* title = nullptr;
  bool equalAspect = false;
  QSize ticked = {};  // the size that its tick marks were chosen for
  QCPAxis* x() const { return rect->axis(QCPAxis::atBottom); }
  QCPAxis* y(AxisSide side = AxisSide::Left) const {
    return rect->axis(side == AxisSide::Left ? QCPAxis::atLeft : QCPAxis::atRight);
  }
};

struct PlotCurve {
  QCPAbstractPlottable* plottable;
  int axes, color, age;
  PlotCanvas::CurveKind kind;
  AxisSide side;
  CurveStyle style = {};
  bool dense = false;
};

struct PlotParts {
  explicit PlotParts(PlotCanvas& owner) : canvas(owner), plot(new QCustomPlot(&owner)) {}

  PlotAxes& at(int index) { return axes[static_cast<std::size_t>(index)]; }
  PlotCurve& curve(int index) { return curves[static_cast<std::size_t>(index)]; }
  int axesAt(const QPointF& position) const;  // -1: none
  bool hasCurvesOn(int plot, AxisSide side) const;

  double px(double pixels) const { return look.unit * pixels; }
  QMargins px(const QMargins& pixels) const { return pixels * look.unit; }
  // Of the layout: legends that stand at the right have columns of their own.
  int layoutColumn(PlotCell cell) const {
    return look.legend == LegendPlace::Right ? 2 * cell.column : cell.column;
  }
  // What stands above or beside one another has the same margins.
  QCPMarginGroup* column(int index) { return marginGroup(m_columns, index); }
  QCPMarginGroup* row(int index) { return marginGroup(m_rows, index); }
  void clear();

  PlotCanvas& canvas;
  QCustomPlot* plot;
  PlotLook look;
  std::vector<PlotAxes> axes;
  std::vector<PlotCurve> curves;

 private:
  QCPMarginGroup* marginGroup(std::map<int, QCPMarginGroup*>& groups, int index);
  std::map<int, QCPMarginGroup*> m_columns, m_rows;
};

}  // namespace fluxion
