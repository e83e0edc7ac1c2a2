#include "editor/insight/facts_overlay.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include "editor/canvas/block_item.h"
#include "editor/canvas/canvas_text.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/icon_painter.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"
#include "editor/insight/sample_time_colors.h"

namespace fluxion {

static constexpr double labelPixels = 9.5, legibleFrom = 0.45;

QString dimensionsText(const sim::Shape& shape) {
  if (shape.is_scalar()) return shape.complex ? QStringLiteral("complex") : QString();
  return QString::fromStdString(sim::to_text(shape));
}

QString typeText(sim::ElementType type) {
  const std::string_view name = sim::name_of(type);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

FactsOverlay::FactsOverlay(DiagramScene& scene) : m_diagram(scene) {
  setZValue(5);
  setFlag(ItemUsesExtendedStyleOption);
  setAcceptedMouseButtons(Qt::NoButton);
  scene.addItem(this);
}

void FactsOverlay::setShown(const ShownFacts& shown) {
  m_shown = shown;
  setVisible(shown.any());
  update();
}

void FactsOverlay::setFacts(std::shared_ptr<const DiagramFacts> facts, bool stale) {
  m_facts = std::move(facts);
  m_stale = stale;
  update();
}

void FactsOverlay::setValues(Values values) {
  m_values = std::move(values);
  update();
}

// All that a diagram may fill, so that nothing need be told when it grows.
QRectF FactsOverlay::boundingRect() const { return {-1e6, -1e6, 2e6, 2e6}; }

QString FactsOverlay::label(sim::PortRef output) const {
  QStringList parts;
  if (const SignalFacts* facts = m_facts ? m_facts->output(output) : nullptr) {
    if (m_shown.types) parts << typeText(facts->type);
    if (m_shown.dimensions) parts << dimensionsText(facts->shape);
    if (m_shown.units) parts << QString::fromStdString(facts->unit);
  }
  if (m_shown.values && m_values) parts << m_values(output);
  parts.removeAll(QString());
  return parts.join(QStringLiteral("  "));
}

void FactsOverlay::paintLine(QPainter& painter, const LineItem& item) const {
  const sim::Line* line = m_diagram.document().line(item.id());
  if (!line || !line->source || line->conserving() || item.isSelected()) return;
  const SignalFacts* facts = m_facts->output(*line->source);
  if (!facts) return;
  const Theme& theme = m_diagram.theme();
  const QColor color = m_stale ? theme.commented : sampleTimeColor(*m_facts, facts->sampleTime, false, theme);
  paintWire(painter, item.route(), QPen(color, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin),
            line->target.has_value());
}

// Above the line, beside the port where the signal begins.
void FactsOverlay::paintLabel(QPainter& painter, const LineItem& item) const {
  const sim::Line* line = m_diagram.document().line(item.id());
  if (!line || !line->source || line->conserving() || !m_diagram.wiring().leadsItsNet(item.id())) return;
  const BlockItem* block = m_diagram.blockItem(line->source->block);
  const PortPlace* place = block ? block->geometry().place(*line->source, false) : nullptr;
  const QString text = place ? label(*line->source) : QString();
  if (text.isEmpty()) return;
  const QFontMetricsF metrics(painter.font());
  const QSizeF size(metrics.horizontalAdvance(text) + 4, metrics.height() - 1);
  const QPointF at = place->position + place->direction * 5;
  QRectF box({}, size);
  if (place->direction.x() > 0)
    box.moveBottomLeft(at - QPointF(0, 1));
  else if (place->direction.x() < 0)
    box.moveBottomRight(at - QPointF(0, 1));
  else if (place->direction.y() > 0)
    box.moveTopLeft(at + QPointF(2, 0));
  else
    box.moveBottomLeft(at + QPointF(2, 0));
  const Theme& theme = m_diagram.theme();
  QColor ground = theme.canvas;
  ground.setAlphaF(0.8F);
  painter.fillRect(box, ground);
  painter.setPen(m_stale && m_shown.compiled() ? theme.commented : theme.icon);
  painter.drawText(box, Qt::AlignCenter, text);
}

void FactsOverlay::paintBlock(QPainter& painter, const BlockItem& item, bool text) const {
  const BlockFacts* facts = m_facts->block(item.id());
  if (!facts) return;
  const Theme& theme = m_diagram.theme();
  const BlockGeometry& g = item.geometry();
  if (m_shown.sampleTimes && !item.isSelected()) {
    const sim::IconShape shape = item.blockType() ? item.blockType()->icon.shape : sim::IconShape::Rectangle;
    const sim::Size size = item.block().size;
    const QColor color =
        m_stale ? theme.commented : sampleTimeColor(*m_facts, facts->sampleTime, facts->hybrid, theme);
    painter.setPen(QPen(color, 2));
    painter.setBrush(shape == sim::IconShape::Bar ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawPath(g.fromLocal.map(blockOutline(shape, QRectF(0, 0, size.width, size.height))));
  }
  if (!text || !m_shown.order || facts->order == 0) return;
  const QString number = QString::number(facts->order);
  const QFontMetricsF metrics(painter.font());
  QRectF box({}, QSizeF(std::max(metrics.horizontalAdvance(number) + 6, metrics.height()), metrics.height()));
  box.moveCenter(g.rect.topRight());
  painter.setPen(QPen(m_stale ? theme.commented : theme.icon, 1));
  painter.setBrush(theme.canvas);
  painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
  painter.drawText(box, Qt::AlignCenter, number);
}

void FactsOverlay::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const bool legible = option->levelOfDetailFromTransform(painter->worldTransform()) >= legibleFrom;
  const QRectF seen = option->exposedRect.adjusted(-120, -40, 120, 40);
  painter->setFont(canvasFont(labelPixels));
  const std::vector<LineItem*> lines = m_diagram.lineItems();
  if (m_facts && m_shown.sampleTimes)
    for (const LineItem* item : lines)
      if (item->boundingRect().intersects(seen)) paintLine(*painter, *item);
  if (m_facts && (m_shown.sampleTimes || m_shown.order))
    for (const BlockItem* item : m_diagram.blockItems())
      if (item->boundingRect().intersects(seen)) paintBlock(*painter, *item, legible);
  if (legible)
    for (const LineItem* item : lines)
      if (item->boundingRect().intersects(seen)) paintLabel(*painter, *item);
}

}  // namespace fluxion
