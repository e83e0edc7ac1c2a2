#pragma once
// Axes one above the other with a shared horizontal axis, curves in them, and the gestures of a scope: the
// only place that knows the plotting library. What is drawn, and when the axes fit it, is decided by
// ScopePanel.
#include <QWidget>
#include <memory>
#include <vector>

#include "editor/scopes/curve_data.h"

namespace fluxion {

struct AxisRange {
  double low = 0, high = 1;
  double span() const { return high - low; }
};

class PlotCanvas : public QWidget {
  Q_OBJECT
 public:
  enum class CurveKind { OverTime, Phase };

  explicit PlotCanvas(QWidget* parent = nullptr);
  ~PlotCanvas() override;

  // Removes all axes and curves.
  void clear();
  // Below those there are; returns their index.
  int addAxes(const QString& label);
  void setHorizontalLabel(const QString& label);
  // Returns the curve's index. A ghost is drawn faded, below the others; `age` 1 is the run before.
  int addCurve(int axes, const QString& name, int color, int age, CurveKind kind);
  void setData(int curve, const std::vector<CurvePoint>& points);
  void setCurveVisible(int curve, bool visible);
  // A legend with one entry says nothing the label does not; it comes back with the next axes.
  void removeLegend(int axes);

  void setLogarithmic(bool logarithmic);
  void setHorizontalLogarithmic(bool logarithmic);
  void setHorizontalRange(AxisRange range);
  void setVerticalRange(int axes, AxisRange range);
  AxisRange horizontalRange() const;
  AxisRange verticalRange(int axes) const;
  // Of the plotting area, in pixels of the widget.
  QSize plotSize() const;

  // A drag with the left button zooms into the rectangle rather than moving the picture.
  void setZoomTool(bool zoom);

  void redraw();
  void redrawNow();

  // Pictures of this size in pixels; false if the file cannot be written.
  bool savePng(const QString& path, QSize size, double scale) const;
  bool savePdf(const QString& path, QSize size) const;
  bool saveSvg(const QString& path, QSize size) const;
  QPixmap picture(QSize size, double scale) const;

 signals:
  void rangeChangedByUser();
  void resized();
  void fitRequested();
  void curveClicked(int curve);  // its legend entry
  void pointerMoved(int axes, double x, double y);
  void pointerLeft();
  void menuRequested(QPoint globalPosition);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace fluxion
