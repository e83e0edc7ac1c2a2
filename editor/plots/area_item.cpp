#include "editor/plots/area_item.h"

#include <utility>

namespace fluxion {

AreaItem::AreaItem(QCPAxis* x, QCPAxis* y, std::vector<CurvePoint> line, bool above, QPen pen)
    : QCPAbstractItem(x->parentPlot()),
      m_x(x),
      m_y(y),
      m_line(std::move(line)),
      m_above(above),
      m_pen(std::move(pen)) {}

void AreaItem::draw(QCPPainter* painter) {
  if (!m_x || !m_y || m_line.empty()) return;
  QPolygonF line;
  for (const CurvePoint& point : m_line)
    line << QPointF(m_x->coordToPixel(point.x), m_y->coordToPixel(point.y));
  const QRect rect = m_x->axisRect()->rect();
  const double edge = m_above ? rect.top() - 1 : rect.bottom() + 1;
  QPolygonF area = line;
  area << QPointF(line.back().x(), edge) << QPointF(line.front().x(), edge);
  QColor shade = m_pen.color();
  shade.setAlpha(28);
  painter->setPen(Qt::NoPen);
  painter->setBrush(shade);
  painter->drawPolygon(area);
  shade.setAlpha(70);
  painter->setBrush(QBrush(shade, Qt::BDiagPattern));
  painter->drawPolygon(area);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(m_pen);
  painter->drawPolyline(line);
}

}  // namespace fluxion
