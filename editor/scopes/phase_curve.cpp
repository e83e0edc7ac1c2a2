#include "editor/scopes/phase_curve.h"

#include <cmath>

namespace fluxion {

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

// A head every 90 pixels of the way, the first after half of that.
void PhaseCurve::drawArrows(QCPPainter* painter) const {
  constexpr double apart = 90, length = 9, half = 4;
  const QRectF inside = mKeyAxis->axisRect()->rect();
  const auto& data = *mDataContainer;
  double until = apart / 2;
  QPointF from = coordsToPixels(data.constBegin()->key, data.constBegin()->value);
  for (auto it = data.constBegin() + 1; it != data.constEnd(); ++it) {
    const QPointF to = coordsToPixels(it->key, it->value);
    const double step = std::hypot(to.x() - from.x(), to.y() - from.y());
    if (!std::isfinite(step)) {
      from = to;
      continue;
    }
    until -= step;
    if (until <= 0 && step > 0) {
      // One head a segment: where segments are longer than the distance between heads, that is enough.
      until = apart;
      const QPointF along = (to - from) / step, across(-along.y(), along.x());
      const QPointF tip = from + (to - from) / 2 + along * (length / 2);
      if (inside.contains(tip))
        painter->drawPolygon(QPolygonF({tip, tip - along * length + across * half, tip - along * length * 0.7,
                                        tip - along * length - across * half}));
    }
    from = to;
  }
}

void PhaseCurve::drawEnds(QCPPainter* painter) const {
  const auto &first = *mDataContainer->constBegin(), &last = *(mDataContainer->constEnd() - 1);
  painter->drawEllipse(coordsToPixels(last.key, last.value), 4, 4);
  painter->setPen(QPen(mPen.color(), 1.5));
  painter->setBrush(mParentPlot->palette().base());
  painter->drawEllipse(coordsToPixels(first.key, first.value), 4, 4);
}

}  // namespace fluxion
