#pragma once
// What the files of PlotCanvas share: its plots, curves and overlays as objects of the plotting library.
#include <qcustomplot.h>

#include <map>

#include "editor/scopes/plot_canvas.h"
#include "editor/theme.h"

namespace fluxion {

// Each row of plots has three of the layout: titles, legends, axes.
enum LayoutRow { TitleRow, LegendRow, AxesRow, layoutRows };
inline int layoutRow(PlotCell cell, LayoutRow row) { return layoutRows * cell.row + row; }

// What stands above or beside one another has the same margins.
QCPMarginGroup* marginGroup(std::map<int, QCPMarginGroup*>& groups, int index, QCustomPlot* plot);

class PlotCanvas::Private {
 public:
  struct Axes {
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
    QCPAxis* y(Side side = Side::Left) const {
      return rect->axis(side == Side::Left ? QCPAxis::atLeft : QCPAxis::atRight);
    }
  };
  struct Curve {
    QCPAbstractPlottable* plottable;
    int axes, color, age;
    CurveKind kind;
    Side side;
    CurveStyle style = {};
    bool dense = false;
  };
  struct Overlay {
    enum Kind { VerticalLine, HorizontalLine, Point, Area } kind;
    int axes;
    Side side;
    AxisRange range;  // a line: its value in `low`; a point: x and y
    OverlayStyle style;
    bool visible = true;
    std::vector<QPointer<QCPAbstractItem>> items = {};
    std::vector<CurvePoint> line = {};  // of an area
    bool above = true;                  // the area is above its line
    bool isLine() const { return kind == VerticalLine || kind == HorizontalLine; }
    bool runsUp() const { return kind == VerticalLine; }
  };

  explicit Private(PlotCanvas* owner) : q(owner), plot(new QCustomPlot(owner)) {}

  // plot_canvas_layout.cpp: the grid and labels
  int addAxes(PlotCell cell);
  void addCrosshair(Axes& a);
  void styleAxis(QCPAxis* axis, bool logarithmic);
  void scaleAxis(QCPAxis* axis);
  void labelHorizontal();
  void showRightAxes();
  const QString& shownLabel(int index, Side side) const;
  void fitToRows(QSize size);
  void keepAspect();
  void settleTicks();
  bool isLowest(const Axes& a) const;
  // Of the layout: legends that stand at the right have columns of their own.
  int layoutColumn(PlotCell cell) const {
    return look.legend == LegendPlace::Right ? 2 * cell.column : cell.column;
  }

  // plot_canvas_legends.cpp
  QCPLegend* addLegend(PlotCell cell, QCPAxisRect* rect);
  void arrangeLegends(int width);

  // plot_canvas_gestures.cpp
  void connectGestures();
  void press(QMouseEvent* event);
  void move(QMouseEvent* event);
  void release(QMouseEvent* event);
  void wheel(QWheelEvent* event);
  void doubleClick(QMouseEvent* event);
  void zoomInto(const QRect& rect);
  void movePointer(QMouseEvent* event);
  void hideCrosshair();
  void shareHorizontal(const QCPRange& range);
  int axesAt(const QPointF& position) const;
  int legendEntryAt(const QPointF& position) const;  // the curve; -1: none
  void settleCursor(const QPointF& position);

  // plot_canvas_overlays.cpp
  void placeOverlays();
  void moveOverlay(int overlay, AxisRange range);
  void place(Overlay& overlay, int axes);
  void placeArea(Overlay& overlay, const Axes& axes, const QColor& color);
  void drop(Overlay& overlay);
  int draggableAt(const QPointF& position) const;  // the overlay; -1: none
  void dragOverlay(const QPointF& position);

  // plot_canvas_theme.cpp
  void applyTheme();
  void applyTheme(const Axes& a, const Theme& theme);
  void applyTheme(const Curve& c, const Theme& theme);
  QColor colorOf(const Curve& c, const Theme& theme) const;
  QPen penOf(const Curve& c, const Theme& theme) const;

  double px(double pixels) const { return look.unit * pixels; }
  QMargins px(const QMargins& pixels) const { return pixels * look.unit; }

  Axes& at(int index) { return axes[static_cast<std::size_t>(index)]; }
  Curve& curve(int index) { return curves[static_cast<std::size_t>(index)]; }

  PlotCanvas* q;
  QCustomPlot* plot;
  PlotLook look;
  std::map<int, QCPMarginGroup*> columns, rows;  // what stands above or beside one another is aligned
  std::vector<Axes> axes;
  std::vector<Curve> curves;
  std::map<int, Overlay> overlays;
  int nextOverlay = 0;
  bool overlaysMoved = false;  // they are to be placed again
  bool zoomTool = false, shared = true, sharing = false, settling = false, quick = false;
  QString horizontalLabel;
  double horizontalUnit = 1;
  AxisTitles titles;
  int arrangedWidth = 0;  // what the legends were arranged for
  QPoint pressedAt;
  int pressedEntry = -1, draggedOverlay = -1;
};

}  // namespace fluxion
