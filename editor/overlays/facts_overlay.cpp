#include "editor/overlays/facts_overlay.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>

#include "editor/canvas/block_item.h"
#include "editor/canvas/canvas_text.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/icon_painter.h"
#include "editor/canvas/label_surroundings.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"
#include "editor/overlays/sample_time_colors.h"
#include "sim_core/interfaces/port_layout.h"

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

QString fittedFacts(const QString& text, const QFontMetricsF& metrics, double width) {
  if (metrics.horizontalAdvance(text) <= width) return text;
  const qsizetype later = text.lastIndexOf(QStringLiteral("  ["));
  const qsizetype begin = later >= 0 ? later + 2 : text.indexOf(u'[');
  if (begin < 0 || !text.endsWith(u']')) return {};
  QStringList numbers = text.mid(begin + 1, text.size() - begin - 2).split(u' ');
  if (numbers.last() == QStringLiteral("…")) numbers.removeLast();
  for (numbers.removeLast(); !numbers.isEmpty(); numbers.removeLast()) {
    QString shorter = text.left(begin) + u'[' + numbers.join(u' ') + QStringLiteral(" …]");
    if (metrics.horizontalAdvance(shorter) <= width) return shorter;
  }
  return {};
}

// With one number.
static QString shortest(const QString& text) {
  const qsizetype space = text.indexOf(u' ', text.lastIndexOf(u'['));
  return text.endsWith(u']') && space >= 0 ? text.left(space) + QStringLiteral(" …]") : text;
}

static QRectF boxAt(const PortPlace& port, QSizeF size, bool below) {
  const QPointF at = port.position + port.direction * 5;
  QRectF box({}, size);
  if (port.direction.x() == 0) {
    port.direction.y() > 0 ? box.moveTopLeft(at + QPointF(2, 0)) : box.moveBottomLeft(at + QPointF(2, 0));
    return box;
  }
  below ? box.moveTop(at.y() + 1) : box.moveBottom(at.y() - 1);
  port.direction.x() > 0 ? box.moveLeft(at.x()) : box.moveRight(at.x());
  return box;
}

// How much of the box is free of blocks, from the port on.
double FactsOverlay::freeWidth(const QRectF& box, bool toTheLeft) const {
  double free = box.width() + 2;
  for (const BlockItem* block : m_diagram.level().blocksNear(box)) {
    const QRectF& rect = block->geometry().rect;
    if (rect.intersects(box))
      free = std::min(free, toTheLeft ? box.right() - rect.right() : rect.left() - box.left());
  }
  return std::max(free - 2, 0.0);
}

bool FactsOverlay::isStruck(const QRectF& box) const {
  return std::ranges::any_of(m_diagram.level().linesNear(box), [&](const LineItem* line) {
    return line->labelRect().intersects(box) || routing::crosses(line->route(), box);
  });
}

// Above the line or below it, no wider than there is room before the next block; where that is too little for
// a number, and where names or wires are in the way, as names of signals are placed.
std::pair<QRectF, QString> FactsOverlay::fittedBox(const LineItem& item, const PortPlace& port,
                                                   const QString& text, const QFontMetricsF& metrics) const {
  const double height = metrics.height() - 1;
  const auto width = [&](const QString& t) { return metrics.horizontalAdvance(t) + 4; };
  for (const bool below : {false, true}) {
    const QRectF box = boxAt(port, {width(text), height}, below);
    const QString fitted = fittedFacts(text, metrics, freeWidth(box, port.direction.x() < 0) - 4);
    const QRectF shorter = boxAt(port, {width(fitted), height}, below);
    if (!fitted.isEmpty() && !isStruck(shorter)) return {shorter, fitted};
  }
  LabelSurroundings around = surroundingsOf(m_diagram, item);
  if (!item.labelRect().isEmpty()) around.labels.push_back(item.labelRect());
  const QString least = shortest(text);
  // In steps, so that it stays where it is while its digits change.
  const QSizeF size(std::ceil(width(least) / 16) * 16, height);
  return {placeLabel(item.route(), size, around), least};
}

// Beside the port where the signal begins.
void FactsOverlay::paintLabel(QPainter& painter, const LineItem& item) const {
  const sim::Line* line = m_diagram.document().line(item.id());
  if (!line || !line->source || line->conserving() || !m_diagram.wiring().leadsItsNet(item.id())) return;
  const BlockItem* block = m_diagram.level().block(line->source->block);
  const PortPlace* place = block ? block->geometry().place(*line->source, false) : nullptr;
  if (!place) return;
  const QString text = label(*line->source);
  if (text.isEmpty()) return;
  const auto [box, fitted] = fittedBox(item, *place, text, QFontMetricsF(painter.font()));
  const Theme& theme = m_diagram.theme();
  QColor ground = theme.canvas;
  ground.setAlphaF(0.8F);
  painter.fillRect(box, ground);
  painter.setPen(m_stale && m_shown.compiled() ? theme.commented : theme.icon);
  painter.drawText(box, Qt::AlignCenter, fitted);
}

void FactsOverlay::paintBlock(QPainter& painter, const BlockItem& item, bool text) const {
  const BlockFacts* facts = m_facts->block(item.id());
  if (!facts) return;
  const Theme& theme = m_diagram.theme();
  const BlockGeometry& g = item.geometry();
  if (m_shown.sampleTimes && !item.isSelected()) {
    const sim::IconShape shape = sim::icon_shape(item.block(), item.blockType());
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
  const std::vector<LineItem*> lines = m_diagram.level().lines();
  if (m_facts && m_shown.sampleTimes)
    for (const LineItem* item : lines)
      if (item->boundingRect().intersects(seen)) paintLine(*painter, *item);
  if (m_facts && (m_shown.sampleTimes || m_shown.order))
    for (const BlockItem* item : m_diagram.level().blocks())
      if (item->boundingRect().intersects(seen)) paintBlock(*painter, *item, legible);
  if (legible)
    for (const LineItem* item : lines)
      if (item->boundingRect().intersects(seen)) paintLabel(*painter, *item);
}

}  // namespace fluxion
