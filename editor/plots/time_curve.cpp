#include "editor/plots/time_curve.h"

#include "editor/plots/line_painter.h"

namespace fluxion {

void drawCurveLine(QCPPainter& painter, const QVector<QPointF>& points, const QRectF& plot) {
  QPen pen = painter.pen();
  if (pen.style() == Qt::NoPen || pen.color().alpha() == 0) return;
  // In windows a pen of one pixel draws much faster as one of width 0, which looks the same.
  const bool picture = painter.modes().testFlag(QCPPainter::pmNoCaching);
  if (!picture && pen.widthF() == 1.0) pen.setWidth(0);
  painter.setPen(pen);
  const double edge = pen.widthF();
  drawLine(painter, points, plot.adjusted(-edge, -edge, edge, edge));
}

QVector<QPointF> pointsInside(const QVector<QPointF>& points, const QRectF& plot) {
  QVector<QPointF> inside;
  for (const QPointF& p : points)
    if (plot.adjusted(-1, -1, 1, 1).contains(p)) inside << p;
  return inside;
}

void TimeCurve::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const {
  applyDefaultAntialiasingHint(painter);
  drawCurveLine(*painter, lines, clipRect());
}

void TimeCurve::drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                                const QCPScatterStyle& style) const {
  QVector<QPointF> chosen;
  if (m_marks)
    for (const CurvePoint& p : *m_marks) chosen << coordsToPixels(p.x, p.y);
  QCPGraph::drawScatterPlot(painter, pointsInside(m_marks ? chosen : scatters, clipRect()), style);
}

}  // namespace fluxion
