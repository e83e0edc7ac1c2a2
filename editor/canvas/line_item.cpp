#include "editor/canvas/line_item.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <cmath>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/icon_painter.h"

namespace fluxion {

static constexpr double labelPixels = 10.5, arrowLength = 7, arrowHalfWidth = 3.5;

LineItem::LineItem(DiagramScene& scene, sim::Id id) : m_scene(scene), m_id(id) {
  setFlag(ItemIsSelectable);
  setZValue(1);
}

void LineItem::setLook(Look look) {
  m_look = std::move(look);
  layOut();
  update();
}

void LineItem::setTraced(bool on) {
  if (m_traced == on) return;
  m_traced = on;
  update();
}

// The label stands above the middle of the longest level segment.
void LineItem::layOut() {
  prepareGeometryChange();
  QRectF box;
  for (QPointF p : m_look.route) {
    const QRectF dot(p - QPointF(1, 1), QSizeF(2, 2));
    box = box.isNull() ? dot : box.united(dot);
  }
  m_labelRect = {};
  if (!m_look.label.isEmpty() && m_look.route.size() >= 2) {
    std::size_t best = 0;
    double longest = -1;
    for (std::size_t k = 0; k + 1 < m_look.route.size(); ++k) {
      const double length = std::abs(m_look.route[k + 1].x() - m_look.route[k].x());
      if (length > longest + 0.5) longest = length, best = k;
    }
    const QFontMetricsF metrics(canvasFont(labelPixels));
    const QPointF middle = (m_look.route[best] + m_look.route[best + 1]) / 2;
    const double width = metrics.horizontalAdvance(m_look.label) + 4;
    m_labelRect = QRectF(middle.x() - width / 2, middle.y() - metrics.height() - 2, width, metrics.height());
  }
  m_bounds = box.adjusted(-8, -8, 8, 8).united(m_labelRect);
}

QPainterPath LineItem::shape() const {
  QPainterPath path;
  if (m_look.route.empty()) return path;
  path.moveTo(m_look.route.front());
  for (QPointF p : m_look.route) path.lineTo(p);
  QPainterPathStroker stroker;
  stroker.setWidth(8);
  return stroker.createStroke(path);
}

void paintWire(QPainter& painter, const routing::Polyline& route, const QPen& pen, bool arrow) {
  if (route.size() < 2) return;
  QPolygonF points(QList<QPointF>(route.begin(), route.end()));
  const QPointF tip = route.back();
  const QLineF last(route[route.size() - 2], tip);
  arrow = arrow && last.length() > 1;
  const QPointF along = arrow ? (tip - last.p1()) / last.length() : QPointF();
  if (arrow) points.back() = tip - along * std::min(arrowLength - 1, last.length());
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(points);
  if (!arrow) return;
  const QPointF across(-along.y(), along.x());
  painter.setPen(Qt::NoPen);
  painter.setBrush(pen.color());
  painter.drawPolygon(QPolygonF({tip, tip - along * arrowLength + across * arrowHalfWidth,
                                 tip - along * arrowLength - across * arrowHalfWidth}));
}

void LineItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const Theme& theme = m_scene.theme();
  const double scale = option->levelOfDetailFromTransform(painter->worldTransform());
  painter->save();
  painter->translate(0.5 / scale, 0.5 / scale);
  const QColor color = m_look.dangling ? theme.dangling
                       : isSelected()  ? theme.selection
                       : m_traced      ? theme.traced
                                       : theme.ofDomain(m_look.domain);
  if (isSelected() || m_traced) {
    QColor halo = m_traced ? theme.traced : theme.selection;
    halo.setAlphaF(0.25F);
    paintWire(*painter, m_look.route, QPen(halo, 7, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin), false);
  }
  QPen pen(color, isSelected() ? 1.75 : 1.25, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (m_look.dangling) pen.setDashPattern({4, 3});
  // The piece it shares with its net is painted by the line it left.
  const bool partly = !isSelected() && !m_look.junctions.empty();
  paintWire(*painter, partly ? routing::from(m_look.route, m_look.junctions.back()) : m_look.route, pen,
            m_look.arrow || m_look.dangling);
  painter->setPen(Qt::NoPen);
  painter->setBrush(color);
  for (QPointF p : m_look.junctions) painter->drawEllipse(p, 2.75, 2.75);
  if (!m_labelRect.isEmpty() && scale > 0.35) {
    painter->setPen(theme.lineText);
    painter->setFont(canvasFont(labelPixels));
    painter->drawText(m_labelRect, Qt::AlignCenter, m_look.label);
  }
  painter->restore();
}

}  // namespace fluxion
