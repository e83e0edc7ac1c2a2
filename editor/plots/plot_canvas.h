#pragma once
// Plots in a grid, curves and marks in them, and the gestures of a scope. This room alone knows the plotting
// library. What is drawn, and when axes fit it, is decided by who owns the canvas.
//
//   canvas.clear();
//   int above = canvas.addAxes(tr("speed"));                        // below those there are, or
//   int right = canvas.addAxes(tr("torque"), PlotCell{0, 1});       // in a cell of the grid
//   int curve = canvas.addCurve(above, "w", 0, 0, PlotCanvas::CurveKind::OverTime);
//   canvas.setStyle(curve, {.line = CurveStyle::Line::Stairs});
//   canvas.setData(curve, points);                                  // decimated already
//   canvas.vertical(above).setRange({-1, 1});
//   canvas.setHorizontalRange({0, 10});                             // of all plots
//   int cursor = canvas.overlays().addVerticalLine(3.2, {.text = "1", .draggable = true});
//   connect(&canvas.overlays(), &PlotOverlays::moved, ...);
//   canvas.redraw();
//   PlotPicture(canvas, {800, 400}).savePdf(path);
//
// A plot (here "axes") is an index, counted in the order of addAxes(); so is a curve.
#include <QWidget>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "editor/plots/curve_point.h"
#include "editor/plots/plot_axis.h"
#include "editor/plots/plot_overlays.h"
#include "editor/plots/plot_style.h"

namespace fluxion {

struct PlotCell {
  int row = 0, column = 0;
  bool operator==(const PlotCell&) const = default;
};

// What stands at axes in place of the labels they have by themselves; by the index of the plot.
struct AxisTitles {
  QString horizontal;  // empty: as it comes
  std::map<int, QString> left, right;
  bool operator==(const AxisTitles&) const = default;
};

class PlotCanvas : public QWidget {
  Q_OBJECT
 public:
  enum class CurveKind { OverTime, Phase };
  using Side = AxisSide;  // of the vertical axis that a curve belongs to

  explicit PlotCanvas(QWidget* parent = nullptr);
  ~PlotCanvas() override;

  // Before there are plots.
  void setLook(const PlotLook& look);
  // Draws what this one shows in another, which is empty, with its look, palette and font. Titles above
  // plots, which guide who looks at a window, are left out.
  void copyTo(PlotCanvas& other) const;

  // --- plots ---
  // Removes all plots and curves; overlays stay.
  void clear();
  // Below those there are, or in this cell, which is empty yet; returns the index.
  int addAxes(const QString& label);
  int addAxes(const QString& label, PlotCell cell);
  int axesCount() const;
  // The plot at a place of the widget; -1: none.
  int axesAt(QPoint place) const;
  // Of its inside, in pixels of the widget.
  QRect axesRect(int axes) const;
  PlotAxis horizontal(int axes = 0) const;
  PlotAxis vertical(int axes, Side side = Side::Left) const;
  void setTitle(int axes, const QString& title);  // above it; empty: none
  void setAxisTitles(const AxisTitles& titles);   // those of plots that there are not do not matter
  // Of all plots.
  void setHorizontalLabel(const QString& label);
  void setHorizontalLogarithmic(bool logarithmic);
  void setHorizontalRange(AxisRange range);
  // What numbers of horizontal axes count, in what their ranges are in; 1 unless said otherwise.
  void setHorizontalUnit(double unit);
  // All plots show the same horizontal range, and only the lowest carry its numbers. On unless said
  // otherwise.
  void setHorizontalShared(bool shared);
  bool horizontalShared() const;
  // Units of both axes are equally long: the range of one is widened, whatever was asked for.
  void setEqualAspect(int axes, bool equal);

  // --- curves ---
  // Returns the curve's index. `color` counts through the theme's colors of curves. A ghost, of `age` 1 and
  // more, is drawn thin, below the others, in the theme's color of an earlier run.
  int addCurve(int axes, const QString& name, int color, int age, CurveKind kind, Side side = Side::Left);
  void setData(int curve, const std::vector<CurvePoint>& points);
  // Where marks of a curve over time stand; none: at the points of its data.
  void setMarks(int curve, const std::optional<std::vector<CurvePoint>>& marks);
  // Of two curves over time: the area between them, in the first one's color, faded.
  void fillBetween(int curve, int other);
  void setStyle(int curve, const CurveStyle& style);
  CurveStyle style(int curve) const;
  QColor curveColor(int curve) const;  // as drawn
  void setCurveName(int curve, const QString& name);
  void setCurveVisible(int curve, bool visible);
  bool hasCurvesOn(int axes, Side side) const;
  // Where its legend entry stands in the widget; empty: it has none.
  QRect legendEntryRect(int curve) const;
  // A legend with one entry says nothing the label does not; it comes back with the next axes.
  void removeLegend(int axes);

  // What legends, titles, numbers and labels of the plots take of the height, each row of the grid counted.
  int heightAround() const;
  // Of the plotting area of the first plot, in pixels of the widget.
  QSize plotSize() const;

  // Lines, points and areas above the curves.
  PlotOverlays& overlays();

  // While curves grow many times a second: those of many points are drawn thin and without smooth edges. From
  // the next data on.
  void setQuick(bool quick);

  // A drag with the left button zooms into the rectangle rather than moving the picture.
  void setZoomTool(bool zoom);

  void redraw();
  void redrawNow();
  double drawingTime() const;  // of the last redraw, in ms

 signals:
  void rangeChangedByUser();
  void resized();
  void fitRequested();                                     // a double click in a plot
  void axisFitRequested(int axes, Qt::Orientation along);  // on the numbers of one axis
  void backRequested();                                    // the mouse's side buttons
  void forwardRequested();
  void curveClicked(int curve);            // its legend entry
  void curveDropped(int curve, int axes);  // its legend entry was dragged to this plot
  void legendMenuRequested(int curve, QPoint globalPosition);
  void pointerMoved(int axes, double x, double y);
  void pointerLeft();
  void clicked(int axes, double x, double y);                // the left button, without a drag
  void menuRequested(QPoint globalPosition, int axes = -1);  // the right button, without a drag

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  friend class PlotPicture;
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace fluxion
