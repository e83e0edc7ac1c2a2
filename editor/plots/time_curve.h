#pragma once
// A curve over time: a graph that draws its line with a LinePainter, and no marks outside of its plot.
#include <qcustomplot.h>

#include <optional>
#include <vector>

#include "editor/plots/curve_point.h"

namespace fluxion {

class TimeCurve : public QCPGraph {
  Q_OBJECT
 public:
  using QCPGraph::QCPGraph;

  // Where its marks stand; none: at the points of its line.
  void setMarks(const std::optional<std::vector<CurvePoint>>& marks) { m_marks = marks; }
  const std::optional<std::vector<CurvePoint>>& marks() const { return m_marks; }

 protected:
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
  void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                       const QCPScatterStyle& style) const override;

 private:
  std::optional<std::vector<CurvePoint>> m_marks;
};

// What both kinds of curves draw with.
void drawCurveLine(QCPPainter& painter, const QVector<QPointF>& points, const QRectF& plot);
QVector<QPointF> pointsInside(const QVector<QPointF>& points, const QRectF& plot);

}  // namespace fluxion
