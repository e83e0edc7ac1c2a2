#pragma once
// A curve over time: a graph that draws its line with a LinePainter, and no marks outside of its plot.
#include <qcustomplot.h>

namespace fluxion {

class TimeCurve : public QCPGraph {
  Q_OBJECT
 public:
  using QCPGraph::QCPGraph;

 protected:
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
  void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                       const QCPScatterStyle& style) const override;
};

// What both kinds of curves draw with.
void drawCurveLine(QCPPainter& painter, const QVector<QPointF>& points, const QRectF& plot);
QVector<QPointF> pointsInside(const QVector<QPointF>& points, const QRectF& plot);

}  // namespace fluxion
