#include "editor/canvas/icon_painter.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <optional>

#include "editor/canvas/canvas_text.h"
#include "editor/canvas/svg_path.h"
#include "sim_core/interfaces/port_layout.h"

namespace fluxion {

QPainterPath blockOutline(sim::IconShape shape, const QRectF& r) {
  QPainterPath path;
  switch (shape) {
    case sim::IconShape::Rectangle:
      path.addRoundedRect(r, 3, 3);
      break;
    case sim::IconShape::Triangle:
      path.moveTo(r.topLeft());
      path.lineTo(r.right(), r.center().y());
      path.lineTo(r.bottomLeft());
      path.closeSubpath();
      break;
    case sim::IconShape::Circle:
      if (std::abs(r.width() - r.height()) < 1)
        path.addEllipse(r);
      else
        path.addRoundedRect(r, std::min(r.width(), r.height()) / 2, std::min(r.width(), r.height()) / 2);
      break;
    case sim::IconShape::Bar:
      path.addRect(r);
      break;
  }
  return path;
}

static void paintFraction(QPainter& painter, const QRectF& r, const QString& above, const QString& below) {
  const double pixels = std::min(13.0, r.height() * 0.36);
  const QFontMetricsF metrics(canvasFont(pixels));
  const double widest = std::max(metrics.horizontalAdvance(above), metrics.horizontalAdvance(below));
  const double bar = std::min(r.width(), widest + 8);
  const double y = std::round(r.center().y()) + 0.5;
  paintFitted(painter, QRectF(r.left(), y - pixels * 1.35, r.width(), pixels * 1.25), above, pixels);
  paintFitted(painter, QRectF(r.left(), y + pixels * 0.15, r.width(), pixels * 1.25), below, pixels);
  QPen pen = painter.pen();
  pen.setWidthF(1);
  painter.setPen(pen);
  painter.drawLine(QPointF(r.center().x() - bar / 2, y), QPointF(r.center().x() + bar / 2, y));
}

void paintIconText(QPainter& painter, const QRectF& r, const QString& text) {
  QStringList lines = text.split(u'\n');
  const auto bar = lines.indexOf(QStringLiteral("---"));
  if (bar > 0 && bar + 1 < lines.size()) {
    paintFraction(painter, r, lines.mid(0, bar).join(u' '), lines.mid(bar + 1).join(u' '));
    return;
  }
  constexpr int most = 20;  // more would be dust
  if (lines.size() > most) lines = lines.mid(0, most);
  const double each = r.height() / static_cast<double>(lines.size());
  for (int k = 0; k < lines.size(); ++k)
    paintFitted(painter, QRectF(r.left(), r.top() + k * each, r.width(), each), lines[k], 13);
}

// The signs of a sum stand inside, each beside its port.
static bool paintSigns(QPainter& painter, const QString& text, const BlockGeometry& g, bool round) {
  QString signs;
  for (QChar c : text) {
    if (c == u'+' || c == u'-')
      signs += c == u'-' ? QChar(0x2212) : c;
    else if (c != u'|' && c != u' ')
      return false;
  }
  if (signs.isEmpty() || signs.size() != static_cast<qsizetype>(g.inputs.size())) return false;
  const QPointF center = g.rect.center();
  for (int k = 0; k < signs.size(); ++k) {
    const PortPlace& port = g.inputs[static_cast<std::size_t>(k)];
    const QPointF at = round ? center + (port.position - center) * 0.56 : port.position - port.direction * 7;
    paintLine(painter, QRectF(at - QPointF(8, 8), QSizeF(16, 16)), signs.mid(k, 1), 12);
  }
  return true;
}

// A subsystem names its ports, each beside its place, where there is room: half of the width, or what the
// names on the other side leave.
static void paintPortNames(QPainter& painter, const BlockGeometry& g) {
  constexpr double pixels = 9, margin = 4;
  painter.setFont(canvasFont(pixels));
  const QFontMetricsF metrics(painter.font());
  const auto widest = [&](const std::vector<PortPlace>& ports) {
    double most = 0;
    for (const PortPlace& port : ports) most = std::max(most, metrics.horizontalAdvance(port.name));
    return most;
  };
  for (const auto* ports : {&g.inputs, &g.outputs}) {
    const auto& others = ports == &g.inputs ? g.outputs : g.inputs;
    const double leftOver = g.rect.width() - (others.empty() ? 2 : 3) * margin - widest(others);
    const double width = std::max(g.rect.width() / 2 - 2 * margin, leftOver);
    const double spacing = g.rect.height() / static_cast<double>(std::max<std::size_t>(ports->size(), 1));
    if (spacing < pixels) continue;
    for (const PortPlace& port : *ports) {
      if (port.direction.x() == 0) continue;  // turned: the names would not fit side by side
      const bool left = port.direction.x() < 0;
      const double x = left ? port.position.x() + margin : port.position.x() - margin - width;
      painter.drawText(QRectF(x, port.position.y() - pixels, width, 2 * pixels),
                       Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight),
                       metrics.elidedText(port.name, Qt::ElideRight, width));
    }
  }
}

// The ports with the names that the commands of an icon give them, and only those.
static BlockGeometry withDrawnNames(BlockGeometry g, const sim::MaskDrawing& drawing) {
  const auto rename = [](std::vector<PortPlace>& ports, const std::map<int, std::string>& names) {
    for (std::size_t k = 0; k < ports.size(); ++k) {
      const auto it = names.find(static_cast<int>(k));
      ports[k].name = it == names.end() ? QString() : QString::fromStdString(it->second).replace(u'\n', u' ');
    }
  };
  rename(g.inputs, drawing.inputs);
  rename(g.outputs, drawing.outputs);
  return g;
}

// Where text fits inside the outline.
static QRectF textRect(sim::IconShape shape, const sim::Block& block, const BlockGeometry& g) {
  const QSizeF size(block.size.width, block.size.height);
  QRectF local(QPointF(0, 0), size);
  if (shape == sim::IconShape::Triangle)
    local = QRectF(2, size.height() * 0.24, size.width() * 0.62, size.height() * 0.52);
  else if (shape == sim::IconShape::Circle)
    local.adjust(size.height() * 0.18, size.height() * 0.1, -size.height() * 0.18, -size.height() * 0.1);
  else
    local.adjust(4, 3, -4, -3);
  return g.fromLocal.mapRect(local);
}

static void paintCommented(QPainter& painter, const sim::Block& block, const BlockGeometry& g,
                           const Theme& theme) {
  if (block.commented == sim::CommentedOut::No) return;
  painter.setPen(QPen(theme.commented, 1.5));
  if (block.commented == sim::CommentedOut::Out) {
    painter.drawLine(g.rect.topLeft(), g.rect.bottomRight());
    painter.drawLine(g.rect.topRight(), g.rect.bottomLeft());
  } else {
    const double middle = block.size.height / 2;
    painter.drawLine(g.fromLocal.map(QPointF(0, middle)), g.fromLocal.map(QPointF(block.size.width, middle)));
  }
}

BlockColors blockColors(const sim::Block& block, const sim::BlockType* type, const Theme& theme) {
  const bool live = type && block.commented == sim::CommentedOut::No;
  const bool bar = type && type->icon.shape == sim::IconShape::Bar;
  if (!live) return {bar ? theme.commented : theme.canvas, theme.commented};
  const bool tinted = block.color != sim::BlockColor::None;
  const QColor tint = theme.blockTints[static_cast<std::size_t>(block.color)];
  const QColor border = tinted ? mixed(theme.blockBorder, tint, 0.55) : theme.blockBorder;
  const QColor fill = tinted ? mixed(theme.blockFill, tint, theme.dark ? 0.34 : 0.38) : theme.blockFill;
  return {bar ? border : fill, border};
}

void paintBlock(QPainter& painter, const sim::Block& block, const sim::BlockType* type,
                const BlockGeometry& g, const Theme& theme, const MaskPicture* mask,
                const sim::ControlReading* control) {
  const bool live = type && block.commented == sim::CommentedOut::No;
  const sim::IconShape shape = sim::icon_shape(block, type);
  const QRectF local(0, 0, block.size.width, block.size.height);
  const QPainterPath outline = g.fromLocal.map(blockOutline(shape, local));
  const BlockColors colors = blockColors(block, type, theme);
  painter.setPen(QPen(colors.border, 1.25, type ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap, Qt::MiterJoin));
  painter.setBrush(colors.fill);
  painter.drawPath(outline);
  painter.setBrush(Qt::NoBrush);

  if (!type) {
    painter.setPen(theme.commented);
    paintFitted(painter, g.rect.adjusted(2, 2, -2, -2), QStringLiteral("?"), 18);
    return;
  }
  const bool masked = mask && mask->kind != sim::MaskIconKind::None;
  if (masked) {
    paintMaskPicture(painter, *mask, block, g,
                     {live ? theme.blockText : theme.commented, live ? theme.icon : theme.commented});
  } else if (control) {
    ControlFace(*control, g.rect).paint(painter, theme, live);
  } else if (!type->icon.path.empty()) {
    QTransform unitToLocal;
    const double side = std::min(local.width(), local.height());
    const bool wide = local.width() > 1.6 * local.height();  // keep a waveform's proportions on a wide block
    const QSizeF drawn = wide ? QSizeF(1.6 * side, side) : local.size();
    unitToLocal.translate((local.width() - drawn.width()) / 2, (local.height() - drawn.height()) / 2);
    unitToLocal.scale(drawn.width(), drawn.height());
    painter.setPen(
        QPen(live ? theme.icon : theme.commented, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(g.fromLocal.map(unitToLocal.map(keptSvgPath(type->icon.path))));
  }
  const QString text = masked ? QString() : iconText(block, *type);
  if (!text.isEmpty()) {
    painter.setPen(live ? theme.blockText : theme.commented);
    const bool sum = type->icon.shape == sim::IconShape::Circle;
    if (!sum || !paintSigns(painter, text, g, shape == sim::IconShape::Circle))
      paintIconText(painter, textRect(shape, block, g), text);
  }
  painter.setPen(live ? theme.blockText : theme.commented);
  if (type->role == sim::BlockRole::Subsystem && (!mask || mask->portNames))
    paintPortNames(painter, g);
  else if (mask && mask->drawing)
    paintPortNames(painter, withDrawnNames(g, *mask->drawing));
  paintCommented(painter, block, g, theme);
}

QPixmap blockPixmap(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme,
                    const QSize& size, double devicePixelRatio) {
  sim::Diagram sample;
  sim::Block block;
  block.type = type.id;
  block.size = {static_cast<double>(type.default_width), static_cast<double>(type.default_height)};
  const sim::Id id = sample.new_id();
  sample.blocks.emplace(id, block);
  return blockPixmap(sample, id, library, theme, size, devicePixelRatio);
}

QPixmap blockPixmap(const sim::Diagram& model, sim::Id id, const sim::BlockLibrary& library,
                    const Theme& theme, const QSize& size, double devicePixelRatio) {
  const sim::Block& block = model.blocks.at(id);
  const sim::BlockType* type = library.find(block.type);
  const BlockGeometry geometry = blockGeometry(block, type, sim::block_interface(model, library, id));
  std::optional<MaskPicture> mask;
  if (block.mask) mask = maskPicture(model, id);

  QPixmap pixmap(size * devicePixelRatio);
  pixmap.setDevicePixelRatio(devicePixelRatio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const double scale = std::min(
      {(size.width() - 3) / geometry.rect.width(), (size.height() - 3) / geometry.rect.height(), 1.0});
  painter.translate(size.width() / 2.0, size.height() / 2.0);
  painter.scale(scale, scale);
  painter.translate(-geometry.rect.center());
  paintBlock(painter, block, type, geometry, theme, mask ? &*mask : nullptr);
  return pixmap;
}

QIcon blockIcon(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme,
                const QSize& size, double devicePixelRatio) {
  return QIcon(blockPixmap(type, library, theme, size, devicePixelRatio));
}

}  // namespace fluxion
