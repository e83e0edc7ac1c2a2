#include "editor/canvas/block_item.h"

#include <QDataStream>
#include <QFontMetricsF>
#include <QIODevice>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>

#include "editor/canvas/canvas_text.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/icon_painter.h"
#include "sim_core/diagram/name_lines.h"
#include "sim_core/interfaces/port_layout.h"

namespace fluxion {

static constexpr double namePixels = 11, detailFrom = 0.35;

BlockItem::BlockItem(DiagramScene& scene, sim::Id id) : m_scene(scene), m_id(id) {
  setFlag(ItemIsSelectable);
  setFlag(ItemHasNoContents);  // for the scene: the sheet paints it
  setZValue(2);
}

void BlockItem::renew() { m_scene.repaint(); }

QVariant BlockItem::itemChange(GraphicsItemChange change, const QVariant& value) {
  if (change == ItemSelectedHasChanged || change == ItemVisibleHasChanged) renew();
  return QGraphicsItem::itemChange(change, value);
}

void BlockItem::setBlock(const sim::Block& block, const sim::BlockType* type, BlockGeometry geometry,
                         std::optional<MaskPicture> mask, std::optional<sim::ControlReading> control) {
  m_mask = std::move(mask);
  m_control = std::move(control);
  m_block = block;
  m_type = type;
  m_geometry = std::move(geometry);
  ++m_revision;
  layOut();
  m_kind.clear();
  renew();
}

void BlockItem::setConnected(Connected connected) {
  if (connected == m_connected) return;
  m_connected = std::move(connected);
  m_kind.clear();
  renew();
}

void BlockItem::setError(bool on) {
  if (m_error == on) return;
  m_error = on;
  renew();
}

void BlockItem::setTraced(bool on) {
  if (m_traced == on) return;
  m_traced = on;
  renew();
}

void BlockItem::setGlow(double amount) {
  m_glow = amount;
  renew();
}

void BlockItem::setNameHidden(bool hidden) {
  m_nameHidden = hidden;
  renew();
}

// Sums and multiplexers carry no name unless somebody gave them one.
bool BlockItem::showsName() const {
  if (sim::name_place(m_block) == sim::NamePlace::Hidden) return false;
  if (!m_type || sim::name_place(m_block) != sim::NamePlace::Automatic) return true;
  const bool small = m_type->icon.shape == sim::IconShape::Bar ||
                     (m_type->icon.shape == sim::IconShape::Circle && m_geometry.inputs.size() > 1);
  if (!small) return true;
  QString rest = QString::fromStdString(m_block.name);
  const QString label = QString::fromStdString(m_type->label);
  if (!rest.startsWith(label)) return true;
  rest = rest.mid(label.size());
  return !std::all_of(rest.begin(), rest.end(), [](QChar c) { return c.isDigit(); });
}

bool BlockItem::portsTowards(QPointF direction) const {
  const auto there = [&](const PortPlace& port) { return port.direction == direction; };
  return std::any_of(m_geometry.inputs.begin(), m_geometry.inputs.end(), there) ||
         std::any_of(m_geometry.outputs.begin(), m_geometry.outputs.end(), there) ||
         std::any_of(m_geometry.conserving.begin(), m_geometry.conserving.end(), there);
}

// Where no port is: below, beside or above the block; at a corner of one that has ports all around.
sim::NamePlace BlockItem::namePlace() const {
  if (const auto own = sim::name_place(m_block); own != sim::NamePlace::Automatic) return own;
  if (!portsTowards({0, 1})) return sim::NamePlace::Below;
  if (!portsTowards({1, 0})) return sim::NamePlace::Right;
  return portsTowards({0, -1}) ? sim::NamePlace::Automatic : sim::NamePlace::Above;
}

static QRectF placedName(sim::NamePlace place, const QRectF& r, const QSizeF& size) {
  constexpr double gap = 3;
  const double x = r.center().x() - size.width() / 2, y = r.center().y() - size.height() / 2;
  switch (place) {
    case sim::NamePlace::Below:
      return {QPointF(x, r.bottom() + gap), size};
    case sim::NamePlace::Above:
      return {QPointF(x, r.top() - gap - size.height()), size};
    case sim::NamePlace::Left:
      return {QPointF(r.left() - gap - size.width(), y), size};
    case sim::NamePlace::Right:
      return {QPointF(r.right() + gap, y), size};
    default:
      return {QPointF(r.right() + gap, r.top() - size.height() / 2), size};
  }
}

void BlockItem::layOut() {
  prepareGeometryChange();
  m_nameRect = {};
  m_name.clear();
  const QRectF r = m_geometry.rect;
  if (showsName()) {
    const double height = QFontMetricsF(canvasFont(namePixels)).height();
    QSizeF size(0, 0);
    for (const std::string& line : sim::broken_name(m_block.name, sim::name_lines(m_block))) {
      m_name << QString::fromStdString(line);
      size = {std::max(size.width(), textWidth(m_name.back(), namePixels) + 6), size.height() + height};
    }
    m_nameRect = placedName(namePlace(), r, size);
  }
  m_bounds = r.adjusted(-12, -12, 12, 12).united(m_nameRect);
}

QPointF BlockItem::handle(int index) const {
  const QRectF r = m_geometry.rect;
  return index == 0 ? r.topLeft() : index == 1 ? r.topRight() : index == 2 ? r.bottomRight() : r.bottomLeft();
}

QPainterPath BlockItem::shape() const {
  QPainterPath path;
  path.addRect(m_geometry.rect);
  return path;
}

static void paintChevron(QPainter& painter, QPointF tip, QPointF direction) {
  const QPointF across(-direction.y(), direction.x());
  const QPointF base = tip - direction * 4.5;
  painter.drawPolyline(QPolygonF({base + across * 3.5, tip, base - across * 3.5}));
}

void BlockItem::paintPorts(QPainter& painter) const {
  painter.setPen(QPen(m_scene.theme().port, 1.25, Qt::SolidLine, Qt::RoundCap, Qt::MiterJoin));
  painter.setBrush(Qt::NoBrush);
  for (std::size_t k = 0; k < m_geometry.inputs.size(); ++k) {
    if (k < m_connected.inputs.size() && m_connected.inputs[k]) continue;
    const PortPlace& port = m_geometry.inputs[k];
    paintChevron(painter, port.position + port.direction, -port.direction);
  }
  for (std::size_t k = 0; k < m_geometry.outputs.size(); ++k) {
    if (k < m_connected.outputs.size() && m_connected.outputs[k]) continue;
    const PortPlace& port = m_geometry.outputs[k];
    paintChevron(painter, port.position + port.direction * 6, port.direction);
  }
  for (std::size_t k = 0; k < m_geometry.conserving.size(); ++k) {
    const PortPlace& port = m_geometry.conserving[k];
    const QColor color = m_scene.theme().ofDomain(port.domain);
    const bool connected = k < m_connected.conserving.size() && m_connected.conserving[k];
    painter.setPen(QPen(color, 1.25));
    painter.setBrush(connected ? color : m_scene.theme().canvas);
    painter.drawRect(QRectF(port.position - QPointF(2.5, 2.5), QSizeF(5, 5)));
  }
}

// At the lower left corner: an arrow for contents that come from a library, gray where the link is broken.
static void paintLinkMark(QPainter& painter, QPointF corner, const QColor& color) {
  painter.setPen(QPen(color, 1.25, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  const QPointF from = corner + QPointF(4, -4), tip = from + QPointF(6, -6);
  painter.drawLine(from, tip);
  painter.drawPolyline(QPolygonF({tip - QPointF(4, 0), tip, tip + QPointF(0, 4)}));
}

static void paintHalo(QPainter& painter, const QPainterPath& outline, QColor color, double strength) {
  painter.setBrush(Qt::NoBrush);
  for (double width : {15.0, 10.0, 5.0}) {
    color.setAlphaF(static_cast<float>(0.22 * strength));
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(outline);
  }
}

void BlockItem::paintBody(QPainter& painter, double scale) {
  const Theme& theme = m_scene.theme();
  painter.save();
  // Whole coordinates fall on the middle of a pixel, so that straight lines are sharp.
  painter.translate(0.5 / scale, 0.5 / scale);
  const sim::IconShape shape = sim::icon_shape(m_block, m_type);
  const QPainterPath outline =
      m_geometry.fromLocal.map(blockOutline(shape, QRectF(0, 0, m_block.size.width, m_block.size.height)));
  const bool error = m_error && !m_scene.isOnPaper();
  if (error) paintHalo(painter, outline, theme.error, 1);
  if (m_traced) paintHalo(painter, outline, theme.traced, 0.9);
  if (m_glow > 0) paintHalo(painter, outline, theme.selection, m_glow);
  if (isSelected()) paintHalo(painter, outline, theme.selection, 0.5);

  paintBlock(painter, m_block, m_type, m_geometry, theme, mask(), control());
  if (isSelected() || error) {
    painter.setPen(QPen(isSelected() ? theme.selection : theme.error, 1.75));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(outline);
  }
  if (scale > detailFrom) {
    paintPorts(painter);
    if (m_block.link)
      paintLinkMark(painter, m_geometry.rect.bottomLeft(),
                    m_block.link->broken ? theme.blockName : theme.selection);
  }
  if (isSelected()) {
    painter.setPen(QPen(theme.selection, 1));
    painter.setBrush(theme.canvas);
    for (int k = 0; k < handleCount; ++k)
      painter.drawRect(QRectF(handle(k) - QPointF(2.5, 2.5), QSizeF(5, 5)));
  }
  painter.restore();
}

void BlockItem::paintName(QPainter& painter) const {
  if (m_nameHidden || m_nameRect.isEmpty()) return;
  painter.setPen(m_scene.theme().blockName);
  const double height = m_nameRect.height() / static_cast<double>(m_name.size());
  for (int k = 0; k < m_name.size(); ++k)
    paintLine(painter, {m_nameRect.left(), m_nameRect.top() + k * height, m_nameRect.width(), height},
              m_name[k], namePixels);
}

void BlockItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const double scale = option->levelOfDetailFromTransform(painter->worldTransform());
  paintBody(*painter, scale);
  if (scale <= detailFrom) return;
  painter->save();
  painter->translate(0.5 / scale, 0.5 / scale);
  paintName(*painter);
  painter->restore();
}

QByteArray BlockItem::look() const {
  if (m_kind.isEmpty()) {
    QDataStream out(&m_kind, QIODevice::WriteOnly);
    out << reinterpret_cast<quintptr>(m_type) << m_block.size.width << m_block.size.height << m_block.rotation
        << m_block.flipped << static_cast<int>(m_block.color) << static_cast<int>(m_block.commented);
    // What a mask or a control shows may depend on anything: its picture is its own, as the block was set
    // last.
    if (m_block.mask || m_control) out << static_cast<quint64>(sim::to_number(m_id)) << m_revision;
    out << (m_block.link ? m_block.link->broken ? 2 : 1 : 0);
    if (m_type) out << iconText(m_block, *m_type);
    for (const auto* ports : {&m_geometry.inputs, &m_geometry.outputs, &m_geometry.conserving}) {
      out << static_cast<int>(ports->size());
      for (const PortPlace& port : *ports)
        out << port.position - m_geometry.rect.topLeft() << port.name << static_cast<int>(port.domain);
    }
    for (const auto* ports : {&m_connected.inputs, &m_connected.outputs, &m_connected.conserving})
      for (const bool connected : *ports) out << connected;
  }
  const int state = (isSelected() ? 1 : 0) + (m_error ? 2 : 0) + (m_traced ? 4 : 0);
  return m_kind + static_cast<char>('0' + state) + QByteArray::number(std::lround(m_glow * 100));
}

BlockItem::Spot BlockItem::spot() const {
  const Theme& theme = m_scene.theme();
  const BlockColors own = blockColors(m_block, m_type, theme);
  const bool marked = isSelected() || m_error || m_traced;
  if (!marked) return {own.fill, own.border};
  const QColor border = isSelected() ? theme.selection : m_error ? theme.error : theme.traced;
  return {mixed(theme.blockFill, border, 0.4), border};
}

}  // namespace fluxion
