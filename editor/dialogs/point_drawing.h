#pragma once
// Points of curves moved, added and drawn by hand in a plot. What becomes of them is decided by who shows
// them: nothing changes here but what is seen under the pointer.
//
//   drag a point       moves it between its neighbors; with Shift up and down only
//   double click       adds a point to the curve
//   draw, if drawing() a stroke from left to right, of as few points as it needs
#include <QObject>
#include <QPointF>
#include <vector>

#include "editor/plots/plot_canvas.h"

class QMouseEvent;

namespace fluxion {

// The corners of a stroke: those within `tolerance` of the line through the others are left out (Douglas and
// Peucker).
std::vector<QPointF> simplified(const std::vector<QPointF>& stroke, double tolerance);

class PointDrawing : public QObject {
  Q_OBJECT
 public:
  explicit PointDrawing(PlotCanvas& canvas);

  // Of each curve, from left to right; what is not a number has no point.
  void setPoints(std::vector<std::vector<CurvePoint>> curves);
  void setDrawing(bool on);
  bool isDragging() const { return m_curve >= 0; }

 signals:
  void picked(int curve, int point);
  void moved(int curve, int point, double x, double y);
  void released();
  void added(int curve, double x, double y);
  void drawn(const std::vector<CurvePoint>& points);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool press(const QMouseEvent& event);
  bool move(const QMouseEvent& event);
  bool release();
  bool add(const QMouseEvent& event);
  QPointF placeOf(const CurvePoint& point) const;
  CurvePoint pointAt(QPointF place) const;
  void showMarks();
  void showStroke();
  int nearestCurve(QPointF place) const;

  PlotCanvas& m_canvas;
  std::vector<std::vector<CurvePoint>> m_curves;
  std::vector<int> m_marks;
  bool m_drawing = false;
  int m_curve = -1, m_point = -1;  // that is dragged
  QRect m_plot;                    // where it was when a drag began
  AxisRange m_x, m_y;
  std::vector<QPointF> m_stroke;
};

}  // namespace fluxion
