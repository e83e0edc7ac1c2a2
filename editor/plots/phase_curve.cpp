#include "editor/plots/phase_curve.h"

#include "editor/plots/arrow_heads.h"
#include "editor/plots/time_curve.h"

namespace fluxion {

void PhaseCurve::drawCurveLine(QCPPainter* painter, const QVector<QPointF>& lines) const {
  applyDefaultAntialiasingHint(painter);
  fluxion::drawCurveLine(*painter, lines, clipRect());
}

void PhaseCurve::drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& points,
                                 const QCPScatterStyle& style) const {
  QCPCurve::drawScatterPlot(painter, pointsInside(points, clipRect()), style);
}

void PhaseCurve::draw(QCPPainter* painter) {
  QCPCurve::draw(painter);
  if (mDataContainer->isEmpty() || !visible()) return;
  painter->save();
  painter->setAntialiasing(true);
  painter->setPen(Qt::NoPen);
  painter->setBrush(mPen.color());
  if (m_arrows) drawArrows(painter);
  if (m_ends) drawEnds(painter);
  painter->restore();
}

void PhaseCurve::drawArrows(QCPPainter* painter) const {
  const double apart = 90 * m_scale, length = 9 * m_scale, half = 4 * m_scale;
  QVector<QPointF> points;
  points.reserve(mDataContainer->size());
  for (auto it = mDataContainer->constBegin(); it != mDataContainer->constEnd(); ++it)
    points << coordsToPixels(it->key, it->value);
  for (const ArrowHead& head : arrowHeads(points, apart, mKeyAxis->axisRect()->rect())) {
    const QPointF along = head.along, across(-along.y(), along.x()), tip = head.at + along * (length / 2);
    painter->drawPolygon(QPolygonF({tip, tip - along * length + across * half, tip - along * length * 0.7,
                                    tip - along * length - across * half}));
  }
}

void PhaseCurve::drawEnds(QCPPainter* painter) const {
  const auto &first = *mDataContainer->constBegin(), &last = *(mDataContainer->constEnd() - 1);
  const QRectF inside = QRectF(clipRect()).adjusted(-1, -1, 1, 1);
  const double radius = 4 * m_scale;
  if (const QPointF at = coordsToPixels(last.key, last.value); inside.contains(at))
    painter->drawEllipse(at, radius, radius);
  painter->setPen(QPen(mPen.color(), 1.5 * m_scale));
  painter->setBrush(mParentPlot->palette().base());
  if (const QPointF at = coordsToPixels(first.key, first.value); inside.contains(at))
    painter->drawEllipse(at, radius, radius);
}

}  // namespace fluxion
