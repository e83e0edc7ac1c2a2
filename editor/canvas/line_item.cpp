#include "editor/canvas/line_item.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>

#include "editor/canvas/canvas_text.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/pixel_batch.h"

namespace fluxion {

static constexpr double labelPixels = 10.5, labelFrom = 0.35, arrowLength = 7, arrowHalfWidth = 3.5,
                        halfGap = 3, widestLabel = 200;

LineItem::LineItem(DiagramScene& scene, sim::Id id) : m_scene(scene), m_id(id) {
  setFlag(ItemIsSelectable);
  setFlag(ItemHasNoContents);  // for the scene: the sheet paints it
  setZValue(1);
}

void LineItem::renew() { m_scene.repaint(); }

QVariant LineItem::itemChange(GraphicsItemChange change, const QVariant& value) {
  if (change == ItemSelectedHasChanged || change == ItemVisibleHasChanged) renew();
  return QGraphicsItem::itemChange(change, value);
}

void LineItem::setLook(Look look) {
  m_look = std::move(look);
  layOut();
  renew();
}

void LineItem::setTraced(bool on) {
  if (m_traced == on) return;
  m_traced = on;
  renew();
}

void LineItem::layOut() {
  prepareGeometryChange();
  QRectF box;
  for (QPointF p : m_look.route) {
    const QRectF dot(p - QPointF(1, 1), QSizeF(2, 2));
    box = box.isNull() ? dot : box.united(dot);
  }
  m_bounds = box.adjusted(-8, -8, 8, 8).united(m_labelRect);
}

bool LineItem::placeLabel(const LabelSurroundings& around) {
  QRectF place;
  if (hasLabel()) {
    const QFontMetricsF metrics(canvasFont(labelPixels));
    m_label = metrics.elidedText(m_look.label, Qt::ElideRight, widestLabel);
    place =
        fluxion::placeLabel(m_look.route, {metrics.horizontalAdvance(m_label) + 4, metrics.height()}, around);
  }
  if (place == m_labelRect) return false;
  m_labelRect = place;
  layOut();
  renew();
  return true;
}

std::vector<QRectF> LineItem::places() const {
  std::vector<QRectF> out;
  for (std::size_t k = 0; k + 1 < m_look.route.size(); ++k)
    out.push_back(QRectF(m_look.route[k], m_look.route[k + 1]).normalized().adjusted(-8, -8, 8, 8));
  if (!m_labelRect.isEmpty()) out.push_back(m_labelRect);
  return out;
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

void LineItem::setHighlighted(bool on) {
  if (on == m_highlighted) return;
  m_highlighted = on;
  renew();
}

// The pieces of the wire between the gaps.
static std::vector<QPolygonF> pieces(const QPolygonF& points, const std::vector<QPointF>& gaps) {
  std::vector<QPolygonF> out{{points.front()}};
  for (qsizetype k = 0; k + 1 < points.size(); ++k) {
    const QPointF a = points[k], b = points[k + 1];
    std::vector<double> cuts;
    if (std::abs(a.x() - b.x()) < 0.01)
      for (QPointF gap : gaps)
        if (std::abs(gap.x() - a.x()) < 0.01 && (gap.y() - a.y()) * (gap.y() - b.y()) < 0)
          cuts.push_back(gap.y());
    std::sort(cuts.begin(), cuts.end(),
              [&](double y, double z) { return std::abs(y - a.y()) < std::abs(z - a.y()); });
    const double way = b.y() > a.y() ? halfGap : -halfGap;
    for (double y : cuts) {
      const double end = y - way;
      if ((end - out.back().back().y()) * way > 0) out.back().append({a.x(), end});
      out.push_back({QPointF(a.x(), y + way)});
    }
    if (cuts.empty() || (b.y() - out.back().back().y()) * way > 0) out.back().append(b);
  }
  return out;
}

void paintWire(QPainter& painter, const routing::Polyline& route, const QPen& pen, bool arrow,
               const std::vector<QPointF>& gaps) {
  if (route.size() < 2) return;
  QPolygonF points(QList<QPointF>(route.begin(), route.end()));
  const QPointF tip = route.back();
  const QLineF last(route[route.size() - 2], tip);
  arrow = arrow && last.length() > 1;
  const QPointF along = arrow ? (tip - last.p1()) / last.length() : QPointF();
  if (arrow) points.back() = tip - along * std::min(arrowLength - 1, last.length());
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  if (gaps.empty())
    painter.drawPolyline(points);
  else
    for (const QPolygonF& piece : pieces(points, gaps)) painter.drawPolyline(piece);
  if (!arrow) return;
  const QPointF across(-along.y(), along.x());
  painter.setPen(Qt::NoPen);
  painter.setBrush(pen.color());
  painter.drawPolygon(QPolygonF({tip, tip - along * arrowLength + across * arrowHalfWidth,
                                 tip - along * arrowLength - across * arrowHalfWidth}));
}

void LineItem::paintHandles(QPainter& painter) const {
  painter.setPen(QPen(m_scene.theme().selection, 1));
  painter.setBrush(m_scene.theme().canvas);
  for (QPointF end : {m_look.route.front(), m_look.route.back()})
    painter.drawRect(QRectF(end - QPointF(2.5, 2.5), QSizeF(5, 5)));
}

QColor LineItem::color() const {
  const Theme& theme = m_scene.theme();
  return m_look.dangling                 ? theme.dangling
         : isSelected() || m_highlighted ? theme.selection
         : m_traced                      ? theme.traced
                                         : theme.ofDomain(m_look.domain);
}

void LineItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  if (m_look.route.size() < 2) return;
  const Theme& theme = m_scene.theme();
  const double scale = option->levelOfDetailFromTransform(painter->worldTransform());
  const QColor color = this->color();
  painter->save();
  painter->translate(0.5 / scale, 0.5 / scale);
  if (isSelected() || m_traced) {
    QColor halo = m_traced ? theme.traced : theme.selection;
    halo.setAlphaF(0.25F);
    paintWire(*painter, m_look.route, QPen(halo, 7, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin), false);
  }
  const double width = isSelected() || m_highlighted ? 1.75 : 1.25;
  QPen pen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (m_look.dangling) pen.setDashPattern({4, 3});
  const bool whole = isSelected() || m_look.ownStart == m_look.route.front();
  paintWire(*painter, whole ? m_look.route : routing::from(m_look.route, m_look.ownStart), pen,
            m_look.arrow || m_look.dangling, m_look.crossings);
  painter->setPen(Qt::NoPen);
  painter->setBrush(color);
  for (QPointF p : m_look.junctions) painter->drawEllipse(p, 2.75, 2.75);
  if (scale > labelFrom) paintLabel(*painter);
  if (isSelected()) paintHandles(*painter);
  painter->restore();
}

void LineItem::paintLabel(QPainter& painter) const {
  if (m_labelRect.isEmpty()) return;
  painter.setPen(m_scene.theme().lineText);
  paintLine(painter, m_labelRect, m_label, labelPixels);
}

// A triangle of rows of pixels.
static void addArrow(PixelBatch& batch, QPoint tip, QPoint along, int length, const QColor& color) {
  const QPoint across(along.y(), along.x());
  for (int k = 1; k < length; ++k)
    batch.stroke(tip - along * k - across * (k / 2), tip - along * k + across * (k / 2), color);
}

void LineItem::addTo(PixelBatch& halos, PixelBatch& hairs, const PixelGrid& grid, double scale) const {
  if (m_look.route.size() < 2) return;
  const Theme& theme = m_scene.theme();
  // As faint as a line of its width would be, but never lost.
  const QColor own = this->color();
  const bool marked = isSelected() || m_highlighted || m_traced || m_look.dangling;
  const QColor color = marked ? own : mixed(theme.canvas, own, std::clamp(0.25 + 0.75 * scale, 0.5, 1.0));
  const bool halo = isSelected() || m_traced;
  const QColor around = halo ? mixed(theme.canvas, own, 0.25) : QColor();
  QPoint before = grid.pixel(m_look.route.front()), from = before;
  for (std::size_t k = 1; k < m_look.route.size(); ++k) {
    const QPoint here = grid.pixel(m_look.route[k]);
    hairs.stroke(before, here, color);
    if (halo) halos.stroke(before, here, around, std::max(1, qRound(3 * scale)));
    if (here != before) from = before;
    before = here;
  }
  const int dot = qRound(2.5 * scale);
  if (dot > 0)
    for (QPointF p : m_look.junctions) hairs.stroke(grid.pixel(p), grid.pixel(p), color, dot);
  const int length = qRound(arrowLength * scale);
  if (length < 2 || !(m_look.arrow || m_look.dangling)) return;
  const QPoint way = before - from;
  const QPoint along = std::abs(way.x()) >= std::abs(way.y()) ? QPoint(way.x() > 0 ? 1 : -1, 0)
                                                              : QPoint(0, way.y() > 0 ? 1 : -1);
  addArrow(hairs, before, along, length, color);
}

}  // namespace fluxion
